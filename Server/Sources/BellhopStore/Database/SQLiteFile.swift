import BellhopFoundation
import BellhopModel
package import BellhopSQL
import BellhopSQLite

#if canImport(Darwin)
import Darwin
#elseif canImport(Musl)
import Musl
#else
import Glibc
#endif

/// The path of the database. Creates file and folder so that only their owner can read them.
struct SQLiteFile {
    static let name = "bellhop.sqlite"
    /// The name after a migration, so that no server uses the file again.
    static let migratedName = "bellhop.sqlite.migrated-to-postgres"

    let path: String

    init(path: String) { self.path = path }

    /// The database in `folder`, which is created with mode 0700 if it is missing. The mode of an existing one is kept.
    ///
    /// - Throws: ``StoreUnavailable`` when the folder cannot be created, or its database was migrated to PostgreSQL.
    init(folder: String) throws {
        let parent = FilePath.folder(of: folder)
        if !parent.isEmpty {
            // A failure appears in the next step, with a better reason.
            try? FileManager.default.createDirectory(atPath: parent, withIntermediateDirectories: true)
        }
        if mkdir(folder, 0o700) != 0, errno != EEXIST {
            throw StoreUnavailable("The folder \(folder) cannot be created: \(Self.lastError).")
        }
        self.init(path: FilePath.join(folder, Self.name))
        let migrated = FilePath.join(folder, Self.migratedName)
        if access(path, F_OK) != 0, access(migrated, F_OK) == 0 {
            throw StoreUnavailable(
                "The database in \(folder) was migrated to PostgreSQL: start the server with --database.")
        }
    }

    /// Creates an empty file with mode 0600 if there is none. SQLite gives its `-wal` and `-shm` files the same mode.
    ///
    /// - Throws: ``StoreUnavailable`` when the file cannot be created or opened for writing.
    func makeIfAbsent() throws {
        let descriptor = open(path, O_RDWR | O_CREAT | O_CLOEXEC, 0o600)
        guard descriptor >= 0 else {
            throw StoreUnavailable("The database \(path) cannot be opened for writing: \(Self.lastError).")
        }
        _ = close(descriptor)
    }

    static var lastError: String { String(cString: strerror(errno)).lowercased() }
}

extension Store {
    /// Opens the SQLite database at `path`, with a write-ahead log and a full fsync per transaction. One server process
    /// uses a file. A missing file is created with mode 0600; its folder must exist.
    ///
    /// - Throws: ``StoreUnavailable`` when it cannot be opened or written, is damaged, belongs to another program, or
    ///   was written by a newer version.
    public convenience init(path: String, options: SQLiteOptions = SQLiteOptions()) throws {
        try self.init(SQLiteFile(path: path), options)
    }

    /// Opens `bellhop.sqlite` in `folder`. A missing folder (mode 0700) and file (mode 0600) are created.
    ///
    /// - Throws: ``StoreUnavailable`` as ``init(path:options:)``, and when the folder cannot be created.
    public convenience init(folder: String, options: SQLiteOptions = SQLiteOptions()) throws {
        try self.init(SQLiteFile(folder: folder), options)
    }

    private convenience init(_ file: SQLiteFile, _ options: SQLiteOptions) throws {
        let path = file.path
        do {
            try file.makeIfAbsent()
            try self.init(file.pool(options), burst: options.burst) { StoreUnavailable($0, at: path) }
        } catch {
            throw StoreUnavailable(error, at: path)
        }
    }
}

extension SQLiteFile {
    /// Opens the database, and creates or checks its tables.
    fileprivate func pool(_ options: SQLiteOptions) throws -> SQLPool {
        let pool = try SQLPool(
            readers: options.readers, openWriter: { try options.connection(writer(options)) },
            openReader: {
                let connection = try SQLiteConnection(path: path, .readOnly)
                try connection.execute(script: Self.settings(options))
                return options.connection(connection)
            })
        try pool.writeAndWait { try Schema.create(in: $0, at: path) }
        return pool
    }

