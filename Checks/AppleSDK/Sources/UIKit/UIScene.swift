// developer.apple.com/documentation/uikit/uiscene, …/uiscene/connectionoptions, …/uiscenesession,
// …/uisceneconfiguration, …/uiopenurlcontext
// developer.apple.com/documentation/uikit/uiapplicationdelegate, …/uiscenedelegate, …/uiwindowscenedelegate
//
// All methods are optional on Apple platforms. Here those that the adapters implement are required, so that a misspelt
// label does not compile.

public import UserNotifications

@MainActor open class UIScene: UIResponder {
    public enum ActivationState: Int, Sendable {
        case unattached = -1, foregroundActive, foregroundInactive, background
    }

    /// The options of a new scene: after a cold start, the tap that launched the app.
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

@MainActor public protocol UIApplicationDelegate: NSObjectProtocol {
    func application(
        _ application: UIApplication,
        didFinishLaunchingWithOptions launchOptions: [UIApplication.LaunchOptionsKey: Any]?
    ) -> Bool
    func application(
        _ application: UIApplication, didRegisterForRemoteNotificationsWithDeviceToken deviceToken: Data)
    func application(
        _ application: UIApplication, didFailToRegisterForRemoteNotificationsWithError error: any Error)
    func application(
        _ application: UIApplication, didReceiveRemoteNotification userInfo: [AnyHashable: Any],
        fetchCompletionHandler completionHandler: @escaping (UIBackgroundFetchResult) -> Void)
    func application(
        _ application: UIApplication, handleEventsForBackgroundURLSession identifier: String,
        completionHandler: @escaping () -> Void)
    func application(
        _ application: UIApplication, configurationForConnecting connectingSceneSession: UISceneSession,
        options: UIScene.ConnectionOptions
    ) -> UISceneConfiguration
}

extension UIApplicationDelegate {
    /// For `@main` on a delegate.
    public static func main() {}
}

@MainActor public protocol UISceneDelegate: NSObjectProtocol {
    func scene(
        _ scene: UIScene, willConnectTo session: UISceneSession, options connectionOptions: UIScene.ConnectionOptions)
    func scene(_ scene: UIScene, openURLContexts URLContexts: Set<UIOpenURLContext>)
    func sceneDidBecomeActive(_ scene: UIScene)
    func sceneDidEnterBackground(_ scene: UIScene)
}

@MainActor public protocol UIWindowSceneDelegate: UISceneDelegate {}
