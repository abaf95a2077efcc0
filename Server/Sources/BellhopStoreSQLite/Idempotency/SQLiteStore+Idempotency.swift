public import BellhopModel
public import BellhopStore

extension SQLiteStore {
    public func idempotencyRecord(scope: KeyID, key: String) async throws -> IdempotencyRecord? {
        try await read { try $0.idempotency.find(scope: scope, key: key) }
    }

    public func keep(_ record: IdempotencyRecord) async throws -> IdempotencyRecord {
        try await write { db in
            if let kept = try db.idempotency.find(scope: record.scope, key: record.key) { return kept }
            try db.idempotency.insert(record)
            return record
        }
    }

    public func forgetIdempotencyRecords(before time: Timestamp, limit: Int) async throws -> Int {
        try await write { try $0.idempotency.delete(before: time, limit: limit) }
    }
}
