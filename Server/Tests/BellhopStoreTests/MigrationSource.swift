#if Postgres
import BellhopModel
import BellhopPostgres
import BellhopSQL
import BellhopSQLite
import BellhopTestSupport
import Foundation
import Testing

@testable import BellhopStore

/// A folder with an SQLite database, and an empty PostgreSQL database.
struct MigrationSource {
    let folder: TemporaryFolder
    let target: String

    var path: String { folder.database }
    var migratedPath: String { path + ".migrated-to-postgres" }

    /// - Parameters:
    ///   - target: a PostgreSQL database without the schema `bellhop`; `nil` creates one.
    ///   - fill: writes through a store, to which a key is added as by a server's first start.
    init(target: String? = nil, burst: BurstLimits? = nil, _ fill: (Store) async throws -> Void = { _ in }) async throws
    {
        folder = try TemporaryFolder()
        self.target = try target ?? PostgresServer.shared.makeDatabase()
        do {
            var options = SQLiteOptions(burst: burst)
            options.isDurable = false
            let store = try Store(folder: folder.path, options: options)
            try await fill(store)
            let key = KeyRecord(id: .make(at: noon), role: .admin, userID: "ada", label: "first", createdAt: noon)
            _ = try await store.addKey(key, hash: Array(repeating: 200, count: 32), idempotency: nil)
        }
        try await close()
    }

    /// Returns when the store has closed its connections, as a server that has stopped.
    private func close() async throws {
        let connection = try SQLiteConnection(path: path)
        try await until { (try? connection.execute(script: "PRAGMA journal_mode = DELETE")) != nil }
        try connection.execute(script: "PRAGMA journal_mode = WAL")
    }

    /// Executes statements in the SQLite database.
    func write(_ script: String) throws {
        try SQLiteConnection(path: path).execute(script: "PRAGMA foreign_keys = ON; PRAGMA synchronous = OFF;" + script)
    }

    func migration(_ connection: @escaping (any SQLConnection) -> any SQLConnection = { $0 }) throws -> Migration {
        try Migration(folder: folder.path, to: target, connection: connection)
    }

    @discardableResult
    func migrate() throws -> [Migration.Table] { try migration().complete { _ in } }

    func connect() throws -> PostgresConnection {
        let connection = try PostgresConnection(PostgresConfiguration(target))
        try connection.execute(script: "SET search_path TO bellhop")
        return connection
    }

    /// All rows of the source, whether it is migrated or not, by table and as sorted texts.
    func sourceRows() throws -> [String: [String]] {
        let isMigrated = FileManager.default.fileExists(atPath: migratedPath)
        return try rows(SQLiteConnection(path: isMigrated ? migratedPath : path))
    }

    func targetRows() throws -> [String: [String]] { try rows(connect()) }

    private func rows(_ connection: any SQLConnection) throws -> [String: [String]] {
        let schema = try SQLiteConnection(path: ":memory:")
        try Schema.create(in: schema, at: "")
        var tables: [String: [String]] = [:]
        try schema.run(
            """
            SELECT t.name, group_concat('"' || c.name || '"', ', ') FROM sqlite_schema AS t, pragma_table_info(t.name) AS c
            WHERE t.type = 'table' GROUP BY t.name
            """, []
        ) { row in
            guard let table = row.text(at: 0), let columns = row.text(at: 1) else { return true }
            let count = columns.split(separator: ", ").count
            tables[table] = []
            try connection.run("SELECT \(columns) FROM \(table)", []) { row in
                tables[table, default: []].append(
                    (0..<count).map { index in
                        if let bytes = row.withBytes(at: index, { Array($0) }) { return "x\(bytes)" }
                        if let text = row.text(at: index) { return "'\(Data(text.utf8).base64EncodedString())'" }
                        return row.integer(at: index).map(String.init) ?? "NULL"
                    }.joined(separator: ","))
                return true
            }
            tables[table, default: []].sort()
            return true
        }
        return tables
    }
}

/// Fails at a chosen statement that writes or commit, and at all later calls, as after the end of the process. A failed read
/// leaves the databases as the write before it.
final class FailingWrites {
    struct Failure: Error {}

    private var remaining: Int
    private(set) var hasFailed = false

    init(at write: Int) { remaining = write }

    func connection(_ base: any SQLConnection) -> any SQLConnection { Connection(base, self) }

    private func call(isWrite: Bool) throws {
        if isWrite { remaining -= 1 }
        hasFailed = hasFailed || remaining == 0
        if hasFailed { throw Failure() }
    }

    private final class Connection: ForwardingConnection {
        private let writes: FailingWrites

        init(_ base: any SQLConnection, _ writes: FailingWrites) {
            self.writes = writes
            super.init(base)
        }

        override func run(
            _ sql: String, _ arguments: [(any SQLValueConvertible)?], _ read: (any SQLRow) throws -> Bool
        ) throws {
            try writes.call(isWrite: !sql.hasPrefix("SELECT"))
            try super.run(sql, arguments, read)
        }

        override func execute(script: String) throws {
            try writes.call(isWrite: true)
            try super.execute(script: script)
        }

        override func transaction<Value>(_ work: () throws -> Value) throws -> Value {
            let value = try super.transaction(work)
            // The commit was executed, but the process ended before it knew.
            try writes.call(isWrite: true)
            return value
        }
    }
}
#endif
