import BellhopKit
import BellhopModel

/// The phone's notification center, as its app sees it.
struct PhoneCenter: NotificationCenterPort {
    let system: PhoneSystem
    let clock: any ClockPort

    func authorization() async -> AuthorizationState { system.screen.authorization }

    func requestAuthorization() async throws -> AuthorizationState { system.screen.authorization }

    /// The catalog is what this system knows anyway.
    func register(_ categories: [NotificationCategory]) async {}

    func deliver(_ notification: LocalNotification) async throws {
        let delivered = DeliveredNotification(
            id: notification.id, deliveredAt: clock.now, payload: notification.payload)
        system.change { $0.add(delivered) }
    }

    func delivered() async -> [DeliveredNotification] { system.screen.notifications }

    func removeDelivered(_ ids: [String]) async { system.change { $0.remove(ids) } }

    func setBadge(_ count: Int) async throws { system.change { $0.screen.badge = count } }
}
