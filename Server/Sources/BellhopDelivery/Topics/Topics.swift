public import BellhopModel
public import BellhopStore

/// Who subscribes to what. Devices speak for their own user, admins for anybody.
///
/// Every method throws `APIError` for what its caller did wrong, and passes on what the store throws when it cannot do
/// its work. What a method returns is durable.
public struct Topics: Sendable {
    private let store: any TopicStore
    private let time: any TimeSource

    public init(store: any TopicStore, time: any TimeSource) {
        self.store = store
        self.time = time
    }

    /// What a user subscribes to, in the order of the topics' ids; with an admin's key and no `user` all topics.
    ///
    /// - Parameters:
    ///   - cursor: the last one of the page before.
    ///   - limit: at most so many; 1 to 200, and what is beyond is brought into that range.
    /// - Throws: `APIError` `forbidden`.
    public func list(
        of user: UserID?, after cursor: TopicID?, limit: Int, for key: KeyRecord
    ) async throws -> [Topic] {
        try key.require([.device, .admin], to: "read topics")
        let owner = key.role == .admin ? user : try key.owner(user, to: "read topics")
        return try await store.topics(of: owner, after: cursor, limit: PageLimit.clamp(limit))
    }

    /// Who subscribes to `topic`, in the order of their ids; empty for one that nobody subscribes to.
    ///
    /// - Throws: `APIError` `forbidden` unless the key is an admin's.
    public func subscribers(
        of topic: TopicID, after cursor: UserID?, limit: Int, for key: KeyRecord
    ) async throws -> [Subscriber] {
        try key.require([.admin], to: "read who subscribes")
        return try await store.subscribers(of: topic, after: cursor, limit: PageLimit.clamp(limit))
    }

    /// Subscribes the key's own user, or with an admin's key those that `request` names. Again changes nothing.
    ///
    /// - Throws: `APIError`: `invalid_request`; `forbidden`, also when a device names an item that its user does not have.
    public func subscribe(
        _ request: SubscriptionRequest, to topic: TopicID, by key: KeyRecord
    ) async throws -> SubscriptionResult {
        try key.require([.device, .admin], to: "subscribe")
        let users = request.users ?? [key.userID]
        if users.contains(where: { $0 != key.userID }) { try key.require([.admin], to: "subscribe another user") }
        if key.role == .admin { return try await store.subscribe(users, to: topic, at: time.now) }
        guard let result = try await store.subscribe(own: key.userID, to: topic, at: time.now) else {
            throw APIError(.forbidden, "\(topic) is an item: an admin's key says who has it.")
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
