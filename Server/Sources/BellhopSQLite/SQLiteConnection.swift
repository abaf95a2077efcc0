public import BellhopSQL
import CSQLite
import Synchronization

/// Ends running statements with ``SQLiteError/Code/interrupted`` while it is set.
///
/// Unlike `sqlite3_interrupt`, it also ends a statement that begins a moment later.
private final class CancellationFlag: Sendable {
    private let value = Atomic(false)

    var isSet: Bool { value.load(ordering: .relaxed) }
    func set(_ isSet: Bool) { value.store(isSet, ordering: .relaxed) }
}

/// A connection to an SQLite database, with a cache of its statements. Used by one thread at a time.
public final class SQLiteConnection: SQLConnection {
    public enum Mode: Sendable {
        case readOnly, readWrite, create
    }

    let handle: OpaquePointer
    private var statements: [String: SQLiteStatement] = [:]
    private var observers: [(String) -> Void] = []
    private let isCancelled = CancellationFlag()

    /// - Parameter mode: ``Mode/create`` creates a missing file.
    /// - Throws: ``SQLiteError`` when the file cannot be opened. SQLite reads it with the first statement only.
    public init(path: String, _ mode: Mode = .create) throws {
        let flags =
            switch mode {
            case .readOnly: SQLITE_OPEN_READONLY
            case .readWrite: SQLITE_OPEN_READWRITE
            case .create: SQLITE_OPEN_READWRITE | SQLITE_OPEN_CREATE
            }
        var handle: OpaquePointer?
        let result = sqlite3_open_v2(path, &handle, flags | SQLITE_OPEN_NOMUTEX | SQLITE_OPEN_EXRESCODE, nil)
        guard result == SQLITE_OK, let handle else {
            defer { sqlite3_close_v2(handle) }
            throw SQLiteError(result, of: handle)
        }
        self.handle = handle
        sqlite3_progress_handler(
            handle, 10_000,
            {
                Unmanaged<CancellationFlag>.fromOpaque($0!).takeUnretainedValue().isSet ? 1 : 0
            },
            Unmanaged.passUnretained(isCancelled).toOpaque())
    }

    deinit {
        statements.removeAll()
        sqlite3_close_v2(handle)
    }

    /// Calls `observe` with the text of each statement before it is executed.
    public func observeStatements(_ observe: @escaping (String) -> Void) { observers.append(observe) }

    public var dialect: SQLDialect { .sqlite }

    public var changesCount: Int { Int(sqlite3_changes(handle)) }

    public var isInsideTransaction: Bool { sqlite3_get_autocommit(handle) == 0 }

    public var isUsable: Bool { true }

    public var cancellation: @Sendable (Bool) -> Void { { [isCancelled] in isCancelled.set($0) } }

    public func execute(script: String) throws {
        observe(script)
        let result = sqlite3_exec(handle, script, nil, nil, nil)
        guard result == SQLITE_OK else { throw SQLiteError(result, of: handle) }
    }

    public func run(
        _ sql: String, _ arguments: [(any SQLValueConvertible)?], _ read: (any SQLRow) throws -> Bool
    ) throws {
        observe(sql)
        try statement(sql).run(arguments, read)
    }

    /// Runs `work` in a transaction that holds the write lock of the database.
    public func transaction<Value>(_ work: () throws -> Value) throws -> Value {
        try enclosed(in: "BEGIN IMMEDIATE", work)
    }

    public func snapshot<Value>(_ work: () throws -> Value) throws -> Value { try enclosed(in: "BEGIN", work) }

    private func enclosed<Value>(in begin: String, _ work: () throws -> Value) throws -> Value {
        try run(begin)
        do {
            let value = try work()
            try run("COMMIT")
            return value
        } catch {
            // SQLite may have rolled back already (https://www.sqlite.org/lang_transaction.html).
            if isInsideTransaction { try? run("ROLLBACK") }
            throw error
        }
    }

    /// The steps of the plan by which SQLite executes `sql` (https://www.sqlite.org/eqp.html).
    public func queryPlan(of sql: String) throws -> [String] {
        let statement = try SQLiteStatement("EXPLAIN QUERY PLAN " + sql, on: self)
        var steps: [String] = []
        try statement.run(Array(repeating: nil, count: statement.parameters)) { row in
            steps.append(row.text(at: 3) ?? "")
            return true
        }
        return steps
    }

    private func observe(_ sql: String) {
        for observer in observers { observer(sql) }
    }

    private func statement(_ sql: String) throws -> SQLiteStatement {
        if let known = statements[sql] { return known }
        let statement = try SQLiteStatement(sql, on: self)
        statements[sql] = statement
        return statement
    }
}
