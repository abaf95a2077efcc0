public import BellhopModel
public import BellhopStore

/// Messages between users, and the notifications in which users reply to them.
///
/// Every method throws `APIError` for a caller's error, and rethrows store errors. Returned results are durable.
public struct MessageService: Sendable {
    /// Makes the idempotency record of the response; `nil` without an idempotency key.
    public typealias Recorder = ResponseRecorder<Message>

    /// The lifetime of a message's notification.
    static let lifetime: Duration = .seconds(7 * 86_400)

    private let store: Store
    private let workSignal: WorkSignal
    private let time: any TimeSource
    private let events: EventPublisher

    /// - Parameter workSignal: notified when deliveries are created.
    public init(store: Store, hub: EventHub, workSignal: WorkSignal, time: any TimeSource) {
        self.store = store
        self.workSignal = workSignal
        self.time = time
        self.events = EventPublisher(store: store, hub: hub, time: time)
    }

    /// Sends a message to a user.
    ///
    /// - Parameter key: an admin's, which may send in any user's name.
    /// - Throws: `APIError`: `forbidden`, `invalid_request`.
    public func send(
        _ request: MessageRequest, by key: KeyRecord, recorder: Recorder?
    ) async throws -> IdempotentResult<Message> {
        try key.require([.admin], to: "write messages")
        let (now, from) = (time.now, request.from ?? key.userID)
        let id = MessageID.make(at: now)
        let conversation = request.conversation ?? ConversationID(id.description) ?? "message"
        let message = Message(
            id: id, conversation: conversation, from: from, to: request.to, text: request.text, sentAt: now)
        return try await deliver(message, titled: request.title ?? from.description, recorder)
    }

    /// Replies to the sender of a message.
    ///
    /// - Parameter key: that of a device of the message's recipient.
    /// - Throws: `APIError`: `forbidden`, `invalid_request`, `not_found`.
    public func reply(
        _ reply: MessageReply, by key: KeyRecord, recorder: Recorder?
    ) async throws -> IdempotentResult<Message> {
        try key.require([.device], to: "reply to messages")
        guard let original = try await store.message(reply.messageID) else {
            throw APIError(.notFound, "There is no message \(reply.messageID).")
        }
        guard original.to == key.userID else {
            throw APIError(.forbidden, "This message is addressed to another user than the key's.")
        }
        let now = time.now
        let message = Message(
            id: .make(at: now), conversation: original.conversation, from: key.userID, to: original.from,
            text: reply.text, replyTo: original.id, sentAt: now)
        return try await deliver(message, titled: key.userID.description, recorder)
    }

    /// The messages that the user sent and received.
    ///
    /// - Parameters:
    ///   - user: the key's own user by default. Only an admin's key may name another.
    ///   - limit: the page size. Values outside of 1 to 200 are clamped.
    /// - Throws: `APIError`: `forbidden`; `cursor_too_old` when the range begins after a message that no longer exists.
    public func list(
        of user: UserID?, for key: KeyRecord, _ range: MessageRange, in conversation: ConversationID?, limit: Int
    ) async throws -> [Message] {
        try key.require([.admin, .device], to: "read messages")
        let reader = try key.owner(user, to: "read messages")
        guard
            let messages = try await store.messages(
                of: reader, range, in: conversation, limit: PageLimit.clamp(limit))
        else {
            throw APIError(.cursorTooOld, "after: this message no longer exists; read the list without `after`.")
        }
        return messages
    }

    private func deliver(
        _ message: Message, titled title: String, _ recorder: Recorder?
    ) async throws -> IdempotentResult<Message> {
        let notification = UserNotification(
            id: .make(at: message.sentAt), userID: message.to, category: .message, title: title, body: message.text,
            thread: message.conversation.description,
            options: NotificationOptions(messageID: message.id.description), createdAt: message.sentAt,
            expiresAt: message.sentAt + Self.lifetime)
        let submission = Submission(notification: notification, idempotency: try recorder?(message))
        defer { workSignal.notify(.deliveries) }
        switch try await store.send(message, telling: submission) {
        case .repeated(let record): return .repeated(record)
        case .stored:
            await events.publish(.notificationCreated(notification), to: notification.userID)
            return .accepted(message)
        }
    }
}
