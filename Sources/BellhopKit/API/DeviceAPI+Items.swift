import BellhopModel

extension DeviceAPI {
    /// - Parameter cursor: as the last page gave it; `nil` for the whole list.
    func itemChanges(
        since cursor: String?, key: Secret
    ) async throws(CancellationError) -> ServerReply<ItemChanges> {
        try await send(Call(.itemChanges, query: [PageLimit.query, ("since", cursor)], key: key))
    }

    func completeItem(
        _ id: String, key: Secret, idempotencyKey: String
    ) async throws(CancellationError) -> ServerReply<Void> {
        try await send(
            Call(.completeItem, id, key: key, idempotencyKey: idempotencyKey), as: Self.acknowledgement)
    }

    func reply(
        _ reply: MessageReply, key: Secret, idempotencyKey: String
    ) async throws(CancellationError) -> ServerReply<Void> {
        guard let body = try? CanonicalJSON.encode(reply) else { return .unavailable(.unwritable) }
        return try await send(
            Call(.replyToMessage, body: body, key: key, idempotencyKey: idempotencyKey), as: Self.acknowledgement)
    }
}
