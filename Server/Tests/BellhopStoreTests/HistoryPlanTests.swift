import BellhopModel
import BellhopSQL
import BellhopSQLite
import BellhopTestSupport
import Testing

@testable import BellhopStore

@Suite("Store: large histories")
struct HistoryPlanTests {
    /// Every filter, alone and combined with another one.
    private static let filters: [HistoryFilter] = {
        let parts: [(inout HistoryFilter) -> Void] = [
            { $0.categories = [.message] }, { $0.categories = [.message, .reminder, .taskComplete] },
            { $0.session = "run-1" }, { $0.thread = "run-1" }, { $0.isRead = true }, { $0.isRead = false },
            { $0.text = "a" },
            { $0.since = noon }, { $0.until = noon },
        ]
        return [HistoryFilter()]
            + parts.flatMap { first in
                parts.map { second in
                    var filter = HistoryFilter()
                    first(&filter)
                    second(&filter)
                    return filter
                }
            }
    }()

    @Test("Every page of every filter is read from an index in its order, without a scan or sort")
    func plans() async throws {
        let folder = try TemporaryFolder()
        let statements = Statements()
        let store = try Store(folder: folder.path, options: statements.options)
        for _ in 0..<3 { _ = try await store.accept(Submission(notification: .sample())) }
        statements.forget()
        for filter in Self.filters {
            for start in [HistoryStart.page(1), .page(2), .before(nil), .before(.last(at: noon))] {
                _ = try await store.history(of: "ada", filter, from: start, limit: 2, at: noon)
            }
        }
        let selects = Set(statements.all).filter { $0.hasPrefix("SELECT") && $0.contains("notification") }
        #expect(selects.count > 40)
        for sql in selects {
            let plan = try await store.plan(of: sql)
            #expect(!plan.contains { $0.hasPrefix("SCAN") && $0 != "SCAN CONSTANT ROW" }, "\(sql)\n\(plan)")
            #expect(!plan.contains { $0.contains("TEMP B-TREE") }, "\(sql)\n\(plan)")
        }
    }

    @Test("Totals and badge read no notifications except snoozed ones, and an index of those of the current hour")
    func numbers() async throws {
        let folder = try TemporaryFolder()
        let statements = Statements()
        let store = try Store(folder: folder.path, options: statements.options)
        _ = try await store.history(
            of: "ada", .init(categories: [.message], isRead: false), from: .page(1), limit: 9, at: noon)
        let counts = Set(statements.all).filter { $0.contains("sum(count)") }
        #expect(counts.count == 2)
        for sql in counts {
            for step in try await store.plan(of: sql) where step.hasPrefix("SEARCH") {
                let isCounter = step.contains("USING PRIMARY KEY (user_id=? AND name")
                let isSnoozed = step.contains("notifications_snoozed (user_id=? AND snoozed_until>?)")
                #expect(
                    isCounter || isSnoozed
                        || step.contains(
                            "USING COVERING INDEX notifications_user_unread (user_id=? AND id>? AND id<?)"),
                    "\(step)")
            }
        }
    }

    @Test("Dependent rows are found by an index, in every table")
    func foreignKeys() async throws {
        let folder = try TemporaryFolder()
        let store = try Store(folder: folder.path)
        let missing = try await store.read { db in
            try db.all(
                """
                SELECT tables.name || '.' || keys."from" AS place
                FROM sqlite_schema AS tables JOIN pragma_foreign_key_list(tables.name) AS keys
                WHERE tables.type = 'table' AND keys.seq = 0 AND keys.on_delete <> 'NO ACTION' AND NOT EXISTS (
                    SELECT 1 FROM pragma_index_list(tables.name) AS indexes
                    JOIN pragma_index_info(indexes.name) AS columns
                    WHERE columns.seqno = 0 AND columns.name = keys."from" AND indexes.partial = 0)
                """
            ) { try $0.text() }
        }
        #expect(missing.isEmpty)
    }
}

extension Store {
    func plan(of sql: String) async throws -> [String] {
        try await read { try $0.connection.queryPlan(of: sql) }
    }
}
