import BellhopStore
import GRDB

extension StoreUnavailable {
    /// What `error`, met while working with the database at `path`, means for whoever runs the server.
    init(_ error: any Error, at path: String) {
        switch error {
        case let error as StoreUnavailable: self = error
        case let error as DatabaseError:
            let passing: [ResultCode] = [.SQLITE_BUSY, .SQLITE_LOCKED, .SQLITE_PROTOCOL, .SQLITE_FULL, .SQLITE_IOERR]
            self.init(
                Self.sentence(for: error, at: path), isPassing: passing.contains(error.resultCode.primaryResultCode))
        default:
            self.init("The database \(path) holds something that this version cannot read: restore it from a backup.")
        }
    }

    /// Statements' arguments are never part of it: they hold tokens.
    private static func sentence(for error: DatabaseError, at path: String) -> String {
        switch error.resultCode {
        case .SQLITE_BUSY, .SQLITE_LOCKED, .SQLITE_PROTOCOL:
            "Another program holds the database \(path): stop it, or wait until it is done."
        case .SQLITE_FULL:
            "The disk is full, or the database \(path) has reached its size limit: nothing was stored."
        case .SQLITE_READONLY, .SQLITE_PERM, .SQLITE_CANTOPEN, .SQLITE_AUTH:
            "The database \(path) cannot be written: look at the owner and mode of the file and of its folder."
        case .SQLITE_CORRUPT, .SQLITE_NOTADB, .SQLITE_FORMAT:
            "The database \(path) is damaged or not a database: restore it from a backup."
        case .SQLITE_IOERR:
            "The disk failed to read or write the database \(path) (SQLite code \(error.extendedResultCode.rawValue))."
        case .SQLITE_NOMEM:
            "There is not enough memory to work with the database \(path)."
        default:
            """
            The database \(path) failed: \(error.message ?? "no reason given") \
            (SQLite code \(error.extendedResultCode.rawValue)).
            """
        }
    }
}
