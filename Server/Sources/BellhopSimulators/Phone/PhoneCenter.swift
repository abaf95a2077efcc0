import BellhopKit
import BellhopModel
import Synchronization

/// The phone's notification center: what shows, and the number on the icon.
final class PhoneCenter: NotificationCenterPort {
    private struct State {
        var delivered: [DeliveredNotification] = []
        var badge = 0
        var isAllowed = true
    }

    private let state = Mutex(State())
    private let clock: any ClockPort
    private let onChange: @Sendable () -> Void

    /// - Parameter onChange: called after every change of what shows.
    init(clock: any ClockPort, onChange: @escaping @Sendable () -> Void) {
        self.clock = clock
        self.onChange = onChange
    }

    var showing: [DeliveredNotification] { state.withLock { $0.delivered } }
    var badge: Int { state.withLock { $0.badge } }

    /// A push as the system shows it, above the others. One with the same id is replaced.
    func show(_ notification: DeliveredNotification) {
        state.withLock { state in
            state.delivered.removeAll { $0.id == notification.id }
            state.delivered.append(notification)
            if let badge = notification.payload.aps.badge { state.badge = badge }
        }
        onChange()
    }

    func remove(_ id: String) {
        state.withLock { state in state.delivered.removeAll { $0.id == id } }
        onChange()
    }

    func authorization() async -> AuthorizationState { state.withLock { $0.isAllowed } ? .authorized : .denied }
    func requestAuthorization() async throws -> AuthorizationState { await authorization() }
    func register(_ categories: [NotificationCategory]) async {}

    func deliver(_ notification: LocalNotification) async throws {
        show(DeliveredNotification(id: notification.id, deliveredAt: clock.now, payload: notification.payload))
    }

    func delivered() async -> [DeliveredNotification] { showing }

    func removeDelivered(_ ids: [String]) async {
        state.withLock { state in state.delivered.removeAll { ids.contains($0.id) } }
        onChange()
    }

    func setBadge(_ count: Int) async throws {
        state.withLock { $0.badge = count }
        onChange()
    }
}
