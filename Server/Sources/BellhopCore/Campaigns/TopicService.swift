public import BellhopModel
public import BellhopStore

/// Topics and their subscriptions. Devices manage those of their own user, admins those of all users.
///
/// Every method throws `APIError` for a caller's error, and rethrows store errors. Returned results are durable.
public struct TopicService: Sendable {
    private let store: Store
    private let time: any TimeSource

    public init(store: Store, time: any TimeSource) {
        self.store = store
        self.time = time
    }

    /// A user's topics, ordered by id; with an admin's key and without `user` all topics.
    ///
    /// - Parameters:
    ///   - cursor: the last topic of the previous page.
    ///   - limit: the page size. Values outside of 1 to 200 are clamped.
    /// - Throws: `APIError` `forbidden`.
    public func list(
        of user: UserID?, after cursor: TopicID?, limit: Int, for key: KeyRecord
    ) async throws -> [Topic] {
        try key.require([.device, .admin], to: "read topics")
        let owner = key.role == .admin ? user : try key.owner(user, to: "read topics")
        return try await store.topics(of: owner, after: cursor, limit: PageLimit.clamp(limit))
    }

    /// The subscribers of `topic`, ordered by id; empty for an unknown topic.
    ///
    /// - Throws: `APIError` `forbidden` unless the key is an admin's.
    public func subscribers(
        of topic: TopicID, after cursor: UserID?, limit: Int, for key: KeyRecord
    ) async throws -> [Subscriber] {
        try key.require([.admin], to: "read subscribers")
        return try await store.subscribers(of: topic, after: cursor, limit: PageLimit.clamp(limit))
    }

    /// Subscribes the key's own user, or with an admin's key the users of `request`. Repeating it changes nothing.
    ///
    /// - Throws: `APIError`: `invalid_request`; `forbidden`, also when a device names an item that its user does not
    ///   have.
    public func subscribe(
        _ request: SubscriptionRequest, to topic: TopicID, by key: KeyRecord
    ) async throws -> SubscriptionResult {
        try key.require([.device, .admin], to: "subscribe")
        let users = request.users ?? [key.userID]
        if users.contains(where: { $0 != key.userID }) { try key.require([.admin], to: "subscribe another user") }
        if key.role == .admin { return try await store.subscribe(users, to: topic, at: time.now) }
        guard let result = try await store.subscribe(own: key.userID, to: topic, at: time.now) else {
            throw APIError(.forbidden, "\(topic) is an item: an admin key is needed to subscribe users to it.")
        }
        return result
    }

    /// Ends a subscription, if there is one.
    ///
    /// - Throws: `APIError` `forbidden`.
    public func unsubscribe(_ user: UserID, from topic: TopicID, by key: KeyRecord) async throws {
        try key.require([.device, .admin], to: "end a subscription")
        _ = try await store.unsubscribe(
            key.owner(user, to: "end a subscription"), from: topic, at: time.now)
    }
}
