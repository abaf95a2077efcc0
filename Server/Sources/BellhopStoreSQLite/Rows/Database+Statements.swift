import GRDB

/// The three ways of this store to run SQL. Each prepares a statement once per connection and keeps it.
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

    /// Steps to the end even after the first row, because `RETURNING` statements are done only there.
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
