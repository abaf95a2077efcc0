import BellhopModel

extension DeviceAPI {
    /// - Parameter cursor: as the last page gave it; `nil` for the whole list.
    func itemChanges(
        since cursor: String?, key: Secret
    ) async throws(CancellationError) -> ServerReply<ItemChanges> {
        let since = cursor.map { "&since=\(PercentEncoding.segment($0))" } ?? ""
        let path = "\(Endpoint.itemChanges.path)?limit=\(PageLimit.items)\(since)"
        return try await send(Call(endpoint: .itemChanges, path: path, key: key))
    }

    func completeItem(
        _ id: String, key: Secret, idempotencyKey: String
    ) async throws(CancellationError) -> ServerReply<Void> {
        try await send(
            Call(
                endpoint: .completeItem, path: Endpoint.completeItem.path(id), key: key, idempotencyKey: idempotencyKey),
            as: Self.acknowledgement)
    }

    func reply(
        _ reply: MessageReply, key: Secret, idempotencyKey: String
    ) async throws(CancellationError) -> ServerReply<Void> {
        guard let body = try? CanonicalJSON.encode(reply) else { return .unavailable(.unwritable) }
        return try await send(
            Call(
                endpoint: .replyToMessage, path: Endpoint.replyToMessage.path, body: body, key: key,
                idempotencyKey: idempotencyKey),
            as: Self.acknowledgement)
    }
}
