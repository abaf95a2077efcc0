public import BellhopModel

/// A part of a list of messages.
public enum MessageRange: Hashable, Sendable {
    /// Newest first, starting before this message if given; empty for an unknown one.
    case newest(before: MessageID?)
    /// Oldest first, starting after this message.
    case after(MessageID)
}

extension Database {
    var messages: MessageTable { MessageTable(db: self) }
}

/// The table of messages between users.
struct MessageTable {
    private static let columns = "id, messages.conversation, from_user, to_user, text, reply_to, sent_at"

    let db: Database

    func insert(_ message: Message) throws {
        // Numbers are assigned in the order of the commits for each user, so that a reader misses none.
        let users = Set([message.from, message.to]).sorted { $0.description < $1.description }
        for user in users { try db.lock("messages of \(user)") }
        let sequence = try db.first(
            """
            INSERT INTO messages (id, conversation, from_user, to_user, text, reply_to, sent_at)
            VALUES (?, ?, ?, ?, ?, ?, ?) RETURNING sequence
            """,
            [
                message.id.blob, message.conversation.description, message.from.description, message.to.description,
                message.text, message.replyTo?.blob, message.sentAt.milliseconds,
            ]
        ) { try $0.integer() }
        for user in users {
            try db.run(
                "INSERT INTO message_boxes (user_id, sequence, conversation) VALUES (?, ?, ?)",
                [user.description, sequence, message.conversation.description])
        }
    }

    func find(_ id: MessageID) throws -> Message? {
        try db.first("SELECT \(Self.columns) FROM messages WHERE id = ?", [id.blob], Message.init)
    }

    func page(
        of user: UserID, _ range: MessageRange, in conversation: ConversationID?, limit: Int
    ) throws -> [Message]? {
        let (end, order): (Int64, String)
        switch range {
        case .newest(nil): (end, order) = (.max, "DESC")
        case .newest(let before?): (end, order) = (try sequence(of: before) ?? 0, "DESC")
        case .after(let message):
            guard let sequence = try sequence(of: message) else { return nil }
            (end, order) = (sequence, "ASC")
        }
        let within = conversation == nil ? "" : " AND message_boxes.conversation = ?4"
        var arguments: Database.Arguments = [user.description, end, max(0, limit)]
        if let conversation { arguments += [conversation.description] }
        return try db.all(
            """
            SELECT \(Self.columns) FROM message_boxes JOIN messages USING (sequence)
            WHERE user_id = ?1 AND message_boxes.sequence \(order == "ASC" ? ">" : "<") ?2\(within)
            ORDER BY message_boxes.sequence \(order) LIMIT ?3
            """,
            arguments, Message.init)
    }

    /// - Returns: the number of deleted messages, oldest first and at most `limit`.
    func delete(before time: Timestamp, limit: Int) throws -> Int {
        try db.run(
            """
            DELETE FROM messages WHERE sequence IN (
                SELECT sequence FROM messages WHERE sent_at < ? ORDER BY sent_at, sequence LIMIT ?)
            """,
            [time.milliseconds, max(0, limit)])
        return db.changesCount
    }

    private func sequence(of id: MessageID) throws -> Int64? {
        try db.first("SELECT sequence FROM messages WHERE id = ?", [id.blob]) { try $0.integer() }
    }
}

extension Message {
    fileprivate init(_ row: inout Columns) throws {
        self.init(
            id: try row.id(), conversation: try row.externalID(), from: try row.externalID(), to: try row.externalID(),
            text: try row.text(), replyTo: try row.optionalID(), sentAt: try row.time())
    }
}

extension Store {
    /// Stores `message` and its notification, which is handled as by ``Store/accept(_:)``.
    public func send(_ message: Message, telling submission: Submission) async throws -> SubmissionResult {
        try await write { db in
            if let record = submission.idempotency {
                if let kept = try db.idempotency.find(scope: record.scope, key: record.key) { return .repeated(kept) }
                try db.idempotency.insert(record)
            }
            try db.messages.insert(message)
            return .stored(deliveries: try db.submit(submission))
        }
    }

    public func message(_ id: MessageID) async throws -> Message? { try await read { try $0.messages.find(id) } }

    /// The messages that the user sent or received, at most `limit`.
    ///
    /// In the order in which they became durable, so that reading on after the last message misses none.
    /// - Returns: `nil` when the message to read on after is missing, because others may have been deleted with it.
    public func messages(
        of user: UserID, _ range: MessageRange, in conversation: ConversationID?, limit: Int
    ) async throws -> [Message]? {
        try await read { try $0.messages.page(of: user, range, in: conversation, limit: limit) }
    }

    /// Deletes up to `limit` messages sent before `time`, oldest first. Their notifications stay.
    /// - Returns: the number of deleted messages.
    public func pruneMessages(before time: Timestamp, limit: Int) async throws -> Int {
        try await write { try $0.messages.delete(before: time, limit: limit) }
    }
}
