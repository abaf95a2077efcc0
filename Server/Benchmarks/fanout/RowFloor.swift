import BellhopSQL
import BellhopSQLite

/// The lower bound of this machine: the rows that campaigns have written, inserted into the same tables by statements with
/// one row, with many users in a synced transaction.
enum RowFloor {
    private static let tables = [
        ("notifications", "WHERE campaign_id IS NOT NULL ORDER BY id"),
        ("deliveries", "WHERE is_bulk = 1 ORDER BY notification_id"),
        ("notification_counts", "WHERE user_id IN (SELECT user_id FROM devices) ORDER BY user_id, name"),
        ("campaign_users", "ORDER BY campaign_id, user_id"),
    ]

    /// - Parameters:
    ///   - source: the database with the campaigns' rows, of users with one device each.
    ///   - target: a database with the same devices.
    ///   - batch: the number of users in a transaction.
    static func measure(copying source: String, into target: String, batch: Int) throws -> Duration {
        let from = try SQLiteConnection(path: source, .readOnly)
        let rows = try tables.map { table, condition in
            try Self.rows(of: from, "SELECT * FROM \(table) \(condition)")
        }
        let database = try SQLiteConnection(path: target, .readWrite)
        try database.execute(
            script: """
                PRAGMA synchronous = FULL; PRAGMA foreign_keys = ON; PRAGMA wal_autocheckpoint = 4000;
                PRAGMA cache_size = -16000
                """)
        for campaign in try Self.rows(of: from, "SELECT * FROM campaigns") {
            try database.run(insertion(into: "campaigns", campaign.count), campaign)
        }
        let users = rows[0].count
        let start = ContinuousClock.now
        for first in stride(from: 0, to: users, by: batch) {
            let end = min(users, first + batch)
            try database.transaction {
                for ((table, _), rows) in zip(tables, rows) {
                    let sql = insertion(into: table, rows.first?.count ?? 0)
                    for row in rows[(rows.count * first / users)..<(rows.count * end / users)] {
                        try database.run(sql, row)
                    }
                }
            }
        }
        return ContinuousClock.now - start
    }

    private static func insertion(into table: String, _ columns: Int) -> String {
        "INSERT INTO \(table) VALUES (\(Array(repeating: "?", count: columns).joined(separator: ", ")))"
    }

    private static func rows(of database: SQLiteConnection, _ sql: String) throws -> [[SQLValue?]] {
        var columns = 0
        try database.run("SELECT count(*) FROM pragma_table_info(?)", [sql.split(separator: " ")[3].description]) {
            columns = Int($0.integer(at: 0) ?? 0)
            return false
        }
        var rows: [[SQLValue?]] = []
        try database.run(sql, []) { row in
            rows.append(
                (0..<columns).map { index in
                    row.integer(at: index).map { .integer($0) } ?? row.text(at: index).map { .text($0) }
                        ?? row.withBytes(at: index) { .blob(Array($0)) }
                })
            return true
        }
        return rows
    }
}
