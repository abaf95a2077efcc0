import BellhopModel
import Foundation
import GRDB

/// Reads a row's columns in the order of its `SELECT`, so that a column list and its reader can be written side by
/// side.
///
/// Every reader throws ``UnreadableColumn`` or GRDB's `RowDecodingError` for a value that Bellhop does not write; with
/// `STRICT` tables that indicates a damaged file.
struct Columns {
    private let row: Row
    private var index = 0

    init(_ row: Row) { self.row = row }

    mutating func integer() throws -> Int64 { try next() }
    mutating func text() throws -> String { try next() }
    mutating func optionalText() throws -> String? { try nextIfPresent() }
    mutating func bytes() throws -> [UInt8] { Array(try next() as Data) }

    mutating func time() throws -> Timestamp { Timestamp(milliseconds: try next()) }

    mutating func optionalTime() throws -> Timestamp? {
        try (nextIfPresent() as Int64?).map { Timestamp(milliseconds: $0) }
    }

    mutating func id<Kind>() throws -> Identifier<Kind> { try known(Identifier(blob: try next())) }

    mutating func optionalID<Kind>() throws -> Identifier<Kind>? {
        try (nextIfPresent() as Data?).map { try known(Identifier(blob: $0)) }
    }

    mutating func externalID<Kind>() throws -> ExternalID<Kind> { try known(ExternalID(try next() as String)) }

    mutating func optionalExternalID<Kind>() throws -> ExternalID<Kind>? {
        try (nextIfPresent() as String?).map { try known(ExternalID($0)) }
    }

    /// Reads a text that is a raw value of `Value`.
    mutating func word<Value: RawRepresentable<String>>() throws -> Value {
        try known(Value(rawValue: try next()))
    }

    mutating func optionalWord<Value: RawRepresentable<String>>() throws -> Value? {
        try (nextIfPresent() as String?).map { try known(Value(rawValue: $0)) }
    }

    mutating func json<Value: Decodable>() throws -> Value {
        try CanonicalJSON.decode(Value.self, from: (try next() as String).utf8)
    }

    mutating func optionalJSON<Value: Decodable>() throws -> Value? {
        try (nextIfPresent() as String?).map { try CanonicalJSON.decode(Value.self, from: $0.utf8) }
    }

    /// Unwraps `value`; for `nil` the column just read is unreadable.
    func known<Value>(_ value: Value?) throws -> Value {
        guard let value else { throw UnreadableColumn(index: index - 1) }
        return value
    }

    private mutating func next<Value: DatabaseValueConvertible & StatementColumnConvertible>() throws -> Value {
        defer { index += 1 }
        return try row.decode(Value.self, atIndex: index)
    }

    private mutating func nextIfPresent<Value: DatabaseValueConvertible & StatementColumnConvertible>() throws -> Value?
    {
        defer { index += 1 }
        return try row.decode(Value?.self, atIndex: index)
    }
}

/// An error for a column with a value that Bellhop does not write.
struct UnreadableColumn: Error {
    /// The column's zero-based index in the `SELECT`.
    let index: Int
}

extension Identifier {
    /// The sixteen bytes in network order, so that SQLite's `memcmp` sorts ids as Swift does: by age.
    var blob: Data {
        withUnsafeBytes(of: (high.bigEndian, low.bigEndian)) { Data($0) }
    }

    /// - Returns: `nil` unless `blob` has sixteen bytes.
    init?(blob: Data) {
        guard blob.count == 16 else { return nil }
        let (high, low) = blob.withUnsafeBytes {
            ($0.loadUnaligned(as: UInt64.self), $0.loadUnaligned(fromByteOffset: 8, as: UInt64.self))
        }
        self.init(high: UInt64(bigEndian: high), low: UInt64(bigEndian: low))
    }
}

/// The three ways in which this store runs SQL. Each prepares a statement once per connection and caches it.
///
/// A reader closure must not run the statement that feeds it.
extension Database {
    func run(_ sql: String, _ arguments: StatementArguments = []) throws {
        try cachedStatement(sql: sql).execute(arguments: arguments)
    }

    func all<Value>(
        _ sql: String, _ arguments: StatementArguments = [], _ read: (inout Columns) throws -> Value
    ) throws -> [Value] {
        let rows = try Row.fetchCursor(cachedStatement(sql: sql), arguments: arguments)
        var values: [Value] = []
        while let row = try rows.next() {
            var columns = Columns(row)
            values.append(try read(&columns))
        }
        return values
    }

    /// Steps to the end even after the first row, because `RETURNING` statements complete only there.
    func first<Value>(
        _ sql: String, _ arguments: StatementArguments = [], _ read: (inout Columns) throws -> Value
    ) throws -> Value? {
        let rows = try Row.fetchCursor(cachedStatement(sql: sql), arguments: arguments)
        var first: Value?
        while let row = try rows.next() {
            guard first == nil else { continue }
            var columns = Columns(row)
            first = try read(&columns)
        }
        return first
    }
}