    private func writer(_ options: SQLiteOptions) throws -> SQLiteConnection {
        // A clean stop empties the log. The check takes one to two seconds for each gigabyte.
        var log = stat()
        let wasInterrupted = stat(path + "-wal", &log) == 0 && log.st_size > 0
        let connection = try SQLiteConnection(path: path, .readWrite)
        try connection.execute(script: Self.settings(options))
        guard try Schema.isCompatible(with: connection) else {
            throw StoreUnavailable("The file \(path) is the database of another program: choose another path.")
        }
        if wasInterrupted, try !connection.isIntact("quick_check") {
            throw SQLiteError(extendedCode: SQLiteError.Code.corrupt.rawValue, message: "")
        }
        // FULL: a power failure loses no acknowledged commit. Four times the default interval of checkpoints, so that
        // fewer write hot pages repeatedly. The size limit frees the space of a burst. auto_vacuum has an effect on an
        // empty file only.
        try connection.execute(
            script: """
                PRAGMA auto_vacuum = INCREMENTAL;
                PRAGMA synchronous = \(options.isDurable ? "FULL" : "OFF");
                PRAGMA foreign_keys = ON;
                PRAGMA wal_autocheckpoint = 4000;
                PRAGMA journal_size_limit = 67108864
                """)
        if let bytes = options.maximumSize {
            let pageSize = try connection.integer("PRAGMA page_size") ?? 4096
            try connection.run("PRAGMA max_page_count = \(max(1, Int64(bytes) / pageSize))")
        }
        try connection.run("PRAGMA journal_mode = WAL")
        return connection
    }

    private static func settings(_ options: SQLiteOptions) -> String {
        """
        PRAGMA busy_timeout = \(options.busyTimeout.wholeMilliseconds);
        PRAGMA cache_size = -16000;
        PRAGMA temp_store = MEMORY
        """
    }
}

/// Options of the database; the defaults are suitable.
public struct SQLiteOptions: Sendable {
    /// The time that a transaction waits for another program that holds the file.
    public var busyTimeout: Duration
    /// The maximum number of concurrent reads.
    public var readers: Int
    /// The maximum file size in bytes, beyond which writes fail as on a full disk; `nil` for no limit.
    public var maximumSize: Int?
    /// The limits from which notifications are folded into summaries; `nil` for none.
    public var burst: BurstLimits?

    /// Replaces each connection, for tests that observe statements or let them fail.
    package var connection: @Sendable (any SQLConnection) -> any SQLConnection = { $0 }
    /// Set to `false` by tests that do not need their data after a power failure.
    package var isDurable = true

    public init(
        busyTimeout: Duration = .seconds(5), readers: Int = 4, maximumSize: Int? = nil, burst: BurstLimits? = nil
    ) {
        self.busyTimeout = busyTimeout
        self.readers = readers
        self.maximumSize = maximumSize
        self.burst = burst
    }
}

extension StoreUnavailable {
    /// Describes `error`, which occurred with the database at `path`, for the operator.
    init(_ error: any Error, at path: String) {
        switch error {
        case let error as StoreUnavailable: self = error
        case let error as SQLiteError:
            let passing: [SQLiteError.Code?] = [.busy, .locked, .lockProtocol, .full, .inputOutput]
            self.init(Self.sentence(for: error, at: path), isPassing: passing.contains(error.code))
        default:
            self.init("The database \(path) contains data that this version cannot read: restore it from a backup.")
        }
    }

    private static func sentence(for error: SQLiteError, at path: String) -> String {
        switch error.code {
        case .busy, .locked, .lockProtocol:
            "Another program has locked the database \(path): stop it, or wait until it is done."
        case .full:
            "The disk is full, or the database \(path) has reached its size limit: nothing was stored."
        case .readOnly, .permissionDenied, .cannotOpen, .authorization:
            "The database \(path) cannot be written: check the owner and mode of the file and of its folder."
        case .corrupt, .notADatabase, .format:
            "The database \(path) is damaged or not a database: restore it from a backup."
        case .inputOutput:
            "The disk failed to read or write the database \(path) (SQLite code \(error.extendedCode))."
        case .outOfMemory:
            "There is not enough memory to work with the database \(path)."
        default:
            """
            The database \(path) failed: \(error.message) \
            (SQLite code \(error.extendedCode)).
            """
        }
    }
}
