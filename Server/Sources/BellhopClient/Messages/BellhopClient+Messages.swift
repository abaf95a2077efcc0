public import BellhopModel

extension BellhopClient {
    /// Writes to a user, who can reply from the notification. Needs an admin's key.
    @discardableResult
    public func sendMessage(_ request: MessageRequest, idempotencyKey: String? = nil) async throws -> Message {
        try await call(Call(.sendMessage).sending(request).keyed(idempotencyKey))
    }

    /// Replies to a message, to whoever wrote it. Needs a device's key.
    @discardableResult
    public func replyToMessage(_ reply: MessageReply, idempotencyKey: String? = nil) async throws -> Message {
        try await call(Call(.replyToMessage).sending(reply).keyed(idempotencyKey))
    }

    /// What a user wrote and what was written to them, newest first.
    ///
    /// - Parameters:
    ///   - user: the key's own unless given; only an admin's key may name another.
    ///   - before: only those older than this one; the last of a page leads to the next.
    ///   - after: instead only those that came after this one, oldest first.
    public func listMessages(
        of user: UserID? = nil, in conversation: ConversationID? = nil, before: MessageID? = nil,
        after: MessageID? = nil, limit: Int? = nil
    ) async throws -> [Message] {
        let query = [
            ("user", user?.description), ("conversation", conversation?.description), ("before", before?.description),
            ("after", after?.description), ("limit", limit.map(String.init)),
        ]
        return try await call(Call(.listMessages, query: query), as: Page<Message>.self).items
    }
}
