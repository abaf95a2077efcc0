import BellhopModel
import BellhopStore
import GRDB

extension Database {
    var messages: MessageTable { MessageTable(db: self) }
}

/// What users wrote to each other.
struct MessageTable {
    private static let columns = "id, messages.conversation, from_user, to_user, text, reply_to, sent_at"

    let db: Database

    func insert(_ message: Message) throws {
        try db.run(
            """
            INSERT INTO messages (id, conversation, from_user, to_user, text, reply_to, sent_at)
            VALUES (?, ?, ?, ?, ?, ?, ?)
            """,
            [
                message.id.blob, message.conversation.description, message.from.description, message.to.description,
                message.text, message.replyTo?.blob, message.sentAt.milliseconds,
            ])
        let sequence = db.lastInsertedRowID
        for user in Set([message.from, message.to]) {
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
        var arguments: StatementArguments = [user.description, end, max(0, limit)]
        if let conversation { arguments += [conversation.description] }
        return try db.all(
            """
            SELECT \(Self.columns) FROM message_boxes CROSS JOIN messages USING (sequence)
            WHERE user_id = ?1 AND message_boxes.sequence \(order == "ASC" ? ">" : "<") ?2\(within)
            ORDER BY message_boxes.sequence \(order) LIMIT ?3
            """,
            arguments, Message.init)
    }

    /// - Returns: how many were deleted, oldest first and at most `limit`.
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
            id: try row.id(), conversation: try row.name(), from: try row.name(), to: try row.name(),
            text: try row.text(), replyTo: try row.optionalID(), sentAt: try row.time())
    }
}
