public import BellhopModel
public import BellhopStore

extension Database {
    var idempotency: IdempotencyTable { IdempotencyTable(db: self) }
}

/// The table of first responses, by caller and `Idempotency-Key`.
struct IdempotencyTable {
    let db: Database

    func find(scope: KeyID, key: String) throws -> IdempotencyRecord? {
        try db.first(
            "SELECT request_digest, status, body, created_at FROM idempotency WHERE scope = ? AND key = ?",
            [scope.blob, key]
        ) { row in
            IdempotencyRecord(
                scope: scope, key: key, requestDigest: try row.bytes(), status: Int(try row.integer()),
                body: try row.bytes(), createdAt: try row.time())
        }
    }

    func insert(_ record: IdempotencyRecord) throws {
        try db.run(
            """
            INSERT INTO idempotency (scope, key, request_digest, status, body, created_at) VALUES (?, ?, ?, ?, ?, ?)
            """,
            [
                record.scope.blob, record.key, record.requestDigest, record.status, record.body,
                record.createdAt.milliseconds,
            ])
    }

    /// - Returns: the number of deleted records, oldest first and at most `limit`.
    func delete(before time: Timestamp, limit: Int) throws -> Int {
        try db.run(
            """
            DELETE FROM idempotency WHERE rowid IN (
                SELECT rowid FROM idempotency WHERE created_at < ? ORDER BY created_at LIMIT ?)
            """,
            [time.milliseconds, max(0, limit)])
        return db.changesCount
    }
}

extension Database {
    /// Runs `work` and stores `record`, unless its key has a record.
    func once(_ record: IdempotencyRecord?, _ work: () throws -> Void) throws -> IdempotentWriteResult {
        if let record {
            if let kept = try idempotency.find(scope: record.scope, key: record.key) { return .repeated(kept) }
            try idempotency.insert(record)
        }
        try work()
        return .stored
    }
}

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
