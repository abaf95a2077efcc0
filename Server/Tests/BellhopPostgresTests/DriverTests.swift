#if Postgres
import BellhopSQL
import BellhopTestSupport
import Testing

@testable import BellhopPostgres

/// A database of its own for a test.
struct PostgresDatabase {
    let server: PostgresServer
    let connectionString: String

    init(_ server: PostgresServer? = nil) throws {
        self.server = try server ?? .shared
        connectionString = try self.server.makeDatabase()
    }

    func configuration(_ extra: String = "") throws -> PostgresConfiguration {
        try PostgresConfiguration("\(connectionString) \(extra)")
    }

    func connect(_ extra: String = "") throws -> PostgresConnection {
        try PostgresConnection(configuration(extra))
    }
}

extension PostgresConnection {
    func text(_ sql: String, _ arguments: [(any SQLValueConvertible)?] = []) throws -> String? {
        var value: String?
        try run(sql, arguments) { row in
            value = row.text(at: 0)
            return false
        }
        return value
    }
}

@Suite("PostgreSQL driver")
struct DriverTests {
    private let database: PostgresDatabase
    private let connection: PostgresConnection

    init() throws {
        database = try PostgresDatabase()
        connection = try database.connect()
        try connection.execute(
            script: """
                CREATE TABLE t (i bigint, n integer, s smallint, f double precision, b boolean, x text, d bytea);
                CREATE TABLE k (id integer PRIMARY KEY, v bigint NOT NULL DEFAULT 0);
                INSERT INTO k (id) VALUES (1), (2)
                """)
    }

    // MARK: Values

    @Test(
        "A bound value is read back unchanged",
        arguments: [
            ("i", .integer(.min)), ("i", .integer(.max)), ("i", .integer(0)), ("i", .integer(-1)),
            ("n", .integer(Int64(Int32.min))), ("n", .integer(Int64(Int32.max))), ("s", .integer(-32_768)),
            ("b", .integer(1)), ("b", .integer(0)),
            ("x", .text("")), ("x", .text("é🔔 'a' \"b\" \\ ? $1 -- /*")),
            ("x", .text(String(repeating: "ab", count: 9000))),
            ("d", .blob([])), ("d", .blob([0, 255, 39, 92])), ("d", .blob([UInt8](repeating: 0, count: 70_000))),
        ] as [(String, SQLValue)])
    func values(column: String, value: SQLValue) throws {
        try connection.run("INSERT INTO t (\(column)) VALUES (?1)", [value])
        var rows = 0
        try connection.run("SELECT \(column) FROM t WHERE \(column) = ?", [value]) { row in
            rows += 1
            #expect(!row.isNull(at: 0))
            switch value {
            case .integer(let number):
                #expect(row.integer(at: 0) == number && row.text(at: 0) == nil && row.withBytes(at: 0) { _ in } == nil)
            case .text(let text): #expect(row.text(at: 0) == text && row.integer(at: 0) == nil)
            case .blob(let bytes): #expect(row.withBytes(at: 0) { Array($0) } == bytes && row.text(at: 0) == nil)
            }
            return true
        }
        #expect(rows == 1)
    }

    @Test("NULL is stored in a column of each type", arguments: ["i", "n", "s", "f", "b", "x", "d"])
    func nulls(column: String) throws {
        try connection.run("INSERT INTO t (\(column)) VALUES (?)", [nil])
        try connection.run("SELECT \(column) FROM t", []) { row in
            #expect(row.isNull(at: 0) && row.integer(at: 0) == nil && row.text(at: 0) == nil)
            #expect(row.withBytes(at: 0) { _ in } == nil)
            return true
        }
    }

    @Test("A statement that was prepared with NULL accepts bytes")
    func bytesAfterNull() throws {
        let sql = "SELECT ?1"
        try connection.run(sql, [nil])
        try connection.run(sql, [[1, 0] as [UInt8]]) { row in
            #expect(row.withBytes(at: 0) { Array($0) } == [1, 0])
            return true
        }
        try connection.run(sql, [nil]) { row in
            #expect(row.isNull(at: 0))
            return true
        }
    }

