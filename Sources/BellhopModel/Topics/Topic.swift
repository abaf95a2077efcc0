/// Something users subscribe to, and how many do. There is one as long as somebody subscribes to it.
public struct Topic: Codable, Hashable, Sendable, Identifiable {
    public let id: TopicID
    public var subscribers: Int

    public init(id: TopicID, subscribers: Int) {
        self.id = id
        self.subscribers = subscribers
    }
}

/// A user of a topic.
public struct Subscriber: Codable, Hashable, Sendable {
    public let userID: UserID
    public let subscribedAt: Timestamp

    public init(userID: UserID, subscribedAt: Timestamp) {
        self.userID = userID
        self.subscribedAt = subscribedAt
    }

    enum CodingKeys: String, CodingKey {
        case userID = "user_id"
        case subscribedAt = "subscribed_at"
    }
}
