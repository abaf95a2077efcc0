public import BellhopModel

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

/// A notification that the device makes for itself. Its payload says it all, as a push's would.
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
