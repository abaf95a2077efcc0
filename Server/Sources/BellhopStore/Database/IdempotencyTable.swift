public import BellhopModel

/// The first response to a request with an `Idempotency-Key`, stored so that a repetition gets the same response.
public struct IdempotencyRecord: Hashable, Sendable {
    /// The caller's key; different callers may use the same idempotency key.
    public var scope: KeyID
    public var key: String
    /// SHA-256 of method, path and body: the same key with another request is rejected.
    public var requestDigest: [UInt8]
    public var status: Int
    public var body: [UInt8]
    public var createdAt: Timestamp

    public init(scope: KeyID, key: String, requestDigest: [UInt8], status: Int, body: [UInt8], createdAt: Timestamp) {
        self.scope = scope
        self.key = key
        self.requestDigest = requestDigest
        self.status = status
        self.body = body
        self.createdAt = createdAt
    }
}

/// The result of a write that is done once per idempotency key.
public enum IdempotentWriteResult: Hashable, Sendable {
    /// The write is durable, with the record of the response if one was given.
    case stored
    /// The key was used before, and nothing was stored. The record is that of the first response.
    case repeated(IdempotencyRecord)
}

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
        try db.enqueue(
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
            DELETE FROM idempotency WHERE (scope, key) IN (
                SELECT scope, key FROM idempotency WHERE created_at < ? ORDER BY created_at LIMIT ?)
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

extension Store {
    /// The record of an earlier request with this key.
    public func idempotencyRecord(scope: KeyID, key: String) async throws -> IdempotencyRecord? {
        try await read { try $0.idempotency.find(scope: scope, key: key) }
    }

    /// Stores `record` unless its key has one. Returns the stored record.
    public func keep(_ record: IdempotencyRecord) async throws -> IdempotencyRecord {
        try await write { db in
            if let kept = try db.idempotency.find(scope: record.scope, key: record.key) { return kept }
            try db.idempotency.insert(record)
            return record
        }
    }

    /// Deletes up to `limit` records made before `time`. The limit bounds the wait of writers.
    /// - Returns: the number of deleted records.
    public func pruneIdempotencyRecords(before time: Timestamp, limit: Int) async throws -> Int {
        try await write { try $0.idempotency.delete(before: time, limit: limit) }
    }
}
