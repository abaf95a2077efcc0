/// A connection to a database. Used by one thread at a time.
///
/// Statements are written once for all databases: parameters are `?` or `?1`, and syntax that differs depends
/// on ``dialect``.
public protocol SQLConnection: AnyObject {
    var dialect: SQLDialect { get }

    /// The number of rows that the last `INSERT`, `UPDATE` or `DELETE` changed, without those of foreign keys.
    var changesCount: Int { get }

    /// Indicates whether a transaction is open, which a failed commit or a lost connection ends.
    var isInsideTransaction: Bool { get }

    /// Indicates whether the connection can run statements; `false` when it is lost.
    var isUsable: Bool { get }

    /// Interrupts the running statement and all later ones, until it is called with `false`. May be called on any
    /// thread.
    var cancellation: @Sendable (Bool) -> Void { get }

    /// Executes a statement, and calls `read` for each row until it returns `false`. `read` must not execute the same
    /// statement.
    func run(
        _ sql: String, _ arguments: [(any SQLValueConvertible)?], _ read: (any SQLRow) throws -> Bool
    ) throws

    /// Executes a statement whose rows and ``changesCount`` are not needed. In a transaction it may be sent with the next
    /// statement, which then throws its error.
    func enqueue(_ sql: String, _ arguments: [(any SQLValueConvertible)?]) throws

    /// Waits for the enqueued statements.
    ///
    /// - Throws: the error of one of them.
    func finishEnqueued() throws

    /// Executes several statements without parameters.
    func execute(script: String) throws

    /// Runs `work` in a transaction and commits it. An error of `work` or of the commit rolls it back.
    ///
    /// With SQLite no other transaction writes at the same time. With PostgreSQL others do, and each statement sees their
    /// commits, so rows must be locked before `work` decides by them.
    func transaction<Value>(_ work: () throws -> Value) throws -> Value

    /// Runs `work` on one snapshot of the database.
    func snapshot<Value>(_ work: () throws -> Value) throws -> Value

    /// The steps of the plan by which the database executes `sql`.
    func queryPlan(of sql: String) throws -> [String]
}

extension SQLConnection {
    public func enqueue(_ sql: String, _ arguments: [(any SQLValueConvertible)?]) throws { try run(sql, arguments) }

    public func finishEnqueued() throws {}

    /// Executes a statement to its end.
    public func run(_ sql: String, _ arguments: [(any SQLValueConvertible)?] = []) throws {
        try run(sql, arguments) { _ in true }
    }

    /// The integer in the first column of the first row.
    public func integer(_ sql: String, _ arguments: [(any SQLValueConvertible)?] = []) throws -> Int64? {
        var value: Int64?
        try run(sql, arguments) { row in
            value = row.integer(at: 0)
            return false
        }
        return value
    }
}

/// The databases whose SQL differs.
public enum SQLDialect: Sendable {
    case sqlite, postgres
}

/// A row of a running statement; valid until the next one.
public protocol SQLRow {
    func isNull(at index: Int) -> Bool

    /// - Returns: `nil` unless the column has an integer. Booleans are 1 and 0.
    func integer(at index: Int) -> Int64?

    /// - Returns: `nil` unless the column has a text.
    func text(at index: Int) -> String?

    /// Calls `body` with the bytes of the column.
    /// - Returns: `nil` unless the column has bytes.
    func withBytes<Value>(at index: Int, _ body: (UnsafeRawBufferPointer) -> Value) -> Value?
}

/// An error of a database.
public protocol SQLError: Error {
    /// Indicates whether the statement was interrupted by ``SQLConnection/cancellation``.
    var isCancellation: Bool { get }
    /// Indicates whether a concurrent transaction prevented this one, which should be run again.
    var isConflict: Bool { get }
}
