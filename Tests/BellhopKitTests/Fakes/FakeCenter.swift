import BellhopKit
import BellhopModel
import Testing

/// A notification center that holds what it is given, as the system's does.
actor FakeCenter: NotificationCenterPort {
    struct NotAllowed: Error {}

    private let clock: ManualClock
    private(set) var shown: [DeliveredNotification] = []
    private(set) var badge = 0
    private(set) var categories: [NotificationCategory] = []
    private(set) var removals: [String] = []
    private var state: AuthorizationState = .notDetermined
    private var reply: AuthorizationState = .authorized

    init(clock: ManualClock) { self.clock = clock }

    static let pendingLimit = 64
    private(set) var scheduled: [PendingNotification] = []
    /// Ids that were scheduled beyond the system's limit.
    private(set) var dropped: [String] = []
    private(set) var asked: [AuthorizationOptions] = []
    private var failure: NotAllowed?

    func setFailing(_ value: Bool) { failure = value ? NotAllowed() : nil }
    func setState(_ state: AuthorizationState) { self.state = state }
    func setHostCategories(_ categories: [NotificationCategory]) { self.categories = categories }

    /// Shows what is due, as the system does when its time has come.
    func fire() {
        let now = clock.now
        for notification in scheduled where notification.next.map({ $0 <= now }) ?? false {
            show(notification.payload, id: notification.id)
        }
        scheduled.removeAll { $0.next.map { $0 <= now } ?? false && $0.trigger?.repeats != true }
    }

    func setReply(_ reply: AuthorizationState) { self.reply = reply }

    /// A push is shown by the system itself. One with the same id is replaced.
    @discardableResult
    func show(_ payload: PushPayload, id: String) -> DeliveredNotification {
        let notification = DeliveredNotification(id: id, deliveredAt: clock.now, payload: payload)
        shown.removeAll { $0.id == id }
        shown.append(notification)
        return notification
    }

    var ids: [String] { shown.map(\.id).sorted() }

    func settings() async -> NotificationSettings { NotificationSettings(authorization: state) }

    func requestAuthorization(_ options: AuthorizationOptions) async throws -> AuthorizationState {
        asked.append(options)
        if options.contains(.provisional), state == .notDetermined {
            state = .provisional
        } else if state == .notDetermined || state == .provisional {
            state = reply
        }
        return state
    }

    func register(_ categories: [NotificationCategory]) async {
        self.categories = CategoryUnion.of(present: self.categories, ours: categories) { $0.id.rawValue }
    }

    func registered() async -> [RegisteredCategory] { categories.map(RegisteredCategory.init) }

    /// Up to 64, as the system: what is scheduled beyond is dropped without a word, the soonest stay.
    func schedule(_ notification: LocalNotification, _ trigger: LocalTrigger) async throws {
        if let failure { throw failure }
        let next = try trigger.next(after: clock.now)
        scheduled.removeAll { $0.id == notification.id }
        scheduled.append(
            PendingNotification(id: notification.id, payload: notification.payload, trigger: trigger, next: next))
        scheduled.sort { ($0.next ?? clock.now, $0.id) < ($1.next ?? clock.now, $1.id) }
        if scheduled.count > Self.pendingLimit { dropped += scheduled[Self.pendingLimit...].map(\.id) }
        scheduled = Array(scheduled.prefix(Self.pendingLimit))
    }

    func pending() async -> [PendingNotification] { scheduled }

    func removePending(_ ids: [String]) async {
        #expect(!ids.isEmpty, "nothing is asked for nothing")
        scheduled.removeAll { ids.contains($0.id) }
    }

    func removeAllPending() async { scheduled = [] }

    func deliver(_ notification: LocalNotification) async throws { show(notification.payload, id: notification.id) }

    func delivered() async -> [DeliveredNotification] { shown }

    func removeDelivered(_ ids: [String]) async {
        #expect(!ids.isEmpty, "nothing is asked for nothing")
        shown.removeAll { ids.contains($0.id) }
        removals += ids
    }

    func setBadge(_ count: Int) async throws {
        #expect(count >= 0)
        badge = count
    }
}

actor FakeHaptics: HapticsPort {
    private(set) var played: [Haptic] = []
    func play(_ haptic: Haptic) async { played.append(haptic) }
}
