import BellhopModel
import BellhopSQL

/// Reads a row's columns in the order of its `SELECT`, so that a column list and its reader can be written side by
/// side.
///
/// Every reader throws ``UnreadableColumn`` for a value that Bellhop does not write; with `STRICT` tables that indicates
/// a damaged file.
struct Columns {
    private let row: any SQLRow
    private var index = 0

    init(_ row: any SQLRow) { self.row = row }

    mutating func integer() throws -> Int64 { try known(next { $0.integer(at: $1) }) }
    mutating func text() throws -> String { try known(next { $0.text(at: $1) }) }
    mutating func optionalText() throws -> String? { try optional { try $0.text() } }
    mutating func bytes() throws -> [UInt8] { try known(next { $0.withBytes(at: $1) { Array($0) } }) }

    mutating func time() throws -> Timestamp { Timestamp(milliseconds: try integer()) }

    mutating func optionalTime() throws -> Timestamp? { try optional { try $0.time() } }

    mutating func id<Kind>() throws -> Identifier<Kind> {
        try known(next { $0.withBytes(at: $1) { Identifier(blob: $0) } } ?? nil)
    }

    mutating func optionalID<Kind>() throws -> Identifier<Kind>? { try optional { try $0.id() } }

    mutating func externalID<Kind>() throws -> ExternalID<Kind> { try known(ExternalID(try text())) }

    mutating func optionalExternalID<Kind>() throws -> ExternalID<Kind>? { try optional { try $0.externalID() } }

    /// Reads a text that is a raw value of `Value`.
    mutating func word<Value: RawRepresentable<String>>() throws -> Value { try known(Value(rawValue: try text())) }

    mutating func optionalWord<Value: RawRepresentable<String>>() throws -> Value? { try optional { try $0.word() } }

    mutating func json<Value: Decodable>() throws -> Value {
        try CanonicalJSON.decode(Value.self, from: try text().utf8)
    }

    mutating func optionalJSON<Value: Decodable>() throws -> Value? { try optional { try $0.json() } }

    /// Unwraps `value`; for `nil` the column just read is unreadable.
    func known<Value>(_ value: Value?) throws -> Value {
        guard let value else { throw UnreadableColumn(index: index - 1) }
        return value
    }

    private mutating func next<Value>(_ read: (any SQLRow, Int) -> Value?) -> Value? {
        defer { index += 1 }
        return read(row, index)
    }

    /// - Returns: `nil` for NULL.
    private mutating func optional<Value>(_ read: (inout Columns) throws -> Value) throws -> Value? {
        guard !row.isNull(at: index) else {
            index += 1
            return nil
        }
        return try read(&self)
    }
}

/// An error for a column with a value that Bellhop does not write.
struct UnreadableColumn: Error {
    /// The column's zero-based index in the `SELECT`.
    let index: Int
}

extension Identifier {
    /// The sixteen bytes in network order, so that SQLite's `memcmp` sorts ids as Swift does: by age.
    var blob: [UInt8] {
        withUnsafeBytes(of: (high.bigEndian, low.bigEndian)) { Array($0) }
    }

    /// - Returns: `nil` unless `blob` has sixteen bytes.
    init?(blob: UnsafeRawBufferPointer) {
        guard blob.count == 16 else { return nil }
        self.init(
            high: UInt64(bigEndian: blob.loadUnaligned(as: UInt64.self)),
            low: UInt64(bigEndian: blob.loadUnaligned(fromByteOffset: 8, as: UInt64.self)))
    }
}

/// A connection and the settings of the store, on which the tables are defined.
struct Database {
    typealias Arguments = [(any SQLValueConvertible)?]

    let connection: any SQLConnection
    /// The limits from which notifications are folded into summaries; `nil` for none.
    let burst: BurstLimits?
    /// Indicates whether this is a transaction that may write.
    private var isWriting = false
    let changes = TransactionChanges()

    /// For reads; ``transaction(on:burst:_:)`` is for writes.
    init(connection: any SQLConnection, burst: BurstLimits?) { (self.connection, self.burst) = (connection, burst) }

