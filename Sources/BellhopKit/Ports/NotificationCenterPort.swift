public import BellhopModel

/// The system's notification center (`UNUserNotificationCenter`).
public protocol NotificationCenterPort: Sendable {
    /// The present notification settings.
    func settings() async -> NotificationSettings

    /// Asks the person the first time; later returns their answer. With ``AuthorizationOptions/provisional`` the system
    /// does not ask.
    ///
    /// - Throws: when the system could not ask.
    func requestAuthorization(_ options: AuthorizationOptions) async throws -> AuthorizationState

    /// Registers these categories beside those that the app has of its own. The system replaces the whole set with
    /// what it is given, so an implementation reads the present set first and hands over ``CategoryUnion``.
    func register(_ categories: [NotificationCategory]) async

    /// All categories that are registered now, the app's own among them.
    func registered() async -> [RegisteredCategory]

    /// Shows a notification that the device itself makes, now. One with the same id is replaced.
    func deliver(_ notification: LocalNotification) async throws

    /// Shows it when `trigger` says, also when the app does not run then. A pending one with the same id is replaced.
    ///
    /// - Parameter trigger: one that ``LocalTrigger/next(after:)`` has found good.
    /// - Throws: when the system does not take it.
    func schedule(_ notification: LocalNotification, _ trigger: LocalTrigger) async throws

    /// The app's scheduled notifications that were not shown yet.
    func pending() async -> [PendingNotification]

    /// Takes these off the schedule.
    /// - Parameter ids: as in ``PendingNotification/id``.
    func removePending(_ ids: [String]) async

    /// Takes everything off the schedule, whatever part of the app scheduled it.
    func removeAllPending() async

    /// The app's notifications on the lock screen and in Notification Center.
    func delivered() async -> [DeliveredNotification]

    /// Takes these off the screen.
    /// - Parameter ids: as in ``DeliveredNotification/id``.
    func removeDelivered(_ ids: [String]) async

    /// Sets the number on the app's icon; 0 takes it away.
    func setBadge(_ count: Int) async throws
}

extension NotificationCenterPort {
    /// The present authorization.
    public func authorization() async -> AuthorizationState { await settings().authorization }
}
