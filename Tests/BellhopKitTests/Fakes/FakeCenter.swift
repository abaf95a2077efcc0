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

    func authorization() async -> AuthorizationState { state }

    func requestAuthorization() async throws -> AuthorizationState {
        if state == .notDetermined { state = reply }
        return state
    }

    func register(_ categories: [NotificationCategory]) async { self.categories = categories }

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