    @Test("A text or number for a parameter of bytes is refused", arguments: [.text("a"), .integer(1)] as [SQLValue])
    func wrongKind(value: SQLValue) throws {
        let error = #expect(throws: PostgresError.self) { try connection.run("INSERT INTO t (d) VALUES (?)", [value]) }
        #expect(error?.sqlState == "07006")
        #expect(try connection.integer("SELECT count(*) FROM t") == 0)
    }

    @Test(
        "A sum of integers is read as integer when it is one",
        arguments: [
            ("0", 0), ("10000", 10_000), ("-123456789012", -123_456_789_012), ("9223372036854775807", .max),
            ("-9223372036854775808", .min), ("9223372036854775808", nil), ("1e30", nil), ("1.00", 1), ("0.5", nil),
            ("-0.00001", nil), ("100000000", 100_000_000), ("'NaN'", nil),
        ] as [(String, Int64?)])
    func numeric(literal: String, value: Int64?) throws {
        #expect(try connection.integer("SELECT CAST(\(literal) AS numeric)") == value)
        try connection.run("SELECT sum(i) FROM (VALUES (CAST(?1 AS bigint)), (1)) AS rows (i)", [41]) { row in
            #expect(row.integer(at: 0) == 42)
            return true
        }
    }

    @Test("A text with U+0000 is refused without its content")
    func zero() throws {
        let error = #expect(throws: PostgresError.self) {
            try connection.run("INSERT INTO t (x) VALUES (?)", ["se\0cret"])
        }
        #expect(error?.sqlState == "22021")
        #expect(error.map { "\($0)".contains("se") || "\($0)".contains("cret") } == false)
    }

    // MARK: Statements

    @Test(
        "A placeholder is translated outside of literals, names and comments",
        arguments: [
            ("SELECT ?, ?", "SELECT $1, $2", 2), ("SELECT ?2, ?1, ?", "SELECT $2, $1, $3", 3),
            ("?1?1", "$1$1", 1), ("'?' ?", "'?' $1", 1), ("'a''?' ?", "'a''?' $1", 1), ("\"?\" ?", "\"?\" $1", 1),
            ("\"a\"\"?\" ?", "\"a\"\"?\" $1", 1), ("-- ?\n?", "-- ?\n$1", 1),
            ("/* ? /* ? */ ? */ ?", "/* ? /* ? */ ? */ $1", 1),
            ("E'\\'?' ?", "E'\\'?' $1", 1), ("e'a''\\'?' ?", "e'a''\\'?' $1", 1), ("type'\\' ?", "type'\\' $1", 1),
            ("$$ ? $$ ?", "$$ ? $$ $1", 1), ("$a$ ? $$ ? $a$ ?", "$a$ ? $$ ? $a$ $1", 1), ("a$b$?", "a$b$$1", 1),
            ("?::bytea", "$1::bytea", 1), ("a - ? / ?", "a - $1 / $2", 2), ("é = ?", "é = $1", 1), ("", "", 0),
            ("'?", "'?", 0), ("/* ?", "/* ?", 0), ("$a$ ?", "$a$ ?", 0), ("?12", "$12", 12),
        ])
    func placeholders(sql: String, translated: String, count: Int) {
        let translation = PostgresStatement.translated(sql)
        #expect(translation.sql == translated && translation.parameters == count)
    }

    @Test("A repeated placeholder has one argument")
    func repeated() throws {
        #expect(try connection.integer("SELECT ?2::bigint * 10 + ?1::bigint + ?1 -- ?\n", [1, 4]) == 42)
    }

    @Test("A wrong number of arguments is refused", arguments: [0, 1, 3])
    func arguments(count: Int) throws {
        let error = #expect(throws: PostgresError.self) {
            try connection.run("INSERT INTO t (i, n) VALUES (?, ?)", Array(repeating: 1, count: count))
        }
        #expect(error?.sqlState == "07001")
        #expect(try connection.integer("SELECT count(*) FROM t") == 0)
    }

    @Test("A statement with RETURNING completes when its rows are not read")
    func returning() throws {
        var rows = 0
        try connection.run("INSERT INTO t (i) VALUES (1), (2), (3) RETURNING i", []) { _ in
            rows += 1
            return false
        }
        #expect(rows == 1)
        #expect(try connection.integer("SELECT count(*) FROM t") == 3)
    }

    @Test("Another statement runs while rows are read")
    func nested() throws {
        var sum: Int64 = 0
        try connection.run("SELECT id FROM k ORDER BY id", []) { row in
            sum += try connection.integer("SELECT id * 10 FROM k WHERE id = ?", [row.integer(at: 0)!]) ?? 0
            return true
        }
        #expect(sum == 30)
    }

    @Test("The count of changes is the count of the last change")
    func changes() throws {
        try connection.run("INSERT INTO t (i) VALUES (1), (2), (3)")
        #expect(connection.changesCount == 3)
        #expect(try connection.integer("SELECT count(*) FROM t") == 3)
        #expect(connection.changesCount == 3)
        try connection.run("UPDATE t SET n = 1 WHERE i > ?", [1])
        #expect(connection.changesCount == 2)
        try connection.run("INSERT INTO k (id) VALUES (1) ON CONFLICT DO NOTHING")
        #expect(connection.changesCount == 0)
        try connection.run("DELETE FROM t")
        #expect(connection.changesCount == 3)
    }

    @Test("A script runs all its statements or none")
    func script() throws {
        try connection.execute(
            script: "CREATE TABLE a (i integer); INSERT INTO a VALUES (1); -- ?\nINSERT INTO a VALUES (2)")
        #expect(throws: PostgresError.self) { try connection.execute(script: "INSERT INTO a VALUES (3); SELECT 1 / 0") }
        #expect(try connection.integer("SELECT count(*) FROM a") == 2)
    }

    @Test("A connection that is asked for COPY is replaced")
    func copy() throws {
        let error = #expect(throws: PostgresError.self) { try connection.execute(script: "COPY t FROM STDIN") }
        #expect(error?.code == .unsupported)
        #expect(!connection.isUsable)
    }

    @Test("A statement whose columns a migration changed is prepared again")
    func stalePlan() throws {
        try connection.run("SELECT * FROM k")
        try database.connect().execute(script: "ALTER TABLE k ADD COLUMN w text")
        let error = #expect(throws: PostgresError.self) { try connection.run("SELECT * FROM k") }
        #expect(error?.code == .stalePlan && error?.isConflict == true)
        try connection.run("SELECT * FROM k")
    }

    @Test("The plan of a statement shows the use of indexes")
    func plan() throws {
        let plan = try connection.queryPlan(of: "SELECT v FROM k WHERE id = ?1 AND v > ?2")
        #expect(plan.contains { $0.contains("k_pkey") })
        #expect(plan.contains("Index Cond: (id = $1)"))
        let scan = try connection.queryPlan(of: "SELECT count(*) FROM k WHERE v = 1")
        #expect(scan.contains("Seq Scan on k"))
        #expect(try connection.text("SHOW enable_seqscan") == "on")
        try connection.transaction { _ = try connection.queryPlan(of: "DELETE FROM k WHERE id = ?") }
        #expect(try connection.integer("SELECT count(*) FROM k") == 2)
    }

    // MARK: Errors

    @Test(
        "An error has the code of its SQLSTATE and not the arguments",
        arguments: [
            ("SELEC", nil, "42601"), ("SELECT 1 / ?::int - 1", nil, "22P02"),
            ("INSERT INTO t (s) VALUES (?)", nil, "22P02"),
            ("INSERT INTO k (id, v) SELECT 1, length(?)", .uniqueViolation, "23505"),
            ("SELECT * FROM missing WHERE x = ?", nil, "42P01"),
        ] as [(String, PostgresError.Code?, String)])
    func errors(sql: String, code: PostgresError.Code?, state: String) throws {
        let error = #expect(throws: PostgresError.self) {
            try connection.run(sql, sql.contains("?") ? ["private"] : [])
        }
        #expect(error?.code == code && error?.sqlState == state && error?.isConflict == false)
        #expect(error.map { "\($0)".contains("private") } == false)
        #expect(connection.isUsable && !connection.isInsideTransaction)
    }

    @Test("A unique violation names its constraint, and is a conflict only in a transaction")
    func uniqueViolation() throws {
        let sql = "INSERT INTO k (id) VALUES (1)"
        let single = #expect(throws: PostgresError.self) { try connection.run(sql) }
        #expect(single?.constraint == "k_pkey" && single?.isConflict == false)
        let enclosed = #expect(throws: PostgresError.self) { try connection.transaction { try connection.run(sql) } }
        #expect(enclosed?.code == .uniqueViolation && enclosed?.isConflict == true)
    }
}
#endif
