import BellhopFoundation
import BellhopModel
import BellhopSQL
import BellhopSQLite

#if canImport(Darwin)
import Darwin
#elseif canImport(Musl)
import Musl
#else
import Glibc
#endif

/// A copy of an SQLite database under a temporary name, readable by its owner only. It is deleted when it is released,
/// unless it was published. A copy that a killed process left is replaced.
final class DatabaseCopy {
    let connection: SQLiteConnection
    private let path: String
    private let descriptor: CInt
    private var isPublished = false

    /// - Throws: ``StoreUnavailable`` when the copy cannot be written, ``SQLiteError`` when `source` cannot be read.
    init(of source: String, at path: String) throws {
        descriptor = try Self.create(path)
        self.path = path
        do {
            connection = try SQLiteConnection(path: path, .readWrite)
        } catch {
            // `deinit` does the same from here on.
            Self.removeFiles(at: path)
            close(descriptor)
            throw error
        }
        let original = try SQLiteConnection(path: source, .readOnly)
        // Another process that closes the database holds its lock for a moment.
        for each in [original, connection] { try each.execute(script: "PRAGMA busy_timeout = 5000") }
        // Until it is published, the copy needs neither a journal nor synchronization.
        try connection.execute(script: "PRAGMA journal_mode = OFF; PRAGMA synchronous = OFF")
        try original.copy(to: connection)
        // Not the write-ahead log of the original: the copy is one file, also on a read-only disk.
        try connection.execute(script: "PRAGMA journal_mode = DELETE; PRAGMA foreign_keys = ON")
    }

    deinit {
        if !isPublished { Self.removeFiles(at: path) }
        close(descriptor)
    }

    /// Checks that the copy is an undamaged database of Bellhop that this version can read.
    ///
    /// - Parameter file: the name of the original in error messages.
    func verify(as file: String) throws {
        guard try connection.integer("PRAGMA application_id") == Schema.applicationID else {
            throw StoreUnavailable("The file \(file) is not a database of Bellhop: choose another file.")
        }
        try Schema.create(in: connection, at: file)
        guard try connection.isIntact("integrity_check") else {
            throw SQLiteError(extendedCode: SQLiteError.Code.corrupt.rawValue, message: "")
        }
    }

    /// Renames the copy to `file` after it is durable.
    func publish(as file: String) throws {
        guard fsync(descriptor) == 0, rename(path, file) == 0 else {
            throw StoreUnavailable("The file \(file) cannot be written: \(SQLiteFile.lastError).")
        }
        isPublished = true
        let folder = open(FilePath.folder(of: file), O_RDONLY | O_CLOEXEC)
        defer { close(folder) }
        guard folder >= 0, fsync(folder) == 0 else {
            throw StoreUnavailable("The folder of \(file) cannot be synchronized: \(SQLiteFile.lastError).")
        }
    }

    /// Creates an empty file that no other process writes.
    private static func create(_ path: String) throws -> CInt {
        let descriptor = open(path, O_RDWR | O_CREAT | O_CLOEXEC | O_NOFOLLOW, 0o600)
        guard descriptor >= 0 else {
            throw StoreUnavailable("The file \(path) cannot be written: \(SQLiteFile.lastError).")
        }
        var (own, named) = (stat(), stat())
        // A process that has published its copy in between released the lock of a file that has another name now.
        guard flock(descriptor, LOCK_EX | LOCK_NB) == 0, fstat(descriptor, &own) == 0, lstat(path, &named) == 0,
            own.st_ino == named.st_ino
        else {
            close(descriptor)
            throw StoreUnavailable("Another process writes \(path): wait until it is done.")
        }
        removeFiles(at: path, exceptFirst: true)
        guard ftruncate(descriptor, 0) == 0, fchmod(descriptor, 0o600) == 0 else {
            close(descriptor)
            throw StoreUnavailable("The file \(path) cannot be written: \(SQLiteFile.lastError).")
        }
        return descriptor
    }

    private static func removeFiles(at path: String, exceptFirst: Bool = false) {
        for suffix in ["", "-journal", "-wal", "-shm"].dropFirst(exceptFirst ? 1 : 0) { unlink(path + suffix) }
    }
}

extension SQLConnection {
    /// Runs `check`, `quick_check` or `integrity_check`, until the first error.
    func isIntact(_ check: String) throws -> Bool {
        var isIntact = false
        try run("PRAGMA \(check)(1)", []) { row in
            isIntact = row.text(at: 0) == "ok"
            return false
        }
        return isIntact
    }
}