    /// Runs `work` in a transaction that may write.
    ///
    /// - Parameter keys: cleared after a transaction that has revoked keys.
    /// - Throws: ``FailedStatement`` for an error after which the transaction could have gone on; other errors when it
    ///   could not begin, go on or commit.
    static func transaction<Value>(
        on connection: any SQLConnection, burst: BurstLimits?, keys: KeyCache? = nil,
        _ work: (Database) throws -> Value
    ) throws -> Value {
        var database = Database(connection: connection, burst: burst)
        database.isWriting = true
        // Also when the outcome is unknown.
        defer { if database.changes.revokesKeys { keys?.clear() } }
        return try connection.transaction {
            do {
                let value = try work(database)
                try database.changes.storeCounts(in: database)
                try connection.finishEnqueued()
                return value
            } catch {
                throw connection.isInsideTransaction ? FailedStatement(cause: error) : error
            }
        }
    }

    /// The clause that makes SQLite use an index, whatever its statistics say; PostgreSQL has none.
    func indexed(_ index: String) -> String { connection.dialect == .sqlite ? " INDEXED BY \(index)" : "" }

    /// The join whose left table SQLite reads first (https://www.sqlite.org/optoverview.html#crossjoin). PostgreSQL decides
    /// by its statistics.
    var orderedJoin: String { connection.dialect == .sqlite ? "CROSS JOIN" : "JOIN" }

    /// Indicates whether other transactions write at the same time.
    var hasOtherWriters: Bool { connection.dialect == .postgres }

    /// The clause that locks the found rows until the end of a writing transaction.
    var locked: String { isWriting && hasOtherWriters ? " FOR NO KEY UPDATE" : "" }

    /// The clause that keeps other transactions from changing the found rows, in the order of their ids, until the end
    /// of a writing transaction.
    var kept: String { isWriting && hasOtherWriters ? " ORDER BY id FOR SHARE" : "" }

    /// This transaction with reads that lock nothing.
    var withoutLocks: Database {
        var database = self
        database.isWriting = false
        return database
    }

    /// Waits until no other transaction holds the lock `name`, and holds it until the end of this one. For decisions
    /// about rows that do not exist yet.
    func lock(_ name: String) throws {
        guard hasOtherWriters else { return }
        try run("SELECT pg_advisory_xact_lock(hashtextextended(?, 0))", [name])
    }

    /// Takes the lock `name` as ``lock(_:)``, unless another transaction holds it.
    func tryLock(_ name: String) throws -> Bool {
        guard hasOtherWriters else { return true }
        return try first("SELECT pg_try_advisory_xact_lock(hashtextextended(?, 0))", [name]) { try $0.integer() != 0 }
            ?? false
    }

    /// The clause that leaves rows out which another node is changing.
    var skippingLocked: String { hasOtherWriters ? " FOR UPDATE SKIP LOCKED" : "" }

    /// The smallest and the largest `id` of an aggregation. PostgreSQL before version 18 has no min(bytea).
    var firstID: String { connection.dialect == .sqlite ? "min(id)" : "(array_agg(id ORDER BY id))[1]" }
    var lastID: String { connection.dialect == .sqlite ? "max(id)" : "(array_agg(id ORDER BY id DESC))[1]" }

    /// The function that returns the position of its second argument in its first one, from 1.
    var position: String { connection.dialect == .sqlite ? "instr" : "strpos" }

    /// The number of rows that the last `INSERT`, `UPDATE` or `DELETE` changed, without those of foreign keys.
    var changesCount: Int { connection.changesCount }

    func run(_ sql: String, _ arguments: Arguments = []) throws { try connection.run(sql, arguments) }

    /// Executes a statement whose rows and ``changesCount`` are not needed, on PostgreSQL together with the next one.
    func enqueue(_ sql: String, _ arguments: Arguments) throws { try connection.enqueue(sql, arguments) }

    /// `read` must not execute the same statement.
    func all<Value>(
        _ sql: String, _ arguments: Arguments = [], _ read: (inout Columns) throws -> Value
    ) throws -> [Value] {
        var values: [Value] = []
        try connection.run(sql, arguments) { row in
            var columns = Columns(row)
            values.append(try read(&columns))
            return true
        }
        return values
    }

    /// Executes the statement to its end even after the first row, because `RETURNING` statements complete only there.
    func first<Value>(
        _ sql: String, _ arguments: Arguments = [], _ read: (inout Columns) throws -> Value
    ) throws -> Value? {
        var first: Value?
        try connection.run(sql, arguments) { row in
            guard first == nil else { return true }
            var columns = Columns(row)
            first = try read(&columns)
            return true
        }
        return first
    }
}

/// An error after which the transaction could have gone on without the statements that caused it.
struct FailedStatement: Error {
    let cause: any Error
}
