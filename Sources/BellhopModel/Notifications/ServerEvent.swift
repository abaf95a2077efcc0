/// An event for connected clients, sent as one JSON text frame of the WebSocket.
///
/// Events are hints: a client that missed some reads the lists again.
public enum ServerEvent: Hashable, Sendable {
    case askCreated(Ask)
    /// An ask was answered, withdrawn or expired. Clients remove it from the screen.
    case askResolved(Ask)
    /// The agent applied the answer.
    case askApplied(Ask)
    case notificationCreated(UserNotification)
    case notificationRead(NotificationID)
    /// Several notifications were read at once.
    case notificationsRead([NotificationID])
    case sessionUpdated(AgentSession)
    /// The new badge of the app's icon.
    case badge(Int)
    /// A type that this version does not know. Clients ignore it.
    case unknown(String)

    public var type: String {
        switch self {
        case .askCreated: "ask_created"
        case .askResolved: "ask_resolved"
        case .askApplied: "ask_applied"
        case .notificationCreated: "notification_created"
        case .notificationRead: "notification_read"
        case .notificationsRead: "notifications_read"
        case .sessionUpdated: "session_updated"
        case .badge: "badge"
        case .unknown(let type): type
        }
    }
}

extension ServerEvent: Codable {
    enum CodingKeys: String, CodingKey {
        case type, ask, notification, session, count
        case notificationID = "notification_id"
        case notificationIDs = "notification_ids"
    }

    public init(from decoder: any Decoder) throws {
        let container = try decoder.container(keyedBy: CodingKeys.self)
        switch try container.decode(String.self, forKey: .type) {
        case "ask_created": self = .askCreated(try container.decode(Ask.self, forKey: .ask))
        case "ask_resolved": self = .askResolved(try container.decode(Ask.self, forKey: .ask))
        case "ask_applied": self = .askApplied(try container.decode(Ask.self, forKey: .ask))
        case "notification_created":
            self = .notificationCreated(try container.decode(UserNotification.self, forKey: .notification))
        case "notification_read":
            self = .notificationRead(try container.decode(NotificationID.self, forKey: .notificationID))
        case "notifications_read":
            self = .notificationsRead(try container.decode([NotificationID].self, forKey: .notificationIDs))
        case "session_updated": self = .sessionUpdated(try container.decode(AgentSession.self, forKey: .session))
        case "badge": self = .badge(try container.decode(Int.self, forKey: .count))
        case let other: self = .unknown(other)
        }
    }

    public func encode(to encoder: any Encoder) throws {
        var container = encoder.container(keyedBy: CodingKeys.self)
        try container.encode(type, forKey: .type)
        switch self {
        case .askCreated(let ask), .askResolved(let ask), .askApplied(let ask): try container.encode(ask, forKey: .ask)
        case .notificationCreated(let notification): try container.encode(notification, forKey: .notification)
        case .notificationRead(let id): try container.encode(id, forKey: .notificationID)
        case .notificationsRead(let ids): try container.encode(ids, forKey: .notificationIDs)
        case .sessionUpdated(let session): try container.encode(session, forKey: .session)
        case .badge(let count): try container.encode(count, forKey: .count)
        case .unknown: break
        }
    }
}
