import BellhopModel
import BellhopStore
import GRDB
import StoreConformance
import Testing

@testable import BellhopStoreSQLite

@Suite("SQLite store: query plans")
struct QueryPlanTests {
    /// Statements that may walk a whole table or index, each with the reason.
    private static let walks: [(statement: String, reason: String)] = [
        ("SELECT count(*) FROM deliveries WHERE due IS NOT NULL", "counts the queue's index, for the metrics"),
        ("UPDATE deliveries INDEXED BY deliveries_due", "walks the queue, not the history, on rare events"),
        ("FROM keys ORDER BY created_at", "lists all keys"),
        ("UPDATE pairings SET refusals", "every open code is meant"),
        ("DELETE FROM pairings WHERE refusals", "a handful of rows"),
        ("GROUP BY platform, app, environment, state", "every device is counted, when an operator asks"),
        ("FROM grdb_migrations", "a handful of rows"),
        ("sqlite_schema", "a handful of rows"),
        ("sqlite_master", "asked by GRDB when it opens the file"),
    ]

    /// Statements that sort the few rows they find, each with the reason.
    private static let sorts: [(statement: String, reason: String)] = [
        ("FROM devices WHERE token = ?", "one row, unless a token wandered"),
        ("GROUP BY platform, app, environment, state", "every device is counted, when an operator asks"),
    ]

    @Test("No statement that the contract needs scans a table or sorts what an index could give in order")
    func plans() async throws {
        let folder = try TemporaryFolder()
        let statements = Statements()
        for conformance in StoreConformance.cases {
            let store = try SQLiteStore.open(
                folder: folder.path + "/" + String(statements.all.count), options: statements.options)
            try await conformance.check(store)
        }
        let hot = Set(statements.all).filter { sql in
            ["SELECT", "INSERT", "UPDATE", "DELETE"].contains { sql.hasPrefix($0) }
                && !Self.walks.contains { sql.contains($0.statement) }
        }
        #expect(hot.count > 40)
        let store = try SQLiteStore.open(folder: folder.path + "/empty")
        for sql in hot {
            let plan = try await store.read { db in
                let statement = try db.makeStatement(sql: "EXPLAIN QUERY PLAN " + sql)
                statement.setUncheckedArguments([])
                return try Row.fetchAll(statement).map { $0["detail"] as String }
            }
            #expect(!plan.contains { $0.hasPrefix("SCAN") && $0 != "SCAN CONSTANT ROW" }, "\(sql)\n\(plan)")
            let sorts = plan.contains { $0.contains("TEMP B-TREE") }
            #expect(!sorts || Self.sorts.contains { sql.contains($0.statement) }, "\(sql)\n\(plan)")
        }
    }
}
