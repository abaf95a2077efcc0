// developer.apple.com/documentation/uikit/uiapplication, …/uiresponder, …/uibackgroundtaskidentifier

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

    /// What was called, in order, for tests.
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

    /// The system's time for the task has run out.
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
