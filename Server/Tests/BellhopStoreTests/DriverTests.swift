import BellhopSQL
import BellhopSQLite
import BellhopTestSupport
import Synchronization
import Testing

@Suite("SQLite driver")
struct DriverTests {
    /// Takes far longer than a test, unless it is interrupted.
    private static let endless = """
        WITH RECURSIVE numbers (n) AS (VALUES (1) UNION ALL SELECT n + 1 FROM numbers) SELECT count(*) FROM numbers
        """

    private let folder: TemporaryFolder
    private let path: String

    init() throws {
        folder = try TemporaryFolder()
        path = folder.path + "/driver.sqlite"
        let connection = try SQLiteConnection(path: path)
        try connection.execute(script: "CREATE TABLE t (a ANY, b ANY) STRICT; PRAGMA journal_mode = WAL")
    }

    private func pool(readers: Int) throws -> SQLPool {
        // Opening recovers the log if no other connection is open, which makes others wait.
        let open: @Sendable (SQLiteConnection.Mode) throws -> SQLiteConnection = { [path] mode in
            let connection = try SQLiteConnection(path: path, mode)
            try connection.execute(script: "PRAGMA busy_timeout = 5000")
            return connection
        }
        return try SQLPool(
            readers: readers, openWriter: { try open(.readWrite) }, openReader: { try open(.readOnly) })
    }

    @Test(
        "A bound value is read back unchanged",
        arguments: [
            .integer(.min), .integer(.max), .text(""), .text("a\u{0}b"), .text("é🔔"), .blob([]),
            .blob([0, 255]), nil,
        ] as [SQLValue?])
    func values(value: SQLValue?) throws {
        let connection = try SQLiteConnection(path: path)
        try connection.run("INSERT INTO t VALUES (?1, ?1)", [value])
        try connection.run("SELECT a FROM t", []) { row in
            switch value {
            case nil: #expect(row.isNull(at: 0))
            case .integer(let number): #expect(row.integer(at: 0) == number && row.text(at: 0) == nil)
            case .text(let text): #expect(row.text(at: 0) == text && row.integer(at: 0) == nil)
            case .blob(let bytes): #expect(row.withBytes(at: 0) { Array($0) } == bytes)
            }
            return true
        }
    }

    @Test("A wrong number of arguments is refused", arguments: [0, 1, 3])
    func arguments(count: Int) throws {
        let connection = try SQLiteConnection(path: path)
        let error = #expect(throws: SQLiteError.self) {
            try connection.run("INSERT INTO t VALUES (?, ?)", Array(repeating: 1, count: count))
        }
        #expect(error?.code == .misuse)
        #expect(try connection.integer("SELECT count(*) FROM t") == 0)
    }

    @Test("An error in a transaction rolls it back, and the connection can be used again")
    func rollback() throws {
        let connection = try SQLiteConnection(path: path)
        let error = #expect(throws: SQLiteError.self) {
            try connection.transaction {
                try connection.run("INSERT INTO t VALUES (1, 1)")
                try connection.run("INSERT INTO missing VALUES (1)")
            }
        }
        #expect(error?.message == "no such table: missing")
        #expect(!connection.isInsideTransaction)
        #expect(try connection.integer("SELECT count(*) FROM t") == 0)
    }

    @Test("A file that cannot be opened is an error with SQLite's reason")
    func missing() {
        let error = #expect(throws: SQLiteError.self) {
            _ = try SQLiteConnection(path: folder.path + "/missing/a.sqlite", .readWrite)
        }
        #expect(error?.code == .cannotOpen)
    }

    @Test("A read has a snapshot, and later writes do not change it")
    func snapshot() async throws {
        let pool = try pool(readers: 1)
        let counts = try await pool.read { connection in
            let before = try connection.integer("SELECT count(*) FROM t")
            try pool.writeAndWait { try $0.run("INSERT INTO t VALUES (1, 1)") }
            return [before, try connection.integer("SELECT count(*) FROM t")]
        }
        #expect(counts == [0, 0])
        #expect(try await pool.read { try $0.integer("SELECT count(*) FROM t") } == 1)
    }

    @Test("Readers cannot write")
    func readOnly() async throws {
        let pool = try pool(readers: 1)
        let error = await #expect(throws: SQLiteError.self) {
            try await pool.read { try $0.run("INSERT INTO t VALUES (1, 1)") }
        }
        #expect(error?.code == .readOnly)
    }

    @Test("More reads than readers wait for one, and all complete")
    func waiting() async throws {
        let pool = try pool(readers: 2)
        let counter = Counter()
        try await withThrowingTaskGroup(of: Void.self) { group in
            for _ in 0..<50 {
                group.addTask {
                    try await pool.read { connection in
                        counter.begin()
                        defer { counter.end() }
                        _ = try connection.integer("SELECT count(*) FROM t")
                    }
                }
            }
            try await group.waitForAll()
        }
        #expect((1...2).contains(counter.maximum))
    }

    @Test("Cancelling the task interrupts a running read, and the reader can be used again")
    func cancellation() async throws {
        let pool = try pool(readers: 1)
        let (begun, begins) = AsyncStream.makeStream(of: Void.self)
        let task = Task {
            try await pool.read { connection in
                begins.finish()
                return try connection.integer(Self.endless)
            }
        }
        for await _ in begun {}
        task.cancel()
        await #expect(throws: CancellationError.self) { try await task.value }
        #expect(try await pool.read { try $0.integer("SELECT count(*) FROM t") } == 0)
    }
}

/// Counts concurrent reads.
private final class Counter: Sendable {
    private let counts = Mutex<[Int]>([0, 0])

    var maximum: Int { counts.withLock { $0[1] } }

    func begin() {
        counts.withLock {
            $0[0] += 1
            $0[1] = max($0[1], $0[0])
        }
    }

    func end() { counts.withLock { $0[0] -= 1 } }
}
