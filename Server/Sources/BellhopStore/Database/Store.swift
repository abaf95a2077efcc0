public import BellhopModel
package import BellhopSQL

/// The persistent state of the server.
///
/// Each method is one transaction, durable when it returns, and safe to call from any number of tasks. Methods throw
/// ``StoreUnavailable`` when the database cannot be read or written; conditions that a caller can handle are return
/// values. Reads are snapshots, and throw `CancellationError` when their task is cancelled. Concurrent writes share a
/// transaction (``GroupCommit``); a write whose task is cancelled is completed.
///
/// Texts are stored unchanged. They must not contain U+0000, which databases cannot store.
///
/// A method begins a transaction and calls tables in it, which are extensions of ``Database``. The database closes when
/// the last reference to the store is released.
public final class Store: Sendable {
    let commits: GroupCommit
    private let pool: SQLPool
    private let burst: BurstLimits?
    private let nodes: NodeChannel?
    private let describe: @Sendable (any Error) -> StoreUnavailable
    /// The host, port, name and user of a shared database; `nil` when no other node uses it.
    public let address: String?

    /// - Parameters:
    ///   - burst: the limits from which notifications are folded into summaries; `nil` for none.
    ///   - nodes: the channel between the nodes that share the database; `nil` when no other node uses it.
    ///   - describe: describes an error of the database for the operator.
    init(
        _ pool: SQLPool, burst: BurstLimits?, nodes: NodeChannel? = nil, address: String? = nil,
        describe: @escaping @Sendable (any Error) -> StoreUnavailable
    ) {
        self.pool = pool
        self.burst = burst
        self.nodes = nodes
        self.address = address
        self.describe = describe
        commits = GroupCommit(pool, burst: burst)
    }

    /// Prepares the store after a start: claims of a dead process are due again at once. In a shared database, where
    /// they may be those of other nodes, they are due when their lease ends.
    public func recover() async throws {
        guard !isShared else { return }
        try await write { db in
            try db.deliveries.endLeases()
            try db.liveActivities.endLeases()
            try db.broadcasts.endLeases()
        }
    }

    /// Writes a small value durably, to check that the store works.
    public func ping() async throws {
        try await write { db in
            try db.run(
                "INSERT INTO health (id, writes) VALUES (1, 1) ON CONFLICT (id) DO UPDATE SET writes = health.writes + 1"
            )
        }
    }

    /// The private key for Web Push as PEM, the same for all nodes.
    ///
    /// - Parameter make: makes the key that is stored if there is none.
    public func webPushKey(orStoring make: @Sendable () -> Secret) async throws -> Secret {
        let stored = try await read { try $0.storedWebPushKey }
        if let stored { return stored }
        let new = make()
        return try await write { db in
            try db.run(
                "INSERT INTO web_push_key (id, pem) VALUES (1, ?) ON CONFLICT (id) DO NOTHING", [new.reveal()])
            return try db.storedWebPushKey ?? new
        }
    }

    /// The time of a shared database; `nil` when no other node uses it.
    public func databaseTime() async throws -> Timestamp? {
        guard isShared else { return nil }
        return try await read { db in
            try db.connection.integer("SELECT CAST(extract(epoch FROM clock_timestamp()) * 1000 AS bigint)")
                .map { Timestamp(milliseconds: $0) }
        }
    }

    /// Gives free pages of an SQLite file back to the file system, up to `pages` in one transaction, for which other
    /// writes wait: 256 pages take about 13 ms. A tenth of the file stays free for new rows.
    ///
    /// - Returns: whether there are more.
    public func releaseFreeSpace(pages: Int) async throws -> Bool {
        try await write(isBackground: true) { db in
            guard db.connection.dialect == .sqlite else { return false }
            func surplus() throws -> Int64 {
                try (db.connection.integer("PRAGMA freelist_count") ?? 0)
                    - (db.connection.integer("PRAGMA page_count") ?? 0) / 10
            }
            let before = try surplus()
            guard before > pages else { return false }
            try db.run("PRAGMA incremental_vacuum(\(pages))")
            let after = try surplus()
            // A file without auto_vacuum keeps its pages.
            return after < before && after > pages
        }
    }

