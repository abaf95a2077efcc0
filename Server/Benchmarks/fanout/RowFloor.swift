import BellhopSQL
import BellhopSQLite
import Foundation

/// The lower bound of this machine: three rows per user, and 250 users in a synced transaction.
enum RowFloor {
    static func measure(users: Int) throws -> Duration {
        let file = FileManager.default.temporaryDirectory.appending(path: "bellhop-floor-\(UUID().uuidString).db")
        defer {
            for suffix in ["", "-wal", "-shm"] { try? FileManager.default.removeItem(atPath: file.path + suffix) }
        }
        let database = try SQLiteConnection(path: file.path)
        try database.execute(
            script: "PRAGMA journal_mode = WAL; PRAGMA synchronous = FULL; PRAGMA wal_autocheckpoint = 4000")
        for table in ["notifications", "timeline", "deliveries"] {
            try database.run("CREATE TABLE \(table) (id BLOB, user TEXT, at INTEGER, text TEXT)")
        }
        let id = [UInt8](repeating: 7, count: 16)
        let start = ContinuousClock.now
        for first in stride(from: 0, to: users, by: 250) {
            try database.transaction {
                for user in first..<min(users, first + 250) {
                    for (table, text) in [("notifications", 120), ("timeline", 8), ("deliveries", 16)] {
                        try database.run(
                            "INSERT INTO \(table) VALUES (?, ?, ?, ?)",
                            [id, "user-\(user)", user, String(repeating: "x", count: text)])
                    }
                }
            }
        }
        return ContinuousClock.now - start
    }
}
