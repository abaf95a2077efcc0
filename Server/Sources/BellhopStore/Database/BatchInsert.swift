/// The statements of an operation on several rows at once. They have 1, 2, 4 … rows, so that few are prepared.
enum Batch {
    /// The maximum number of rows of a statement.
    static let limit = 32

    /// The parts of work on `count` rows that ends early when other writes wait: 8, 16 and then 32 rows, so that a write
    /// that soon follows another one waits for few rows.
    static func parts(of count: Int) -> [Range<Int>] {
        var parts: [Range<Int>] = []
        while case let end = parts.last?.upperBound ?? 0, end < count {
            let size = min(limit, parts.last.map { 2 * $0.count } ?? 8)
            parts.append(end..<min(end + size, count))
        }
        return parts
    }

    /// `count` placeholders, separated by commas.
    fileprivate static func placeholders(_ count: Int) -> String {
        Array(repeating: "?", count: count).joined(separator: ", ")
    }

    /// The statements with 2ⁿ rows at index n.
    fileprivate static func statements(_ statement: (_ rows: Int) -> String) -> [String] {
        (0...limit.trailingZeroBitCount).map { statement(1 << $0) }
    }
}

/// An `INSERT` of several rows at once.
struct BatchInsert: Sendable {
    /// The number of columns of a row.
    let columns: Int
    fileprivate let statements: [String]

    /// - Parameters:
    ///   - columns: the names, separated by commas.
    ///   - conflict: the `ON CONFLICT` clause.
    init(into table: String, _ columns: String, onConflict conflict: String = "") {
        let count = columns.split(separator: ",").count
        let row = "(" + Batch.placeholders(count) + ")"
        self.columns = count
        statements = Batch.statements { rows in
            let rows = Array(repeating: row, count: rows).joined(separator: ", ")
            return "INSERT INTO \(table) (\(columns)) VALUES \(rows) \(conflict)"
        }
    }
}

/// A statement about several values at once, such as `WHERE id IN (?, ?, ?, ?)`.
struct BatchQuery: Sendable {
    fileprivate let statements: [String]

    /// - Parameter query: makes the statement with these placeholders, separated by commas.
    init(_ query: (_ placeholders: String) -> String) {
        statements = Batch.statements { query(Batch.placeholders($0)) }
    }

    /// Calls `execute` with a statement and its values until all values have been used. Repeats the last one where a
    /// statement has more placeholders.
    fileprivate func forEach(
        _ values: Database.Arguments, _ execute: (_ statement: String, _ values: Database.Arguments) throws -> Void
    ) rethrows {
        for first in stride(from: 0, to: values.count, by: Batch.limit) {
            var part = Array(values[first..<min(values.count, first + Batch.limit)])
            while part.count.nonzeroBitCount > 1 { part.append(part[part.count - 1]) }
            try execute(statements[part.count.trailingZeroBitCount], part)
        }
    }
}

extension Database {
    /// Inserts rows in their order.
    ///
    /// - Parameter values: the columns of one row after the other.
    func insert(_ values: Arguments, _ batch: BatchInsert) throws {
        var rest = values[...]
        while !rest.isEmpty {
            let rows = min(Batch.limit, rest.count / batch.columns)
            let exponent = Int.bitWidth - 1 - rows.leadingZeroBitCount
            let count = batch.columns << exponent
            try enqueue(batch.statements[exponent], count == values.count ? values : Array(rest.prefix(count)))
            rest = rest.dropFirst(count)
        }
    }

    /// Reads the rows about `values`.
    ///
    /// - Parameters:
    ///   - first: the arguments before those of the values.
    ///   - clause: the end of the statement.
    func all<Value>(
        _ query: BatchQuery, _ values: Arguments, after first: Arguments = [], ending clause: String = "",
        _ read: (inout Columns) throws -> Value
    ) throws -> [Value] {
        var found: [Value] = []
        try query.forEach(values) { found += try all($0 + clause, first + $1, read) }
        return found
    }

    /// Executes a statement about `values` whose rows are not needed.
    func enqueue(_ query: BatchQuery, _ values: Arguments, after first: Arguments) throws {
        try query.forEach(values) { try enqueue($0, first + $1) }
    }
}
