public import BellhopModel

/// Who subscribes to what. A device's key speaks for its own user, an admin's for anybody.
extension BellhopClient {
    /// What a user subscribes to, in the order of the topics' ids; with an admin's key and no `user` all topics.
    ///
    /// - Parameters:
    ///   - after: only those after this one; the last of a page leads to the next.
    ///   - limit: 1 to 200; 50 unless given.
    public func listTopics(of user: UserID? = nil, after: TopicID? = nil, limit: Int? = nil) async throws -> [Topic] {
        let query = [("user", user?.description), ("after", after?.description), ("limit", limit.map(String.init))]
        return try await call(Call(.listTopics, query: query), as: Page<Topic>.self).items
    }

    /// Who subscribes to a topic, in the order of their ids. Needs an admin's key.
    public func listSubscribers(
        of topic: TopicID, after: UserID? = nil, limit: Int? = nil
    ) async throws -> [Subscriber] {
        let query = [("after", after?.description), ("limit", limit.map(String.init))]
        return try await call(Call(.listSubscribers, topic.description, query: query), as: Page<Subscriber>.self).items
    }

    /// Subscribes the key's own user, or with an admin's key `users`. Again changes nothing.
    @discardableResult
    public func subscribe(_ users: [UserID]? = nil, to topic: TopicID) async throws -> SubscriptionResult {
        return try await call(Call(.subscribe, topic.description).sending(SubscriptionRequest(users: users)))
    }

    /// Ends a subscription, if there is one.
    public func unsubscribe(_ user: UserID, from topic: TopicID) async throws {
        _ = try await perform(Call(.unsubscribe, topic.description, user.description))
    }
}
