public import BellhopModel

/// The system's notification center (`UNUserNotificationCenter`).
public protocol NotificationCenterPort: Sendable {
    /// What the person allows now.
    func authorization() async -> AuthorizationState

    /// Asks the person, the first time; later gives what they said.
    ///
    /// - Throws: when the system could not ask.
    func requestAuthorization() async throws -> AuthorizationState

    /// Registers these categories beside those that the app has of its own. The system replaces the whole set with
    /// what it is given, so an implementation reads the present set first and hands over the union.
    func register(_ categories: [NotificationCategory]) async

    /// Shows a notification that the device itself makes, now. One with the same id is replaced.
    func deliver(_ notification: LocalNotification) async throws

    /// What stands on the lock screen and in Notification Center, of this app.
    func delivered() async -> [DeliveredNotification]

    /// Takes these off the screen.
    /// - Parameter ids: as in ``DeliveredNotification/id``.
    func removeDelivered(_ ids: [String]) async

    /// Sets the number on the app's icon; 0 takes it away.
    func setBadge(_ count: Int) async throws
}

/// What the person allows (`UNAuthorizationStatus`).
public enum AuthorizationState: String, Hashable, Sendable, CaseIterable {
    case notDetermined, denied, authorized
    /// Quietly, into Notification Center only, until the person decides.
    case provisional
    /// For an App Clip, for a time.
    case ephemeral
}
