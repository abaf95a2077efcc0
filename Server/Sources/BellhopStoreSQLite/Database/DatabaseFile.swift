import BellhopModel
public import BellhopStore
import Foundation
import GRDB

#if canImport(Darwin)
import Darwin
#elseif canImport(Musl)
import Musl
#else
import Glibc
#endif

/// The path of the database. Creates file and folder so that only their owner can read them.
struct DatabaseFile {
    static let name = "bellhop.sqlite"

    let path: String

    init(path: String) { self.path = path }

    /// The database in `folder`, which is created with mode 0700 if it is missing. The mode of an existing one is kept.
    ///
    /// - Throws: ``StoreUnavailable`` when the folder cannot be created.
    init(folder: String) throws {
        let parent = (folder as NSString).deletingLastPathComponent
        if !parent.isEmpty {
            // A failure appears in the next step, with a better reason.
            try? FileManager.default.createDirectory(atPath: parent, withIntermediateDirectories: true)
        }
        if mkdir(folder, 0o700) != 0, errno != EEXIST {
            throw StoreUnavailable("The folder \(folder) cannot be created: \(Self.lastError).")
        }
        self.init(path: (folder as NSString).appendingPathComponent(Self.name))
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

    private static var lastError: String { String(cString: strerror(errno)).lowercased() }
}

extension DatabasePool {
    /// Opens the database with all connection settings.
    static func open(_ file: DatabaseFile, _ options: SQLiteOptions) throws -> DatabasePool {
        var configuration = GRDB.Configuration()
        configuration.label = "bellhop"
        configuration.busyMode = .timeout(options.busyTimeout / .seconds(1))
        configuration.maximumReaderCount = max(1, options.readers)
        configuration.prepareDatabase { db in
            if let observe = options.observeStatement {
                db.trace { event in
                    if case .statement(let statement) = event { observe(statement.sql) }
                }
            }
            BurstSettings.install(options.burst, in: db)
            // Repeated for readers, to which GRDB gives its own timeout.
            try db.execute(sql: "PRAGMA busy_timeout = \(options.busyTimeout.wholeMilliseconds)")
            try db.execute(sql: "PRAGMA cache_size = -16000; PRAGMA temp_store = MEMORY")
            if !db.configuration.readonly { try prepareWriter(db, of: file, options) }
        }
        let pool = try DatabasePool(path: file.path, configuration: configuration)
        // GRDB sets synchronous = NORMAL when it switches to WAL, after `prepareDatabase`. In that mode a power failure
        // can lose an acknowledged commit, and Bellhop promises that it does not.
        try pool.writeWithoutTransaction { try $0.execute(sql: "PRAGMA synchronous = FULL") }
        return pool
    }

    private static func prepareWriter(
        _ db: Database, of file: DatabaseFile, _ options: SQLiteOptions
    ) throws {
        guard try Schema.mayLive(in: db) else {
            throw StoreUnavailable("The file \(file.path) is the database of another program: choose another path.")
        }
        // Four times SQLite's default, so that fewer checkpoints write hot pages repeatedly. The limit frees the space
        // of a burst.
        try db.execute(sql: "PRAGMA wal_autocheckpoint = 4000; PRAGMA journal_size_limit = 67108864")
        if let bytes = options.maximumSize {
            let pageSize = try Int.fetchOne(db, sql: "PRAGMA page_size") ?? 4096
            try db.execute(sql: "PRAGMA max_page_count = \(max(1, bytes / pageSize))")
        }
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

    /// Receives every executed statement, for tests of query plans.
    var observeStatement: (@Sendable (String) -> Void)?

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
        case let error as DatabaseError:
            let passing: [ResultCode] = [.SQLITE_BUSY, .SQLITE_LOCKED, .SQLITE_PROTOCOL, .SQLITE_FULL, .SQLITE_IOERR]
            self.init(
                Self.sentence(for: error, at: path), isPassing: passing.contains(error.resultCode.primaryResultCode))
        default:
            self.init("The database \(path) contains data that this version cannot read: restore it from a backup.")
        }
    }

    /// Omits the statements' arguments, which contain tokens.
    private static func sentence(for error: DatabaseError, at path: String) -> String {
        switch error.resultCode {
        case .SQLITE_BUSY, .SQLITE_LOCKED, .SQLITE_PROTOCOL:
            "Another program has locked the database \(path): stop it, or wait until it is done."
        case .SQLITE_FULL:
            "The disk is full, or the database \(path) has reached its size limit: nothing was stored."
        case .SQLITE_READONLY, .SQLITE_PERM, .SQLITE_CANTOPEN, .SQLITE_AUTH:
            "The database \(path) cannot be written: check the owner and mode of the file and of its folder."
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
