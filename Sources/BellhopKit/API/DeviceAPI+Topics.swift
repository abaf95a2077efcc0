import BellhopModel

extension DeviceAPI {
    /// - Parameter after: the last topic of the page before.
    func topics(after: TopicID?, key: Secret) async throws(CancellationError) -> ServerReply<Page<Topic>> {
        let cursor = after.map { "&after=\(PercentEncoding.segment($0.description))" } ?? ""
        let path = "\(Endpoint.listTopics.path)?limit=\(PageLimit.items)\(cursor)"
        return try await send(Call(endpoint: .listTopics, path: path, key: key))
    }

    /// Without an `Idempotency-Key`: again it changes nothing.
    func subscribe(to topic: TopicID, key: Secret) async throws(CancellationError) -> ServerReply<Void> {
        try await send(
            Call(endpoint: .subscribe, path: Endpoint.subscribe.path(topic.description), key: key),
            as: Self.acknowledgement)
    }

    func unsubscribe(
        _ user: UserID, from topic: TopicID, key: Secret
    ) async throws(CancellationError) -> ServerReply<Void> {
        let path = Endpoint.unsubscribe.path(topic.description, user.description)
        return try await send(Call(endpoint: .unsubscribe, path: path, key: key), as: Self.acknowledgement)
    }
}
