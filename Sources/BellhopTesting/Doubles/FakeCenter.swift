public import BellhopKit
public import BellhopModel

/// An in-memory notification center with the behaviour of the system's: a notification replaces another with the same
/// id, at most 64 may be pending, and categories are registered as a whole set.
public actor FakeCenter: NotificationCenterPort {
    /// The error of scheduling after ``setFailing(_:)``.
    public struct NotAllowed: Error {}

    /// The maximum number of pending notifications of an app.
    public static let pendingLimit = 64

    private let clock: ManualClock
    /// The notifications on the screen, oldest first.
    public private(set) var shown: [DeliveredNotification] = []
    /// The scheduled notifications, soonest first.
    public private(set) var scheduled: [PendingNotification] = []
    /// Ids that were scheduled above the system's limit.
    public private(set) var dropped: [String] = []
    /// Ids that the app removed from the screen, in order.
    public private(set) var removals: [String] = []
    /// The number on the app's icon.
    public private(set) var badge = 0
    /// All registered categories, including those of the app.
    public private(set) var categories: [NotificationCategory] = []
    /// The requested authorizations, in order.
    public private(set) var asked: [AuthorizationOptions] = []

    private var state: AuthorizationState = .notDetermined
    private var reply: AuthorizationState = .authorized
    private var failure: NotAllowed?
    private var look: Gate?

    public init(clock: ManualClock) { self.clock = clock }

    // MARK: User and system

    /// Sets the user's reply to the authorization request.
    public func setReply(_ reply: AuthorizationState) { self.reply = reply }
    /// Sets the system's notification settings.
    public func setState(_ state: AuthorizationState) { self.state = state }
    /// Suspends the next read of the settings until `gate` opens; it returns the settings at its start.
    public func hold(nextLook gate: Gate) { look = gate }
    /// Makes all further scheduling fail.
    public func setFailing(_ value: Bool) { failure = value ? NotAllowed() : nil }
    /// Categories that the app registered before Bellhop.
    public func setHostCategories(_ categories: [NotificationCategory]) { self.categories = categories }

    /// Shows a push as the system does. It replaces a notification with the same id.
    @discardableResult
    public func show(_ payload: PushPayload, id: String) -> DeliveredNotification {
        let notification = DeliveredNotification(id: id, deliveredAt: clock.now, payload: payload)
        shown.removeAll { $0.id == id }
        shown.append(notification)
        return notification
    }

    /// Taps a button of a notification, or the notification itself. The system then removes it.
    ///
    /// - Returns: the response for ``Bellhop/responded(_:)``; `nil` when no notification with that ID is shown.
    public func tap(_ action: ActionID, on id: String, text: String? = nil) -> NotificationResponse? {
        guard let notification = shown.first(where: { $0.id == id }) else { return nil }
        shown.removeAll { $0.id == id }
        return NotificationResponse(to: notification, action, text: text)
    }

    /// Shows all due notifications, as the system does at their time.
    public func fire() {
        let now = clock.now
        for notification in scheduled where notification.next.map({ $0 <= now }) ?? false {
            show(notification.payload, id: notification.id)
        }
        scheduled.removeAll { $0.next.map { $0 <= now } ?? false && $0.trigger?.repeats != true }
    }

    /// The ids of the shown notifications, sorted.
    public var ids: [String] { shown.map(\.id).sorted() }

    // MARK: NotificationCenterPort

    public func settings() async -> NotificationSettings {
        let settings = NotificationSettings(authorization: state)
        let gate = look
        look = nil
        await gate?.pass()
        return settings
    }

    public func requestAuthorization(_ options: AuthorizationOptions) async throws -> AuthorizationState {
        asked.append(options)
        if options.contains(.provisional), state == .notDetermined {
            state = .provisional
        } else if state == .notDetermined || state == .provisional {
            state = reply
        }
        return state
    }

    public func register(_ categories: [NotificationCategory]) async {
        self.categories = CategoryUnion.of(present: self.categories, ours: categories) { $0.id.rawValue }
    }

    public func registered() async -> [RegisteredCategory] { categories.map(RegisteredCategory.init) }

    public func schedule(_ notification: LocalNotification, _ trigger: LocalTrigger) async throws {
        if let failure { throw failure }
        let next = try trigger.next(after: clock.now)
        scheduled.removeAll { $0.id == notification.id }
        scheduled.append(
            PendingNotification(id: notification.id, payload: notification.payload, trigger: trigger, next: next))
        scheduled.sort { ($0.next ?? clock.now, $0.id) < ($1.next ?? clock.now, $1.id) }
        // Above the limit the system silently keeps the soonest requests.
        dropped += scheduled.dropFirst(Self.pendingLimit).map(\.id)
        scheduled = Array(scheduled.prefix(Self.pendingLimit))
    }

    public func pending() async -> [PendingNotification] { scheduled }

    public func removePending(_ ids: [String]) async {
        if ids.isEmpty { complain("the center was asked to remove nothing") }
        scheduled.removeAll { ids.contains($0.id) }
    }

    public func removeAllPending() async { scheduled = [] }

    public func deliver(_ notification: LocalNotification) async throws {
        show(notification.payload, id: notification.id)
    }

    public func delivered() async -> [DeliveredNotification] { shown }

    public func removeDelivered(_ ids: [String]) async {
        if ids.isEmpty { complain("the center was asked to remove nothing") }
        shown.removeAll { ids.contains($0.id) }
        removals += ids
    }

    public func setBadge(_ count: Int) async throws {
        if count < 0 { complain("a badge of \(count)") }
        badge = count
    }
}

/// Stops a debug build when the kit makes a call that the system would reject, so that no test misses it.
func complain(_ what: String) { assertionFailure("BellhopTesting: " + what) }
