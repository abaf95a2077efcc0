/// A topic and its number of subscribers. It exists while it has at least one subscriber.
public struct Topic: Codable, Hashable, Sendable, Identifiable {
    public let id: TopicID
    public var subscribers: Int

    public init(id: TopicID, subscribers: Int) {
        self.id = id
        self.subscribers = subscribers
    }
}

/// A subscriber of a topic.
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

/// The body of `POST /v1/topics/{id}/subscribers`.
public struct SubscriptionRequest: Codable, Hashable, Sendable {
    /// The users to subscribe, at most ``APILimits/audience``; the key's own user unless given. Only an admin key may
    /// name others.
    public var users: [UserID]?

    public init(users: [UserID]? = nil) { self.users = users }
}

/// The response to a subscription.
public struct SubscriptionResult: Codable, Hashable, Sendable {
    /// The number of new subscribers.
    public var added: Int
    /// The topic after the change.
    public var topic: Topic

    public init(added: Int, topic: Topic) {
        self.added = added
        self.topic = topic
    }
}
