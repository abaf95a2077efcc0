import BellhopModel

extension DeviceAPI {
    /// - Parameter cursor: as the last page gave it; `nil` for the whole list.
    func itemChanges(
        since cursor: String?, key: Secret
    ) async throws(CancellationError) -> ServerReply<ItemChanges> {
        try await send(Call(.itemChanges, query: [PageLimit.query, ("since", cursor)], key: key))
    }

    func item(_ id: TopicID, key: Secret) async throws(CancellationError) -> ServerReply<Item> {
        try await send(Call(.getItem, id.description, key: key))
    }

    /// - Parameter after: the last item of the page before.
    func items(after: TopicID?, key: Secret) async throws(CancellationError) -> ServerReply<Page<Item>> {
        try await send(Call(.listItems, query: [PageLimit.query, ("after", after?.description)], key: key))
    }

    func snoozeItem(
        _ id: TopicID, minutes: Int, key: Secret
    ) async throws(CancellationError) -> ServerReply<Void> {
        guard let body = try? CanonicalJSON.encode(SnoozeRequest(minutes: minutes)) else {
            return .unavailable(.unwritable)
        }
        return try await send(Call(.snoozeItem, id.description, body: body, key: key), as: Self.acknowledgement)
    }

    /// Newest first.
    func messages(
        in conversation: ConversationID?, key: Secret
    ) async throws(CancellationError) -> ServerReply<Page<Message>> {
        try await send(
            Call(
                .listMessages, query: [PageLimit.query, ("conversation", conversation?.description)], key: key))
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
