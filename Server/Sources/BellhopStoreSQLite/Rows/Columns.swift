import BellhopModel
import Foundation
import GRDB

/// Reads a row's columns in the order of its `SELECT`, so that a column list and its reader stand side by side.
///
/// Every reader throws ``UnreadableColumn`` or GRDB's `RowDecodingError` when the file holds something that Bellhop
/// did not write; `STRICT` tables make that a sign of damage, not of a careless writer.
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

    mutating func name<Kind>() throws -> Name<Kind> { try known(Name(try next() as String)) }

    mutating func optionalName<Kind>() throws -> Name<Kind>? {
        try (nextIfPresent() as String?).map { try known(Name($0)) }
    }

    /// A text that is one of the raw values of `Value`.
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

    /// What `value` is, unless it is nothing: then the column just read is unreadable.
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

/// A column that holds none of the values that Bellhop writes there.
struct UnreadableColumn: Error {
    /// Counted from zero, in the order of the `SELECT`.
    let index: Int
}
