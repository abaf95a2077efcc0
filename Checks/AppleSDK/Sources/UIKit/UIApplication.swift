// developer.apple.com/documentation/uikit/uiapplication, …/uiresponder, …/uibackgroundtaskidentifier
// developer.apple.com/documentation/uikit/uidevice, …/uipasteboard, …/uinotificationfeedbackgenerator,
// …/uiimpactfeedbackgenerator, …/uiaccessibility

@_exported import CoreGraphics
@_exported import Foundation
@_exported import FoundationGaps
public import UserNotifications

@MainActor open class UIResponder: NSObject {
    public override init() { super.init() }
}

public struct UIBackgroundTaskIdentifier: RawRepresentable, Hashable, Sendable {
    public let rawValue: Int
    public init(rawValue: Int) { self.rawValue = rawValue }
    public static let invalid = Self(rawValue: 0)
}

public enum UIBackgroundFetchResult: UInt, Sendable { case newData = 0, noData, failed }
public enum UIBackgroundRefreshStatus: Int, Sendable { case restricted = 0, denied, available }

@MainActor open class UIApplication: UIResponder {
    public enum State: Int, Sendable { case active = 0, inactive, background }

    public struct LaunchOptionsKey: RawRepresentable, Hashable, Sendable {
        public let rawValue: String
        public init(rawValue: String) { self.rawValue = rawValue }
        public static let remoteNotification = Self(rawValue: "UIApplicationLaunchOptionsRemoteNotificationKey")
        public static let url = Self(rawValue: "UIApplicationLaunchOptionsURLKey")
    }

    public struct OpenExternalURLOptionsKey: RawRepresentable, Hashable, Sendable {
        public let rawValue: String
        public init(rawValue: String) { self.rawValue = rawValue }
        public static let universalLinksOnly = Self(rawValue: "UIApplicationOpenURLOptionUniversalLinksOnly")
    }

    private static let only = UIApplication()
    private var running: [Int: @MainActor @Sendable () -> Void] = [:]
    private var lastTask = 0

    /// The calls in order, for tests.
    @_spi(Testing) public private(set) var calls: [String] = []
    @_spi(Testing) public var openable: Set<String> = ["https"]
    @_spi(Testing) public var stateUnderTest: State = .active
    @_spi(Testing) public var scenesUnderTest: Set<UIScene> = []
    @_spi(Testing) public var backgroundTasks: [Int] { running.keys.sorted() }

    open class var shared: UIApplication { only }
    open weak var delegate: (any UIApplicationDelegate)?

    open func registerForRemoteNotifications() {
        isRegistered = true
        calls.append("registerForRemoteNotifications")
    }
    open func unregisterForRemoteNotifications() {
        isRegistered = false
        calls.append("unregisterForRemoteNotifications")
    }
    private var isRegistered = false
    open var isRegisteredForRemoteNotifications: Bool { isRegistered }

    open var applicationState: State { stateUnderTest }
    open var isProtectedDataAvailable: Bool { true }
    open var backgroundTimeRemaining: TimeInterval { 30 }
    open var backgroundRefreshStatus: UIBackgroundRefreshStatus { .available }
    open var connectedScenes: Set<UIScene> { scenesUnderTest }
    open var isIdleTimerDisabled = false
    @available(*, deprecated, message: "Use UNUserNotificationCenter.setBadgeCount")
    open var applicationIconBadgeNumber = 0

    open func canOpenURL(_ url: URL) -> Bool { openable.contains(url.scheme ?? "") }
    open func open(
        _ url: URL, options: [OpenExternalURLOptionsKey: Any] = [:],
        completionHandler completion: (@MainActor @Sendable (Bool) -> Void)? = nil
    ) {
        calls.append("open \(url)")
        completion?(canOpenURL(url))
    }
    @discardableResult
    open func open(_ url: URL, options: [OpenExternalURLOptionsKey: Any] = [:]) async -> Bool {
        calls.append("open \(url)")
        return canOpenURL(url)
    }

    open func beginBackgroundTask(
        expirationHandler handler: (@MainActor @Sendable () -> Void)? = nil
    ) -> UIBackgroundTaskIdentifier { beginBackgroundTask(withName: nil, expirationHandler: handler) }

