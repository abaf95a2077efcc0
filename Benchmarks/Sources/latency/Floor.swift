import Foundation
import GRDB

/// What this machine cannot go below: one commit that is on the disk.
struct Floor {
    var commit: Series

    static func measure() async throws -> Floor {
        let file = FileManager.default.temporaryDirectory.appending(path: "bellhop-floor-\(UUID().uuidString).db")
        defer {
            for suffix in ["", "-wal", "-shm"] { try? FileManager.default.removeItem(atPath: file.path + suffix) }
        }
        let pool = try DatabasePool(path: file.path)
        // GRDB sets NORMAL when it opens a WAL database, which would leave the fsync out.
        try await pool.writeWithoutTransaction { database in
            try database.execute(sql: "PRAGMA synchronous = FULL")
            try database.execute(sql: "CREATE TABLE floor (id INTEGER PRIMARY KEY, text TEXT)")
        }
        let text = String(repeating: "x", count: 500)
        var commits: [Double] = []
        for _ in 0..<300 {
            let start = ContinuousClock.now
            try await pool.write { try $0.execute(sql: "INSERT INTO floor (text) VALUES (?)", arguments: [text]) }
            commits.append((ContinuousClock.now - start) / .milliseconds(1))
        }
        return Floor(commit: Series(commits))
    }
}
