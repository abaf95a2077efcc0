public import BellhopSQL
import CSQLite

/// An error of SQLite, without the arguments of the statement, which may contain secrets.
public struct SQLiteError: SQLError, Hashable, Sendable, CustomStringConvertible {
    /// The primary result codes that callers distinguish (https://www.sqlite.org/rescode.html).
    public enum Code: Int32, Sendable {
        case error = 1
        case permissionDenied = 3
        case busy = 5
        case locked = 6
        case outOfMemory = 7
        case readOnly = 8
        case interrupted = 9
        case inputOutput = 10
        case corrupt = 11
        case full = 13
        case cannotOpen = 14
        case lockProtocol = 15
        case constraint = 19
        case misuse = 21
        case authorization = 23
        case format = 24
        case notADatabase = 26
    }

    /// The extended result code.
    public var extendedCode: Int32
    public var message: String

    public init(extendedCode: Int32, message: String) {
        self.extendedCode = extendedCode
        self.message = message
    }

    /// - Parameter result: an extended code, which connections of ``SQLiteConnection`` return.
    init(_ result: Int32, of handle: OpaquePointer?) {
        self.init(
            extendedCode: result,
            message: String(cString: handle.map { sqlite3_errmsg($0) } ?? sqlite3_errstr(result)))
    }

    /// `nil` for a code that no caller distinguishes.
    public var code: Code? { Code(rawValue: extendedCode & 0xFF) }

    public var isCancellation: Bool { code == .interrupted }

    /// Writes wait for each other, so none has a conflict.
    public var isConflict: Bool { false }

    public var description: String { "\(message) (SQLite code \(extendedCode))" }
}
