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

    /// Schedules a notification, which is shown also when the app does not run. A pending one with the same ID is
    /// replaced.
    ///
    /// - Parameter trigger: one that ``LocalTrigger/next(after:)`` has found good.
    /// - Throws: when the system does not take it.
    func schedule(_ notification: LocalNotification, _ trigger: LocalTrigger) async throws

    /// The app's scheduled notifications that were not shown yet.
    func pending() async -> [PendingNotification]

    /// Removes notifications from the schedule.
    /// - Parameter ids: as in ``PendingNotification/id``.
    func removePending(_ ids: [String]) async

    /// Removes all scheduled notifications, including those of other parts of the app.
    func removeAllPending() async

    /// The app's notifications on the lock screen and in Notification Center.
    func delivered() async -> [DeliveredNotification]

    /// Removes notifications from the screen.
    /// - Parameter ids: as in ``DeliveredNotification/id``.
    func removeDelivered(_ ids: [String]) async

    /// Sets the number on the app's icon; 0 takes it away.
    func setBadge(_ count: Int) async throws
}

extension NotificationCenterPort {
    /// The present authorization.
    public func authorization() async -> AuthorizationState { await settings().authorization }
}

/// A notification as the system delivered it (`UNNotification`).
public struct DeliveredNotification: Hashable, Sendable, Identifiable {
    /// The system's own (`UNNotificationRequest.identifier`): for a push its collapse id or one that was made up.
    public let id: String
    public let deliveredAt: Timestamp
    public let payload: PushPayload

    public init(id: String, deliveredAt: Timestamp, payload: PushPayload) {
        self.id = id
        self.deliveredAt = deliveredAt
        self.payload = payload
    }
}

/// A local notification. Its payload is complete, as a push's is.
public struct LocalNotification: Hashable, Sendable, Identifiable {
    public let id: String
    public let payload: PushPayload

    public init(id: String, payload: PushPayload) {
        self.id = id
        self.payload = payload
    }
}

/// A person's response to a notification (`UNNotificationResponse`).
public struct NotificationResponse: Hashable, Sendable {
    public let notification: DeliveredNotification
    public let action: ActionID
    /// The text that the person typed, for an action with text input.
    public let text: String?

    public init(to notification: DeliveredNotification, _ action: ActionID, text: String? = nil) {
        self.notification = notification
        self.action = action
        self.text = text
    }
}

extension DeliveredNotification: Codable {
    enum CodingKeys: String, CodingKey { case id, deliveredAt, payload }

    public init(from decoder: any Decoder) throws {
        let container = try decoder.container(keyedBy: CodingKeys.self)
        self.init(
            id: try container.decode(String.self, forKey: .id),
            deliveredAt: try container.decode(Timestamp.self, forKey: .deliveredAt),
            payload: try container.decode(PushPayload.self, forKey: .payload))
    }

    public func encode(to encoder: any Encoder) throws {
        var container = encoder.container(keyedBy: CodingKeys.self)
        try container.encode(id, forKey: .id)
        try container.encode(deliveredAt, forKey: .deliveredAt)
        try container.encode(payload.json, forKey: .payload)
    }
}

/// A notification that the system will show later (`UNNotificationRequest`).
public struct PendingNotification: Hashable, Sendable, Identifiable {
    public let id: String
    public let payload: PushPayload
    /// `nil` for a trigger of another kind, such as a place.
    public let trigger: LocalTrigger?
    /// The next time of its presentation according to the system; `nil` when unknown.
    public let next: Timestamp?

    public init(id: String, payload: PushPayload, trigger: LocalTrigger?, next: Timestamp?) {
        self.id = id
        self.payload = payload
        self.trigger = trigger
        self.next = next
    }
}

/// A category as the system has it, by its names alone: what a diagnosis of missing buttons begins with.
public struct RegisteredCategory: Hashable, Sendable, Identifiable {
    public let id: CategoryID
    /// In the order in which they are shown.
    public let actions: [ActionID]

    public init(id: CategoryID, actions: [ActionID]) {
        self.id = id
        self.actions = actions
    }

    public init(_ category: NotificationCategory) {
        self.init(id: category.id, actions: category.actions.map(\.id))
    }
}

/// The set to hand to the system, which replaces what it had.
package enum CategoryUnion {
    /// `ours`, and everything of `present` that is not of the same name. What is there under one of our names is ours
    /// of an earlier version or language.
    package static func of<Category>(
        present: [Category], ours: [Category], id: (Category) -> String
    ) -> [Category] {
        let names = Set(ours.map(id))
        return present.filter { !names.contains(id($0)) } + ours
    }
}