    /// Runs `work` on a snapshot.
    ///
    /// - Parameter isSingle: whether `work` executes a single statement.
    func read<Value: Sendable>(
        isSingle: Bool = false, _ work: @escaping @Sendable (Database) throws -> Value
    ) async throws -> Value {
        do {
            return try await pool.read(isSingle: isSingle) { [burst] in try work(Database(connection: $0, burst: burst))
            }
        } catch let error as CancellationError {
            throw error
        } catch is SQLPoolOverload {
            throw StoreUnavailable.overload
        } catch {
            throw describe(error)
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
            throw describe(error)
        }
    }

    /// Runs `work` in a transaction, and `finish` after the last write of it.
    ///
    /// - Parameter recipient: see ``GroupCommit/run(isBackground:notifying:_:finish:)``.
    func write<Stored, Value: Sendable>(
        notifying recipient: UserID?, _ work: @escaping @Sendable (Database) throws -> Stored,
        finish: @escaping @Sendable (Database, Stored) throws -> Value
    ) async throws -> Value {
        do {
            return try await commits.run(notifying: recipient, work, finish: finish)
        } catch {
            throw describe(error)
        }
    }
}

extension Store {
    /// Indicates whether other nodes may use the database.
    public var isShared: Bool { nodes != nil }

    /// Sends messages to all nodes, including this one. They are hints: a node that is not connected misses them.
    ///
    /// - Parameter messages: lines of at most ``NodeMessage/longest`` bytes of UTF-8.
    public func send(_ messages: [String]) async throws {
        guard let nodes else { return }
        do {
            try await withCheckedThrowingContinuation { (continuation: CheckedContinuation<Void, any Error>) in
                pool.write { connection in
                    continuation.resume(with: Result { try nodes.send(messages, connection.get()) })
                }
            }
        } catch {
            throw describe(error)
        }
    }

    /// Receives messages until the returned object is released.
    ///
    /// - Parameter receive: called on a thread of the database.
    /// - Returns: `nil` when no other node uses the database.
    public func listen(_ receive: @escaping @Sendable (NodeMessage) -> Void) throws -> (any AnyObject & Sendable)? {
        do {
            return try nodes?.listen(receive)
        } catch {
            throw describe(error)
        }
    }
}

/// A message of another node, or a change of the connection to them.
public enum NodeMessage: Hashable, Sendable {
    /// Messages arrive from now on. Earlier ones may be missed.
    case connected
    case line(String)
    case disconnected(StoreUnavailable)

    /// The maximum number of bytes of a message.
    public static let longest = 7_000
}

/// The channel between the nodes that share a database.
struct NodeChannel: Sendable {
    let send: @Sendable ([String], any SQLConnection) throws -> Void
    let listen: @Sendable (@escaping @Sendable (NodeMessage) -> Void) throws -> any AnyObject & Sendable
}

/// An error for a store that is locked, full or unreadable. Nothing was changed.
public struct StoreUnavailable: Error, Hashable, Sendable, CustomStringConvertible {
    /// One sentence that says what to do. It may contain file names: for the log, not for API callers.
    public var description: String
    /// Indicates whether a retry may succeed without an operator: another program holds the database, or the disk is
    /// full.
    public var isPassing: Bool

    public init(_ description: String, isPassing: Bool = false) {
        self.description = description
        self.isPassing = isPassing
    }
}

extension StoreUnavailable {
    /// The error of a request that waited too long for a connection, or found too many others waiting.
    static let overload = StoreUnavailable(
        "The database does not respond, or does not keep up with the requests: check its disk and its load.",
        isPassing: true)
}

extension Database {
    fileprivate var storedWebPushKey: Secret? {
        get throws { try first("SELECT pem FROM web_push_key WHERE id = 1", []) { Secret(try $0.text()) } }
    }
}
