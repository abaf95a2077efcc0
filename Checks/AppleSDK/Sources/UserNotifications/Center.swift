// developer.apple.com/documentation/usernotifications/unusernotificationcenter
//
// Neither Sendable nor isolated, as in the SDK. It remembers what it is told, in memory; completion handlers run on a
// queue of its own, as the system's do, so that a handler that believes itself on the main actor traps here too.

open class UNUserNotificationCenter: NSObject {
    weak open var delegate: (any UNUserNotificationCenterDelegate)?

    let lock = NSLock()
    var state = State()
    let callOut = DispatchQueue(label: "UserNotifications.call-out")

    @available(*, unavailable)
    public override init() { fatalError("use current()") }

    init(state: State) {
        self.state = state
        super.init()
    }

    open class func current() -> UNUserNotificationCenter { CurrentCenter.value?.center ?? CurrentCenter.shared.center }

    open var supportsContentExtensions: Bool { true }

    // MARK: Permission

    open func requestAuthorization(
        options: UNAuthorizationOptions = [], completionHandler: @escaping @Sendable (Bool, (any Error)?) -> Void
    ) {
        let result = Result { try ask(for: options) }
        callOut.async {
            switch result {
            case .success(let granted): completionHandler(granted, nil)
            case .failure(let error): completionHandler(false, error)
            }
        }
    }

    @discardableResult
    nonisolated(nonsending) open func requestAuthorization(options: UNAuthorizationOptions = []) async throws -> Bool {
        try ask(for: options)
    }

    open func getNotificationSettings(completionHandler: @escaping @Sendable (UNNotificationSettings) -> Void) {
        let values = locked { $0.settings }
        callOut.async { completionHandler(UNNotificationSettings(values)) }
    }

    nonisolated(nonsending) open func notificationSettings() async -> UNNotificationSettings {
        UNNotificationSettings(locked { $0.settings })
    }

    // MARK: Categories

    open func setNotificationCategories(_ categories: Set<UNNotificationCategory>) {
        locked { $0.categories = categories }
    }

    open func getNotificationCategories(
        completionHandler: @escaping @Sendable (Set<UNNotificationCategory>) -> Void
    ) {
        nonisolated(unsafe) let categories = locked { $0.categories }
        callOut.async { completionHandler(categories) }
    }

    nonisolated(nonsending) open func notificationCategories() async -> Set<UNNotificationCategory> {
        locked { $0.categories }
    }

    // MARK: Requests

    open func add(
        _ request: UNNotificationRequest,
        withCompletionHandler completionHandler: (@Sendable ((any Error)?) -> Void)? = nil
    ) {
        let result = Result { try take(request) }
        callOut.async {
            switch result {
            case .success: completionHandler?(nil)
            case .failure(let error): completionHandler?(error)
            }
        }
    }

    nonisolated(nonsending) open func add(_ request: UNNotificationRequest) async throws { try take(request) }

    open func getPendingNotificationRequests(
        completionHandler: @escaping @Sendable ([UNNotificationRequest]) -> Void
    ) {
        nonisolated(unsafe) let requests = locked { $0.pending }
        callOut.async { completionHandler(requests) }
    }

    nonisolated(nonsending) open func pendingNotificationRequests() async -> [UNNotificationRequest] {
        locked { $0.pending }
    }

    open func removePendingNotificationRequests(withIdentifiers identifiers: [String]) {
        locked { $0.pending.removeAll { identifiers.contains($0.identifier) } }
    }

    open func removeAllPendingNotificationRequests() { locked { $0.pending = [] } }

    // MARK: Delivered

    open func getDeliveredNotifications(completionHandler: @escaping @Sendable ([UNNotification]) -> Void) {
        nonisolated(unsafe) let notifications = locked { $0.delivered }
        callOut.async { completionHandler(notifications) }
    }

    nonisolated(nonsending) open func deliveredNotifications() async -> [UNNotification] { locked { $0.delivered } }

    open func removeDeliveredNotifications(withIdentifiers identifiers: [String]) {
        locked { $0.delivered.removeAll { identifiers.contains($0.request.identifier) } }
    }

    open func removeAllDeliveredNotifications() { locked { $0.delivered = [] } }

    // MARK: Badge

    @available(iOS 16.0, *)
    open func setBadgeCount(
        _ newBadgeCount: Int, withCompletionHandler completionHandler: (@Sendable ((any Error)?) -> Void)? = nil
    ) {
        let result = Result { try mark(newBadgeCount) }
        callOut.async {
            switch result {
            case .success: completionHandler?(nil)
            case .failure(let error): completionHandler?(error)
            }
        }
    }

    @available(iOS 16.0, *)
    nonisolated(nonsending) open func setBadgeCount(_ newBadgeCount: Int) async throws { try mark(newBadgeCount) }
}
