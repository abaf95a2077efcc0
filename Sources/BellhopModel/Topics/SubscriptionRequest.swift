/// What `POST /v1/topics/{id}/subscribers` takes.
public struct SubscriptionRequest: Codable, Hashable, Sendable {
    /// Who is to subscribe, at most ``APILimits/audience`` at once: the key's own user unless given. Only an admin's
    /// key may name others.
    public var users: [UserID]?

    public init(users: [UserID]? = nil) { self.users = users }
}

/// What came of it.
public struct SubscriptionResult: Codable, Hashable, Sendable {
    /// How many were not subscribed before.
    public var added: Int
    /// As it stands then.
    public var topic: Topic

    public init(added: Int, topic: Topic) {
        self.added = added
        self.topic = topic
    }
}
