#if canImport(UIKit) && !os(watchOS)
public import BellhopKit
public import BellhopModel
import Foundation
public import UserNotifications

/// The system's notification center.
///
/// `UNUserNotificationCenter` is neither sendable nor isolated, so it is asked for each call and never leaves this
/// actor; what it gives is turned into values here.
public actor SystemNotificationCenter: NotificationCenterPort {
    private let center: @Sendable () -> UNUserNotificationCenter
    /// All that were registered here since the launch: two calls at the same time must not undo each other.
    private var ours: [NotificationCategory] = []

    /// - Parameter center: the center, for tests.
    public init(center: @escaping @Sendable () -> UNUserNotificationCenter = { .current() }) { self.center = center }

    public func settings() async -> NotificationSettings { NotificationSettings(await center().notificationSettings()) }

    public func requestAuthorization(_ options: AuthorizationOptions) async throws -> AuthorizationState {
        let center = center()
        _ = try await center.requestAuthorization(options: UNAuthorizationOptions(rawValue: options.rawValue))
        return AuthorizationState(await center.notificationSettings().authorizationStatus)
    }

    // MARK: Categories

    public func register(_ categories: [NotificationCategory]) async {
        ours = CategoryUnion.of(present: ours, ours: categories) { $0.id.rawValue }
        let center = center()
        let present = await center.notificationCategories()
        let union = CategoryUnion.of(
            present: Array(present), ours: ours.map { UNNotificationCategory($0) }, id: { $0.identifier })
        center.setNotificationCategories(Set(union))
        // The set takes effect some time later; to read it back is to wait for that.
        _ = await center.notificationCategories()
    }

    public func registered() async -> [RegisteredCategory] {
        await center().notificationCategories().map(RegisteredCategory.init).sorted { $0.id.rawValue < $1.id.rawValue }
    }

    // MARK: Showing

    public func deliver(_ notification: LocalNotification) async throws {
        try await center().add(UNNotificationRequest(notification, nil))
    }

    public func schedule(_ notification: LocalNotification, _ trigger: LocalTrigger) async throws {
        try await center().add(UNNotificationRequest(notification, UNNotificationTrigger.of(trigger)))
    }

    public func pending() async -> [PendingNotification] {
        await center().pendingNotificationRequests().map(PendingNotification.init)
    }

    public func removePending(_ ids: [String]) {
        center().removePendingNotificationRequests(withIdentifiers: ids)
    }

    public func removeAllPending() { center().removeAllPendingNotificationRequests() }

    public func delivered() async -> [DeliveredNotification] {
        await center().deliveredNotifications().map(DeliveredNotification.init)
    }

    public func removeDelivered(_ ids: [String]) {
        center().removeDeliveredNotifications(withIdentifiers: ids)
    }

    public func setBadge(_ count: Int) async throws { try await center().setBadgeCount(max(0, count)) }
}
#endif
