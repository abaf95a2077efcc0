#if Postgres
import BellhopModel
import BellhopPostgres
import BellhopSQL
import BellhopSQLite
import BellhopTestSupport
import Foundation
import Testing

@testable import BellhopStore

@Suite("Store: migration to PostgreSQL")
struct MigrationTests {
    @Test("Rows of every table arrive unchanged, and are read alike")
    func everyTable() async throws {
        let cases =
            ConformanceCase.cases.map { ($0, nil as BurstLimits?) }
            + ConformanceCase.burstCases.map { ($0, ConformanceCase.burst) }
        let target = try PostgresServer.shared.makeDatabase()
        var missing = Set(try await MigrationSource(target: target).sourceRows().keys)
        // The checks of the contract fill all tables; those that fill no further one are not migrated.
        for (conformance, burst) in cases where !missing.isEmpty {
            let source = try await MigrationSource(target: target, burst: burst) { try await conformance.check($0) }
            // Rows of this table exist only while the end of an item is processed.
            try source.write("INSERT INTO ended_items VALUES ('item', zeroblob(16), NULL)")
            let rows = try source.sourceRows()
            let filled = Set(rows.filter { !$0.value.isEmpty }.keys)
            guard !filled.isDisjoint(with: missing) else { continue }
            missing.subtract(filled)
            let tables = try source.migrate()
            #expect(try source.targetRows() == rows)
            #expect(Dictionary(uniqueKeysWithValues: tables.map { ($0.name, $0.rows) }) == rows.mapValues(\.count))
            let before = try await reads(Store(path: source.migratedPath))
            let after = try await reads(Store(postgres: source.target))
            #expect(after == before, "after the check: \(conformance.sentence)")
            try source.connect().execute(script: "DROP SCHEMA bellhop CASCADE")
        }
        #expect(missing.isEmpty)
    }

    /// The results of reads as texts.
    private func reads(_ store: Store) async throws -> [String] {
        var results = ["\(try await store.keys())", "\(try await store.queueDepth())"]
        for user in ["ada", "bob", "eve"] as [UserID] {
            let notifications = try await store.notifications(of: user, before: nil, limit: 1000)
            results.append("\(notifications)")
            for notification in notifications { results.append("\(try await store.timeline(of: notification.id))") }
            results.append("\(try await store.devices(of: user))")
            results.append("\(try await store.asks(of: user, state: nil, limit: 1000))")
            results.append("\(try await store.sessions(of: user, limit: 1000))")
            results.append(try CanonicalJSON.text(await store.preferences(of: user)))
            results.append("\(try await store.topics(of: user, after: nil, limit: 1000))")
            results.append("\(try await store.items(of: user, after: nil, limit: 1000))")
        }
        return results
    }

    @Test("Migration copies any text and a body of 1 MB unchanged")
    func hostileTexts() async throws {
        let texts = [
            "👩‍👩‍👧‍👦🏳️‍🌈", "\u{202E}shalom שלום", "e\u{301}\u{E9}", "\u{FEFF}\u{200B}", "'; DROP TABLE devices; --\\'$1?",
            "\u{1}\u{7F}\r\n\t", "\u{10FFFF}\u{FFFD}", "", String(repeating: "ä", count: 500_000),
        ]
        let source = try await MigrationSource { store in
            for (index, text) in texts.enumerated() {
                _ = try await store.accept(
                    Submission(notification: .sample(body: text, at: noon + .seconds(Int64(index)))))
            }
        }
        let rows = try source.sourceRows()
        try source.migrate()
        #expect(try source.targetRows() == rows)
        let store = try Store(postgres: source.target)
        let bodies = try await store.notifications(of: "ada", before: nil, limit: 100).map(\.body)
        #expect(bodies.reversed().map { Array($0.utf8) } == texts.map { Array($0.utf8) })
    }

    /// Subscriptions of many topics and users, with texts that sort differently by language and by bytes.
    private static func subscriptions(_ count: Int) -> String {
        """
        WITH RECURSIVE n(i) AS (SELECT 1 UNION ALL SELECT i + 1 FROM n WHERE i < \(count))
        INSERT INTO subscriptions SELECT substr('aBäÄ_-😀z', i % 8 + 1, 1) || i % 50, 'User ' || i, i, i % 2 FROM n;
        """
    }

