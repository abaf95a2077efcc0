public import BellhopModel
public import BellhopStore

/// What users write to each other, with the notifications that it can be answered from.
///
/// Every method throws `APIError` for what its caller did wrong, and passes on what the store throws when it cannot do
/// its work. What a method returns is durable.
public struct Messages: Sendable {
    /// Makes the record of the response, which is stored together with the message, so that a repetition under the same
    /// idempotency key finds it even after a crash. `nil` when the request named no such key.
    public typealias Remember = @Sendable (Message) throws -> IdempotencyRecord

    /// How long a message's notification is of use.
    static let lifetime: Duration = .seconds(7 * 86_400)

    private let store: any Store
    private let wake: Wake
    private let time: any TimeSource
    private let announcer: Announcer

    /// - Parameter wake: rung whenever there are deliveries to send.
    public init(store: any Store, hub: EventHub, wake: Wake, time: any TimeSource) {
        self.store = store
        self.wake = wake
        self.time = time
        self.announcer = Announcer(store: store, hub: hub, time: time)
    }

    /// Writes to a user.
    ///
    /// - Parameter key: an admin's, who may write in anybody's name.
    /// - Throws: `APIError`: `forbidden`, `invalid_request`.
    public func send(
        _ request: MessageRequest, by key: KeyRecord, remember: Remember?
    ) async throws -> Acceptance<Message> {
        try key.require([.admin], to: "write messages")
        let (now, from) = (time.now, request.from ?? key.userID)
        let id = MessageID.make(at: now)
        let conversation = request.conversation ?? ConversationID(id.description) ?? "message"
        let message = Message(
            id: id, conversation: conversation, from: from, to: request.to, text: request.text, sentAt: now)
        return try await deliver(message, titled: request.title ?? from.description, remember)
    }

    /// Replies to a message, to whoever wrote it.
    ///
    /// - Parameter key: of a device of the user to whom it was written.
    /// - Throws: `APIError`: `forbidden`, `invalid_request`, `not_found`.
    public func reply(
        _ reply: MessageReply, by key: KeyRecord, remember: Remember?
    ) async throws -> Acceptance<Message> {
        try key.require([.device], to: "reply to messages")
        guard let original = try await store.message(reply.messageID) else {
            throw APIError(.notFound, "There is no message \(reply.messageID).")
        }
        guard original.to == key.userID else {
            throw APIError(.forbidden, "This message was written to another user than the key's.")
        }
        let now = time.now
        let message = Message(
            id: .make(at: now), conversation: original.conversation, from: key.userID, to: original.from,
            text: reply.text, replyTo: original.id, sentAt: now)
        return try await deliver(message, titled: key.userID.description, remember)
    }

    /// What the user wrote and what was written to them.
    ///
    /// - Parameters:
    ///   - user: the key's own unless given; only an admin's key may name another.
    ///   - limit: 1 to 200, and what is beyond is brought into that range.
    /// - Throws: `APIError`: `forbidden`; `cursor_too_old` when there is no such message to read on after.
    public func list(
        of user: UserID?, for key: KeyRecord, _ range: MessageRange, in conversation: ConversationID?, limit: Int
    ) async throws -> [Message] {
        try key.require([.admin, .device], to: "read messages")
        let reader = try key.owner(user, to: "read messages")
        guard
            let messages = try await store.messages(
                of: reader, range, in: conversation, limit: PageLimit.clamp(limit))
        else {
            throw APIError(.cursorTooOld, "after: there is no such message any more; read the list without it.")
        }
        return messages
    }

    private func deliver(
        _ message: Message, titled title: String, _ remember: Remember?
    ) async throws -> Acceptance<Message> {
        let notification = UserNotification(
            id: .make(at: message.sentAt), userID: message.to, category: .message, title: title, body: message.text,
            thread: message.conversation.description,
            options: NotificationOptions(messageID: message.id.description), createdAt: message.sentAt,
            expiresAt: message.sentAt + Self.lifetime)
        let submission = Submission(notification: notification, idempotency: try remember?(message))
        defer { wake.signal() }
        switch try await store.send(message, telling: submission) {
        case .repeated(let record): return .repeated(record)
        case .stored:
            await announcer.announce(.notificationCreated(notification), to: notification.userID)
            return .accepted(message)
        }
    }
}
