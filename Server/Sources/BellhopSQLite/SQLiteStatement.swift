public import BellhopSQL
import CSQLite

/// A prepared statement. Its connection caches it and finalizes it.
final class SQLiteStatement {
    private let handle: OpaquePointer
    let parameters: Int
    private unowned let connection: SQLiteConnection

    init(_ sql: String, on connection: SQLiteConnection) throws {
        var handle: OpaquePointer?
        let result = sqlite3_prepare_v3(
            connection.handle, sql, -1, UInt32(SQLITE_PREPARE_PERSISTENT), &handle, nil)
        guard result == SQLITE_OK, let handle else { throw SQLiteError(result, of: connection.handle) }
        self.handle = handle
        self.connection = connection
        parameters = Int(sqlite3_bind_parameter_count(handle))
    }

    deinit { sqlite3_finalize(handle) }

    /// Executes the statement, and calls `read` for each row until it returns `false`.
    ///
    /// - Parameter arguments: the values of its parameters, one for each.
    func run(_ arguments: [(any SQLValueConvertible)?], _ read: (any SQLRow) throws -> Bool) throws {
        guard arguments.count == parameters else {
            throw SQLiteError(
                extendedCode: SQLITE_MISUSE, message: "\(arguments.count) arguments for \(parameters) parameters")
        }
        defer { sqlite3_reset(handle) }
        for (index, argument) in arguments.enumerated() {
            try check(bind(argument?.sqlValue, at: Int32(index + 1)))
        }
        while true {
            switch sqlite3_step(handle) {
            case SQLITE_ROW: guard try read(SQLiteRow(statement: handle)) else { return }
            case SQLITE_DONE: return
            case let result: throw SQLiteError(result, of: connection.handle)
            }
        }
    }

    private func bind(_ value: SQLValue?, at index: Int32) -> Int32 {
        // SQLITE_TRANSIENT: SQLite copies the bytes.
        let transient = unsafeBitCast(-1, to: sqlite3_destructor_type.self)
        switch value {
        case nil: return sqlite3_bind_null(handle, index)
        case .integer(let value): return sqlite3_bind_int64(handle, index, value)
        case .text(var value):
            return value.withUTF8 { bytes in
                bytes.withMemoryRebound(to: CChar.self) {
                    sqlite3_bind_text64(
                        handle, index, $0.baseAddress, UInt64($0.count), transient, UInt8(SQLITE_UTF8))
                }
            }
        case .blob(let value):
            guard !value.isEmpty else { return sqlite3_bind_zeroblob(handle, index, 0) }
            return value.withUnsafeBytes {
                sqlite3_bind_blob64(handle, index, $0.baseAddress, UInt64($0.count), transient)
            }
        }
    }

    private func check(_ result: Int32) throws {
        guard result == SQLITE_OK else { throw SQLiteError(result, of: connection.handle) }
    }
}

private struct SQLiteRow: SQLRow {
    let statement: OpaquePointer

    func isNull(at index: Int) -> Bool { sqlite3_column_type(statement, Int32(index)) == SQLITE_NULL }

    func integer(at index: Int) -> Int64? {
        guard sqlite3_column_type(statement, Int32(index)) == SQLITE_INTEGER else { return nil }
        return sqlite3_column_int64(statement, Int32(index))
    }

    func text(at index: Int) -> String? {
        guard sqlite3_column_type(statement, Int32(index)) == SQLITE_TEXT,
            let bytes = sqlite3_column_text(statement, Int32(index))
        else { return nil }
        let count = Int(sqlite3_column_bytes(statement, Int32(index)))
        return String(decoding: UnsafeBufferPointer(start: bytes, count: count), as: UTF8.self)
    }

    func withBytes<Value>(at index: Int, _ body: (UnsafeRawBufferPointer) -> Value) -> Value? {
        guard sqlite3_column_type(statement, Int32(index)) == SQLITE_BLOB else { return nil }
        let bytes = sqlite3_column_blob(statement, Int32(index))
        return body(UnsafeRawBufferPointer(start: bytes, count: Int(sqlite3_column_bytes(statement, Int32(index)))))
    }
}
