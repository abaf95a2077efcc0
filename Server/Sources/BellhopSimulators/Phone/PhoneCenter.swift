import BellhopKit
import BellhopModel
import NIOConcurrencyHelpers

/// The phone's implementation of the notification center.
struct PhoneCenter: NotificationCenterPort {
    let system: PhoneSystem
    let clock: any ClockPort

    func settings() async -> NotificationSettings {
        NotificationSettings(authorization: system.screen.authorization)
    }

    func requestAuthorization(_ options: AuthorizationOptions) async throws -> AuthorizationState {
        system.screen.authorization
    }

    /// This system always knows the whole catalog.
    func register(_ categories: [NotificationCategory]) async {}

    func registered() async -> [RegisteredCategory] { CategoryCatalog.all.map(RegisteredCategory.init) }

    func deliver(_ notification: LocalNotification) async throws {
        let delivered = DeliveredNotification(
            id: notification.id, deliveredAt: clock.now, payload: notification.payload)
        system.change { $0.add(delivered) }
    }

    func schedule(_ notification: LocalNotification, _ trigger: LocalTrigger) async throws {
        let next = try trigger.next(after: clock.now)
        system.change {
            $0.schedule(
                PendingNotification(id: notification.id, payload: notification.payload, trigger: trigger, next: next))
        }
    }

    func pending() async -> [PendingNotification] { system.screen.scheduled }

    func removePending(_ ids: [String]) async {
        system.change { $0.screen.scheduled.removeAll { ids.contains($0.id) } }
    }

    func removeAllPending() async { system.change { $0.screen.scheduled = [] } }

    func delivered() async -> [DeliveredNotification] { system.screen.notifications }

    func removeDelivered(_ ids: [String]) async { system.change { $0.remove(ids) } }

    func setBadge(_ count: Int) async throws { system.change { $0.screen.badge = count } }
}

/// Records haptics instead of playing them.
final class PhoneHaptics: HapticsPort {
    private let played = NIOLockedValueBox<[Haptic]>([])

    var all: [Haptic] { played.withLockedValue { $0 } }

    func play(_ haptic: Haptic) async { played.withLockedValue { $0.append(haptic) } }
}
