public import BellhopKit
public import BellhopModel

/// A notification center in memory that behaves as the system's does: what has the same id is replaced, 64 may be
/// pending, categories are registered as a whole set.
public actor FakeCenter: NotificationCenterPort {
    /// The error for everything scheduled after ``setFailing(_:)``.
    public struct NotAllowed: Error {}

    /// The number of notifications that the system keeps for one app.
    public static let pendingLimit = 64

    private let clock: ManualClock
    /// The notifications on the screen, oldest first.
    public private(set) var shown: [DeliveredNotification] = []
    /// The scheduled notifications, soonest first.
    public private(set) var scheduled: [PendingNotification] = []
    /// Ids that were scheduled beyond the system's limit.
    public private(set) var dropped: [String] = []
    /// Ids that the app took off the screen, in order.
    public private(set) var removals: [String] = []
    /// The number on the app's icon.
    public private(set) var badge = 0
    /// All that are registered, the app's own among them.
    public private(set) var categories: [NotificationCategory] = []
    /// The requested authorizations, in order.
    public private(set) var asked: [AuthorizationOptions] = []

    private var state: AuthorizationState = .notDetermined
    private var reply: AuthorizationState = .authorized
    private var failure: NotAllowed?
    private var look: Gate?

    public init(clock: ManualClock) { self.clock = clock }

    // MARK: The person and the system

    /// Sets the person's answer to the request.
    public func setReply(_ reply: AuthorizationState) { self.reply = reply }
    /// Sets the system's notification settings.
    public func setState(_ state: AuthorizationState) { self.state = state }
    /// The next look at the settings ends when `gate` is opened, and gives what was so when it began.
    public func hold(nextLook gate: Gate) { look = gate }
    /// Nothing can be scheduled any more.
    public func setFailing(_ value: Bool) { failure = value ? NotAllowed() : nil }
    /// Categories that the app registered by itself, before Bellhop.
    public func setHostCategories(_ categories: [NotificationCategory]) { self.categories = categories }

    /// A push arrives and is shown by the system itself. One with the same id is replaced.
    @discardableResult
    public func show(_ payload: PushPayload, id: String) -> DeliveredNotification {
        let notification = DeliveredNotification(id: id, deliveredAt: clock.now, payload: payload)
        shown.removeAll { $0.id == id }
        shown.append(notification)
        return notification
    }

    /// The person taps a button of a notification, or the notification itself, which the system then takes away.
    ///
    /// - Returns: the response for ``Bellhop/responded(_:)``; `nil` when no notification with that ID is shown.
    public func tap(_ action: ActionID, on id: String, text: String? = nil) -> NotificationResponse? {
        guard let notification = shown.first(where: { $0.id == id }) else { return nil }
        shown.removeAll { $0.id == id }
        return NotificationResponse(to: notification, action, text: text)
    }

    /// Shows what is due, as the system does when its time has come.
    public func fire() {
        let now = clock.now
        for notification in scheduled where notification.next.map({ $0 <= now }) ?? false {
            show(notification.payload, id: notification.id)
        }
        scheduled.removeAll { $0.next.map { $0 <= now } ?? false && $0.trigger?.repeats != true }
    }

    /// The ids of what stands on the screen, in order of the alphabet.
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
        // Beyond the limit the system drops without a word, and keeps the soonest.
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

/// Stops a debug build: the kit did what the real thing would not take, and a test must not pass over that.
func complain(_ what: String) { assertionFailure("BellhopTesting: " + what) }