    open func beginBackgroundTask(
        withName taskName: String?, expirationHandler handler: (@MainActor @Sendable () -> Void)? = nil
    ) -> UIBackgroundTaskIdentifier {
        lastTask += 1
        running[lastTask] = handler ?? {}
        return UIBackgroundTaskIdentifier(rawValue: lastTask)
    }

    open func endBackgroundTask(_ identifier: UIBackgroundTaskIdentifier) { running[identifier.rawValue] = nil }

    /// Ends the time of all background tasks.
    @_spi(Testing)
    public func expireBackgroundTasks() { for handler in running.values { handler() } }

    @available(iOS 16.0, *)
    nonisolated public class var openNotificationSettingsURLString: String { "app-settings:notifications" }
    nonisolated public class var openSettingsURLString: String { "app-settings:" }
    nonisolated public class var didBecomeActiveNotification: NSNotification.Name {
        .init("UIApplicationDidBecomeActiveNotification")
    }
    nonisolated public class var willEnterForegroundNotification: NSNotification.Name {
        .init("UIApplicationWillEnterForegroundNotification")
    }
    nonisolated public class var didEnterBackgroundNotification: NSNotification.Name {
        .init("UIApplicationDidEnterBackgroundNotification")
    }
    nonisolated public class var protectedDataDidBecomeAvailableNotification: NSNotification.Name {
        .init("UIApplicationProtectedDataDidBecomeAvailable")
    }
}

@MainActor open class UIDevice: NSObject {
    private static let only = UIDevice()
    open class var current: UIDevice { only }
    open var name: String { "iPhone" }
    open var model: String { "iPhone" }
    open var systemName: String { "iOS" }
    open var systemVersion: String { "17.0" }
    open var identifierForVendor: UUID? { nil }
}

open class UIPasteboard: NSObject {
    nonisolated(unsafe) private static let only = UIPasteboard()
    open class var general: UIPasteboard { only }
    open var string: String?
    open var url: URL?
    open var hasStrings: Bool { string != nil }
}

@MainActor open class UIFeedbackGenerator: NSObject {
    public override init() { super.init() }
    open func prepare() {}
}

@MainActor open class UINotificationFeedbackGenerator: UIFeedbackGenerator {
    public enum FeedbackType: Int, Sendable { case success = 0, warning, error }
    /// The feedback played since the process began, for tests.
    @_spi(Testing) public static var played: [FeedbackType] = []
    open func notificationOccurred(_ notificationType: FeedbackType) { Self.played.append(notificationType) }
    @available(iOS 17.5, *)
    open func notificationOccurred(_ notificationType: FeedbackType, at location: CGPoint) {
        Self.played.append(notificationType)
    }
}

@MainActor open class UIImpactFeedbackGenerator: UIFeedbackGenerator {
    public enum FeedbackStyle: Int, Sendable { case light = 0, medium, heavy, soft, rigid }
    public convenience init(style: FeedbackStyle) { self.init() }
    open func impactOccurred() {}
    open func impactOccurred(intensity: CGFloat) {}
}

@MainActor open class UISelectionFeedbackGenerator: UIFeedbackGenerator {
    open func selectionChanged() {}
}

public struct UIAccessibilityTraits: OptionSet, Sendable {
    public let rawValue: UInt64
    public init(rawValue: UInt64) { self.rawValue = rawValue }
    public static let none: Self = []
    public static let button = Self(rawValue: 1)
    public static let image = Self(rawValue: 4)
    public static let staticText = Self(rawValue: 64)
    public static let header = Self(rawValue: 65536)
    public static let updatesFrequently = Self(rawValue: 512)
}

@MainActor public enum UIAccessibility {
    public struct Notification: RawRepresentable, Hashable, Sendable {
        public let rawValue: UInt32
        public init(rawValue: UInt32) { self.rawValue = rawValue }
        public static let announcement = Self(rawValue: 1008)
        public static let screenChanged = Self(rawValue: 1000)
        public static let layoutChanged = Self(rawValue: 1001)
    }
    public static var isVoiceOverRunning: Bool { false }
    public static var isReduceMotionEnabled: Bool { false }
    public static func post(notification: Notification, argument: Any?) {}
}