    @Test("Changes after the first copy are copied at the end")
    func laterChanges() async throws {
        let source = try await MigrationSource { store in
            for index in 1...2 {
                let key = KeyRecord(
                    id: .make(at: noon), role: .agent, userID: "ada", label: "\(index)", createdAt: noon)
                _ = try await store.addKey(key, hash: Array(repeating: UInt8(index), count: 32), idempotency: nil)
            }
            for _ in 1...3 { _ = try await store.accept(Submission(notification: .sample())) }
        }
        try source.write(Self.subscriptions(5000) + "INSERT INTO topics VALUES ('caf\u{E9}', 1);")
        // The server writes between any two pages.
        var pages = 0
        try source.migration().copy { _ in
            pages += 1
            #expect(throws: Never.self) {
                try source.write("INSERT INTO subscriptions VALUES ('\(pages % 2 == 0 ? "a" : "z")', '\(pages)', 0, 1)")
            }
        }
        #expect(pages > 35)
        // Between its copy and the end, a table can have any other content that fulfils its constraints.
        try source.write(
            """
            DELETE FROM subscriptions WHERE subscribed_at % 4000 > 100;
            UPDATE subscriptions SET subscribed_at = 0 WHERE topic_id < 'a';
            INSERT INTO subscriptions VALUES ('a', 'new', 1, 1);
            DELETE FROM keys WHERE label = '2';
            UPDATE keys SET hash = x'\(String(repeating: "02", count: 32))' WHERE label = '1';
            DELETE FROM notifications WHERE id = (SELECT min(id) FROM notifications);
            UPDATE topics SET id = 'cafe\u{301}';
            UPDATE item_clock SET sequence = 77;
            INSERT INTO health VALUES (1, 5);
            """)
        let rows = try source.sourceRows()
        let tables = try source.migrate()
        #expect(try source.targetRows() == rows)
        #expect(rows["subscriptions"]?.count ?? 0 < 2000)
        #expect(tables.allSatisfy { $0.changes == 0 && $0.digest.count == 16 })
    }

    @Test("Duplicate rows of a table without a primary key are copied")
    func duplicates() async throws {
        let source = try await MigrationSource { _ = try await $0.register(.sample(token: #require(DeviceToken("t")))) }
        try source.write(
            "INSERT INTO live_activity_pushes SELECT devices.id, n.i FROM devices, (SELECT 1 AS i UNION ALL SELECT 1) AS n"
        )
        let rows = try source.sourceRows()
        #expect(rows["live_activity_pushes"]?.count == 2)
        try source.migrate()
        #expect(try source.targetRows() == rows)
    }

    @Test("The migrated tables have all indexes and constraints, and their sequences continue")
    func layout() async throws {
        let source = try await MigrationSource { store in
            _ = try await store.register(.sample(token: #require(DeviceToken("t"))))
            for _ in 1...7 { _ = try await store.accept(Submission(notification: .sample())) }
        }
        try source.migrate()
        let fresh = try PostgresServer.shared.makeDatabase()
        _ = try Store(postgres: fresh)
        #expect(try definitions(source.target) == definitions(fresh))
        let connection = try source.connect()
        for (table, next) in [("deliveries", 8), ("messages", 1)] as [(String, Int64)] {
            #expect(try connection.integer("SELECT nextval(pg_get_serial_sequence('\(table)', 'sequence'))") == next)
        }
    }

    private func definitions(_ database: String) throws -> [String] {
        let connection = try PostgresConnection(PostgresConfiguration(database))
        var lines: [String] = []
        try connection.run(
            """
            SELECT pg_get_indexdef(indexrelid) FROM pg_index JOIN pg_class ON pg_class.oid = indrelid
            WHERE relnamespace = 'bellhop'::regnamespace
            UNION ALL
            SELECT format('%s %s %s', conrelid::regclass, conname, pg_get_constraintdef(oid))
            FROM pg_constraint WHERE connamespace = 'bellhop'::regnamespace
            """, []
        ) { row in
            lines.append(row.text(at: 0) ?? "")
            return true
        }
        return lines.sorted()
    }

    @Test("A migration that is interrupted at any statement is completed by the next one")
    func interruption() async throws {
        let source = try await MigrationSource { store in
            _ = try await store.register(.sample(token: #require(DeviceToken("t"))))
            for _ in 1...3 { _ = try await store.accept(Submission(notification: .sample())) }
        }
        let rows = try source.sourceRows()
        let connection = try source.connect()
        var write = 0
        var isInterrupted = true
        while isInterrupted {
            write += 1
            let failure = FailingWrites(at: write)
            try? { _ = try source.migration(failure.connection).complete { _ in } }()
            isInterrupted = failure.hasFailed
            if try !isComplete(connection) {
                #expect(throws: StoreUnavailable.self) { try Store(postgres: source.target) }
            }
            let next = try source.migration()
            if !next.isComplete { _ = try next.complete { _ in } }
            #expect(try source.targetRows() == rows, "interrupted at write \(write)")
            #expect(!FileManager.default.fileExists(atPath: source.path))
            _ = try Store(postgres: source.target)
            try connection.execute(script: "DROP SCHEMA bellhop CASCADE")
            try FileManager.default.moveItem(atPath: source.migratedPath, toPath: source.path)
        }
        #expect(write > 20)
    }

    /// Indicates whether a server may use the database: it is complete, or still has no tables.
    private func isComplete(_ connection: PostgresConnection) throws -> Bool {
        guard try connection.integer("SELECT 1 WHERE to_regclass('bellhop.migration') IS NULL") == nil else {
            return true
        }
        return try connection.integer("SELECT is_complete FROM bellhop.migration") == 1
    }

    @Test("A migration that loses its connection can be run again")
    func lostConnection() async throws {
        let source = try await MigrationSource()
        let rows = try source.sourceRows()
        let migration = try source.migration()
        let error = #expect(throws: StoreUnavailable.self) {
            try migration.complete { _ in
                try? source.connect().run(
                    """
                    SELECT pg_terminate_backend(pid) FROM pg_stat_activity
                    WHERE datname = current_database() AND pid <> pg_backend_pid()
                    """)
            }
        }
        #expect(error?.isPassing == true)
        try source.migrate()
        #expect(try source.targetRows() == rows)
    }

    @Test("A server opens neither a target before the end nor the source after it")
    func opening() async throws {
        let source = try await MigrationSource()
        try source.migration().copy { _ in }
        #expect(
            message { try Store(postgres: source.target) }.hasSuffix(
                "is not complete: stop the server, and run `bellhop migrate` again."))
        _ = try Store(folder: source.folder.path)
        try source.migrate()
        _ = try Store(postgres: source.target)
        #expect(
            message { try Store(folder: source.folder.path) }
                == "The database in \(source.folder.path) was migrated to PostgreSQL: start the server with --database."
        )
        #expect(try source.migration().isComplete)
        try FileManager.default.moveItem(atPath: source.migratedPath, toPath: source.path)
        #expect(message { try source.migration() }.contains("put back later"))
    }

    @Test("A database with other data is refused and not changed")
    func otherData() async throws {
        let source = try await MigrationSource()
        let store = try Store(postgres: source.target)
        _ = try await store.accept(Submission(notification: .sample()))
        let rows = try source.targetRows()
        #expect(message { try source.migration() }.contains("already has data of Bellhop: choose an empty database"))
        #expect(try source.targetRows() == rows)
        let (first, second) = (try await MigrationSource(), try await MigrationSource())
        try first.migration().copy { _ in }
        #expect(message { try Migration(folder: second.folder.path, to: first.target) }.contains("already has data"))
    }

    @Test("Two migrations cannot run at the same time")
    func twoAtOnce() async throws {
        let source = try await MigrationSource()
        let first = try source.migration()
        let second = message {
            try source.migration { connection in
                if connection.dialect == .postgres { try? connection.execute(script: "SET lock_timeout = 1") }
                return connection
            }
        }
        #expect(second.contains("Another `bellhop migrate` is writing"))
        _ = try first.complete { _ in }
    }

    @Test("A source without data and a missing one are refused")
    func noSource() async throws {
        let folder = try TemporaryFolder()
        let target = try PostgresServer.shared.makeDatabase()
        #expect(message { try Migration(folder: folder.path, to: target) }.hasPrefix("There is no database in"))
        _ = try Store(folder: folder.path)
        #expect(message { try Migration(folder: folder.path, to: target) }.contains("there is nothing to migrate"))
        try SQLiteConnection(path: folder.database).run("PRAGMA user_version = 2")
        #expect(message { try Migration(folder: folder.path, to: target) }.contains("is not of this version"))
    }

    @Test("A source that another program has open is not renamed")
    func openSource() async throws {
        let source = try await MigrationSource()
        let other = try SQLiteConnection(path: source.path, .readOnly)
        _ = try other.integer("SELECT count(*) FROM keys")
        let error = #expect(throws: StoreUnavailable.self) { try source.migrate() }
        #expect(error?.isPassing == true)
        #expect(FileManager.default.fileExists(atPath: source.path))
        withExtendedLifetime(other) {}
    }

    @Test("Verification finds a row that differs")
    func difference() async throws {
        let source = try await MigrationSource()
        try source.migration().copy { _ in }
        let (old, new) = (try SQLiteConnection(path: source.path, .readOnly), try source.connect())
        let table = try #require(try MigrationTable.all(in: old).first { $0.name == "keys" })
        _ = try table.synchronize(old, new, isVerifying: true) { _ in }
        try new.run("UPDATE keys SET label = 'other'")
        #expect(throws: MigrationDifference.self) { try table.synchronize(old, new, isVerifying: true) { _ in } }
    }

    private func message<Value>(_ work: () throws -> Value) -> String {
        do {
            _ = try work()
            return ""
        } catch {
            return "\(error)"
        }
    }
}
#endif
