public import BellhopModel

/// The system's notification center (`UNUserNotificationCenter`).
public protocol NotificationCenterPort: Sendable {
    /// The current notification settings.
    func settings() async -> NotificationSettings

    /// Asks the user the first time, and returns the answer later. With ``AuthorizationOptions/provisional`` the system
    /// does not ask.
    ///
    /// - Throws: when the system could not ask.
    func requestAuthorization(_ options: AuthorizationOptions) async throws -> AuthorizationState

    /// Registers these categories beside the app's own. The system replaces the whole set, so an implementation reads
    /// the current set first and passes ``CategoryUnion``.
    func register(_ categories: [NotificationCategory]) async

    /// All registered categories, including the app's own.
    func registered() async -> [RegisteredCategory]

    /// Shows a notification of this device now. It replaces one with the same id.
    func deliver(_ notification: LocalNotification) async throws

    /// Schedules a notification, which is shown also when the app does not run. It replaces a pending one with the same
    /// ID.
    ///
    /// - Parameter trigger: a trigger that ``LocalTrigger/next(after:)`` accepts.
    /// - Throws: when the system refuses it.
    func schedule(_ notification: LocalNotification, _ trigger: LocalTrigger) async throws

    /// The app's scheduled notifications that have not been shown yet.
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

    /// Sets the number on the app's icon; 0 removes it.
    func setBadge(_ count: Int) async throws
}

extension NotificationCenterPort {
    /// The current authorization.
    public func authorization() async -> AuthorizationState { await settings().authorization }
}

/// A notification as the system delivered it (`UNNotification`).
public struct DeliveredNotification: Hashable, Sendable, Identifiable {
    /// The system's id (`UNNotificationRequest.identifier`): for a push its collapse id or a generated one.
    public let id: String
    public let deliveredAt: Timestamp
    public let payload: PushPayload

    public init(id: String, deliveredAt: Timestamp, payload: PushPayload) {
        self.id = id
        self.deliveredAt = deliveredAt
        self.payload = payload
    }
}

/// A local notification with a complete payload, like a push's.
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
    /// `nil` for a trigger of another kind, such as a location.
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

/// A category as registered in the system, by its names only, for diagnosing missing buttons.
public struct RegisteredCategory: Hashable, Sendable, Identifiable {
    public let id: CategoryID
    /// The actions in the shown order.
    public let actions: [ActionID]

    public init(id: CategoryID, actions: [ActionID]) {
        self.id = id
        self.actions = actions
    }

    public init(_ category: NotificationCategory) {
        self.init(id: category.id, actions: category.actions.map(\.id))
    }
}

/// The complete set of categories to register.
package enum CategoryUnion {
    /// `ours`, and all of `present` with other names. A present category with one of our names is an earlier version of
    /// ours or in another language.
    package static func of<Category>(
        present: [Category], ours: [Category], id: (Category) -> String
    ) -> [Category] {
        let names = Set(ours.map(id))
        return present.filter { !names.contains(id($0)) } + ours
    }
}
