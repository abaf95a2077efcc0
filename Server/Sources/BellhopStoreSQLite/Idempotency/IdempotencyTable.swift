import BellhopModel
import BellhopStore
import Foundation
import GRDB

extension Database {
    var idempotency: IdempotencyTable { IdempotencyTable(db: self) }
}

/// First responses, by caller and `Idempotency-Key`.
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
                record.scope.blob, record.key, Data(record.requestDigest), record.status, Data(record.body),
                record.createdAt.milliseconds,
            ])
    }

    /// - Returns: how many were deleted, oldest first and at most `limit`.
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
