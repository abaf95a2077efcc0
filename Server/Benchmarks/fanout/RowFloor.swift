import Foundation
import GRDB

/// The lower bound of this machine: three rows per user, and 250 users in a synced transaction.
enum RowFloor {
    static func measure(users: Int) async throws -> Duration {
        let file = FileManager.default.temporaryDirectory.appending(path: "bellhop-floor-\(UUID().uuidString).db")
        defer {
            for suffix in ["", "-wal", "-shm"] { try? FileManager.default.removeItem(atPath: file.path + suffix) }
        }
        let pool = try DatabasePool(path: file.path)
        // GRDB sets NORMAL when it opens a WAL database, which would omit the fsync.
        try await pool.writeWithoutTransaction { database in
            try database.execute(sql: "PRAGMA synchronous = FULL; PRAGMA wal_autocheckpoint = 4000")
            for table in ["notifications", "timeline", "deliveries"] {
                try database.execute(sql: "CREATE TABLE \(table) (id BLOB, user TEXT, at INTEGER, text TEXT)")
            }
        }
        let id = Data(repeating: 7, count: 16)
        let start = ContinuousClock.now
        for first in stride(from: 0, to: users, by: 250) {
            try await pool.write { database in
                for user in first..<min(users, first + 250) {
                    for (table, text) in [("notifications", 120), ("timeline", 8), ("deliveries", 16)] {
                        let statement = try database.cachedStatement(sql: "INSERT INTO \(table) VALUES (?, ?, ?, ?)")
                        try statement.execute(
                            arguments: [id, "user-\(user)", user, String(repeating: "x", count: text)])
                    }
                }
            }
        }
        return ContinuousClock.now - start
    }
}
