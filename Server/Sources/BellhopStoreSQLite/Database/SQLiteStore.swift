import BellhopSQLite
public import BellhopStore

/// A store in one SQLite file: with a write-ahead log, a full fsync per transaction, and concurrent readers.
///
/// One server process uses a file. Reads are snapshots. Concurrent writes are joined by group commit, and each is
/// durable when it returns. The database closes when the last reference to the store is released.
///
/// A read throws `CancellationError` when its task is cancelled. A write that has begun is completed.
public final class SQLiteStore: Store {
    let commits: GroupCommit
    private let pool: SQLitePool
    private let burst: BurstLimits?

    /// Opens the database at `path`. A missing file is created with mode 0600; its folder must exist.
    ///
    /// - Throws: ``StoreUnavailable`` when it cannot be opened or written, is damaged, belongs to another program, or
    ///   was written by a newer version.
    public convenience init(path: String, options: SQLiteOptions = SQLiteOptions()) throws {
        try self.init(DatabaseFile(path: path), options)
    }

    /// Opens `bellhop.sqlite` in `folder`. A missing folder (mode 0700) and file (mode 0600) are created.
    ///
    /// - Throws: ``StoreUnavailable`` as ``init(path:options:)``, and when the folder cannot be created.
    public static func open(folder: String, options: SQLiteOptions = SQLiteOptions()) throws -> SQLiteStore {
        try SQLiteStore(DatabaseFile(folder: folder), options)
    }

    private init(_ file: DatabaseFile, _ options: SQLiteOptions) throws {
        do {
            try file.makeIfAbsent()
            pool = try SQLitePool.open(file, options)
        } catch {
            throw StoreUnavailable(error, at: file.path)
        }
        burst = options.burst
        commits = GroupCommit(pool, burst: burst)
    }

    public func recover() async throws {
        try await write { db in
            try db.deliveries.endLeases()
            try db.liveActivities.endLeases()
        }
    }

    public func ping() async throws {
        try await write { db in
            try db.run(
                "INSERT INTO health (id, writes) VALUES (1, 1) ON CONFLICT (id) DO UPDATE SET writes = writes + 1")
        }
    }

    /// Runs `work` on a snapshot.
    func read<Value: Sendable>(_ work: @escaping @Sendable (Database) throws -> Value) async throws -> Value {
        do {
            return try await pool.read { [burst] in try work(Database(connection: $0, burst: burst)) }
        } catch let error as CancellationError {
            throw error
        } catch {
            throw StoreUnavailable(error, at: pool.path)
        }
    }

    /// Runs `work` in a transaction, shared with other writes, and returns when it is durable.
    ///
    /// - Parameter isBackground: whether no caller waits for it, so that other writes go first. Long work should end
    ///   early when `commits.isAwaited`.
    func write<Value: Sendable>(
        isBackground: Bool = false, _ work: @escaping @Sendable (Database) throws -> Value
    ) async throws -> Value {
        do {
            return try await commits.run(isBackground: isBackground, work)
        } catch {
            throw StoreUnavailable(error, at: pool.path)
        }
    }
}
