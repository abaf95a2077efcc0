public import BellhopModel

/// Who subscribes to what. Lists are in the order of their ids' UTF-8, and pages begin after a `cursor`.
public protocol TopicStore: Sendable {
    /// Subscribes `users` to `topic`, all of them or none. Who subscribed before stays subscribed since then.
    /// - Returns: how many had not, and the topic as it stands.
    func subscribe(_ users: [UserID], to topic: TopicID, at time: Timestamp) async throws -> SubscriptionResult

    /// Subscribes a user who asked for it.
    /// - Returns: as ``subscribe(_:to:at:)``; `nil` when there is an item under the topic's id that the user does not
    ///   subscribe to.
    func subscribe(own user: UserID, to topic: TopicID, at time: Timestamp) async throws -> SubscriptionResult?

    /// - Returns: whether the user was subscribed. What was accepted before goes on as it was.
    func unsubscribe(_ user: UserID, from topic: TopicID, at time: Timestamp) async throws -> Bool

    /// At most `limit`.
    func subscribers(of topic: TopicID, after cursor: UserID?, limit: Int) async throws -> [Subscriber]

    /// The topics somebody subscribes to, at most `limit`; only those of `user` if given.
    func topics(of user: UserID?, after cursor: TopicID?, limit: Int) async throws -> [Topic]
}
