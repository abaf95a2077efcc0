public import BellhopModel
public import BellhopStore

extension SQLiteStore {
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

    public func messages(
        of user: UserID, _ range: MessageRange, in conversation: ConversationID?, limit: Int
    ) async throws -> [Message]? {
        try await read { try $0.messages.page(of: user, range, in: conversation, limit: limit) }
    }

    public func forgetMessages(before time: Timestamp, limit: Int) async throws -> Int {
        try await write { try $0.messages.delete(before: time, limit: limit) }
    }
}
