// developer.apple.com/documentation/uikit/uiscene, …/uiscene/connectionoptions, …/uiscenesession,
// …/uisceneconfiguration, …/uiopenurlcontext

public import UserNotifications

@MainActor open class UIScene: UIResponder {
    public enum ActivationState: Int, Sendable {
        case unattached = -1, foregroundActive, foregroundInactive, background
    }

    /// What a scene is opened with: after a cold start, the tap that started the app.
    @MainActor open class ConnectionOptions: NSObject {
        private let response: UNNotificationResponse?
        private let contexts: Set<UIOpenURLContext>

        @_spi(Testing)
        public init(notificationResponse: UNNotificationResponse?, urlContexts: Set<UIOpenURLContext> = []) {
            response = notificationResponse
            contexts = urlContexts
            super.init()
        }

        open var notificationResponse: UNNotificationResponse? { response }
        open var urlContexts: Set<UIOpenURLContext> { contexts }
        open var userActivities: Set<NSUserActivity> { [] }
    }

    private let ofSession: UISceneSession

    @_spi(Testing)
    public init(session: UISceneSession) {
        ofSession = session
        super.init()
    }

    @_spi(Testing) public var activationUnderTest: ActivationState = .foregroundActive
    open var session: UISceneSession { ofSession }
    open weak var delegate: (any UISceneDelegate)?
    open var activationState: ActivationState { activationUnderTest }
}

@MainActor open class UIWindowScene: UIScene {
    open var windows: [UIWindow] { [] }
}

@MainActor open class UISceneSession: NSObject {
    public struct Role: RawRepresentable, Hashable, Sendable {
        public let rawValue: String
        public init(rawValue: String) { self.rawValue = rawValue }
        public static let windowApplication = Self(rawValue: "UIWindowSceneSessionRoleApplication")
    }

    @_spi(Testing)
    public static func made() -> UISceneSession { UISceneSession() }

    open var role: Role { .windowApplication }
    open var configuration: UISceneConfiguration { UISceneConfiguration(name: nil, sessionRole: role) }
    open var persistentIdentifier: String { "scene" }
}

@MainActor open class UISceneConfiguration: NSObject {
    private let title: String?
    private let ofRole: UISceneSession.Role

    public init(name: String?, sessionRole: UISceneSession.Role) {
        title = name
        ofRole = sessionRole
        super.init()
    }

    open var name: String? { title }
    open var role: UISceneSession.Role { ofRole }
    open var delegateClass: AnyClass?
    open var sceneClass: AnyClass?
}

@MainActor open class UIOpenURLContext: NSObject {
    private let place: URL

    @_spi(Testing)
    public init(url: URL) {
        place = url
        super.init()
    }

    open var url: URL { place }
}
