/// An `INSERT` of several rows at once. Its statements have 1, 2, 4 … rows, so that few are prepared.
struct BatchInsert: Sendable {
    /// The maximum number of rows of a statement.
    static let limit = 32

    /// The number of columns of a row.
    let columns: Int
    /// The statement with 2ⁿ rows at index n.
    fileprivate let statements: [String]

    /// - Parameters:
    ///   - columns: the names, separated by commas.
    ///   - conflict: the `ON CONFLICT` clause.
    init(into table: String, _ columns: String, onConflict conflict: String = "") {
        self.columns = columns.split(separator: ",").count
        let row = "(" + Self.placeholders(self.columns) + ")"
        statements = (0...Self.limit.trailingZeroBitCount).map { exponent in
            let rows = Array(repeating: row, count: 1 << exponent).joined(separator: ", ")
            return "INSERT INTO \(table) (\(columns)) VALUES \(rows) \(conflict)"
        }
    }

    /// The statements of a query about 1, 2, 4 … values.
    ///
    /// - Parameter query: makes the statement with these placeholders.
    static func queries(_ query: (_ placeholders: String) -> String) -> [String] {
        (0...limit.trailingZeroBitCount).map { query(placeholders(1 << $0)) }
    }

    /// `count` placeholders, separated by commas.
    private static func placeholders(_ count: Int) -> String {
        Array(repeating: "?", count: count).joined(separator: ", ")
    }
}

extension Database {
    /// Inserts rows in their order.
    ///
    /// - Parameter values: the columns of one row after the other.
    func insert(_ values: Arguments, _ batch: BatchInsert) throws {
        var rest = values[...]
        while !rest.isEmpty {
            let rows = min(BatchInsert.limit, rest.count / batch.columns)
            let exponent = Int.bitWidth - 1 - rows.leadingZeroBitCount
            let count = batch.columns << exponent
            try enqueue(batch.statements[exponent], count == values.count ? values : Array(rest.prefix(count)))
            rest = rest.dropFirst(count)
        }
    }
}
