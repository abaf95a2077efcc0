import BellhopModel

extension DeviceAPI {
    /// - Parameter after: the last topic of the page before.
    func topics(after: TopicID?, key: Secret) async throws(CancellationError) -> ServerReply<Page<Topic>> {
        try await send(Call(.listTopics, query: [PageLimit.query, ("after", after?.description)], key: key))
    }

    /// Without an `Idempotency-Key`: again it changes nothing.
    func subscribe(to topic: TopicID, key: Secret) async throws(CancellationError) -> ServerReply<Void> {
        try await send(Call(.subscribe, topic.description, key: key), as: Self.acknowledgement)
    }

    func unsubscribe(
        _ user: UserID, from topic: TopicID, key: Secret
    ) async throws(CancellationError) -> ServerReply<Void> {
        try await send(
            Call(.unsubscribe, topic.description, user.description, key: key), as: Self.acknowledgement)
    }
}
