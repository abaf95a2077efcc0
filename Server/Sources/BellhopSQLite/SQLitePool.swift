import CSQLite
import Dispatch
import Synchronization

/// One writing connection and several readers of a database with a write-ahead log.
///
/// Writes run one after the other on the writer's queue. Each read has a snapshot of its own and does not wait for
/// writes. The connections close when the pool is released.
public final class SQLitePool: Sendable {
    public typealias Prepare = @Sendable (SQLiteConnection) throws -> Void

    public let path: String
    private let writer: Worker
    private let readers: Mutex<Readers>
    private let prepare: Prepare

    /// A connection with the queue on which it is used.
    private final class Worker: Sendable {
        // Used on `queue` only, except for `isCancelled`.
        private nonisolated(unsafe) let connection: SQLiteConnection
        private let queue: DispatchQueue

        init(_ connection: sending SQLiteConnection, _ label: String) {
            self.connection = connection
            queue = DispatchQueue(label: label)
        }

        func run(_ work: @escaping @Sendable (SQLiteConnection) -> Void) {
            queue.async { [self] in work(connection) }
        }

        func runAndWait<Value: Sendable>(_ work: @Sendable (SQLiteConnection) throws -> Value) rethrows -> Value {
            try queue.sync { try work(connection) }
        }

        func setCancelled(_ isCancelled: Bool) { connection.isCancelled.store(isCancelled, ordering: .relaxed) }
    }

    private struct Readers {
        let limit: Int
        var count = 0
        var free: [Worker] = []
        var waiting: [CheckedContinuation<Worker?, Never>] = []
    }

    /// Opens an existing file and switches it to a write-ahead log.
    ///
    /// - Parameters:
    ///   - readers: the maximum number of concurrent reads, at least 1.
    ///   - prepareWriter: configures the writing connection, before the switch.
    ///   - prepareReader: configures each reading connection.
    /// - Throws: ``SQLiteError``, or an error of `prepareWriter`.
    public init(path: String, readers: Int, prepareWriter: Prepare, prepareReader: @escaping Prepare) throws {
        self.path = path
        self.readers = Mutex(Readers(limit: max(1, readers)))
        prepare = prepareReader
        let connection = try SQLiteConnection(path: path, .readWrite)
        try prepareWriter(connection)
        try connection.run("PRAGMA journal_mode = WAL")
        writer = Worker(connection, "bellhop.sqlite.writer")
    }

    deinit {
        // The last connection that closes checkpoints the log, which a reader cannot.
        readers.withLock { $0.free.removeAll() }
    }

    /// Runs `work` on the writing connection, after all earlier writes, without a transaction.
    public func write(_ work: @escaping @Sendable (SQLiteConnection) -> Void) { writer.run(work) }

    /// Runs `work` on the writing connection and waits for its end.
    public func writeAndWait<Value: Sendable>(_ work: @Sendable (SQLiteConnection) throws -> Value) rethrows -> Value {
        try writer.runAndWait(work)
    }

    /// Runs `work` on a snapshot of the database.
    ///
    /// - Throws: errors of `work`, ``SQLiteError``, or `CancellationError` when the task is cancelled, which interrupts
    ///   a running statement.
    public func read<Value: Sendable>(
        _ work: @escaping @Sendable (SQLiteConnection) throws -> Value
    ) async throws -> Value {
        try Task.checkCancellation()
        let reader = try await acquire()
        defer { yield(reader) }
        reader.setCancelled(false)
        do {
            return try await withTaskCancellationHandler {
                try await withCheckedThrowingContinuation { continuation in
                    reader.run { connection in
                        continuation.resume(with: Result { try connection.snapshot { try work(connection) } })
                    }
                }
            } onCancel: {
                reader.setCancelled(true)
            }
        } catch let error as SQLiteError where error.code == .interrupted {
            throw CancellationError()
        }
    }

    private func acquire() async throws -> Worker {
        let free: Worker? = await withCheckedContinuation { continuation in
            let available = readers.withLock { readers -> Worker?? in
                if let free = readers.free.popLast() { return .some(free) }
                guard readers.count < readers.limit else {
                    readers.waiting.append(continuation)
                    return .none
                }
                readers.count += 1
                return .some(nil)
            }
            if let available { continuation.resume(returning: available) }
        }
        return try free ?? open()
    }

    private func open() throws -> Worker {
        do {
            let connection = try SQLiteConnection(path: path, .readOnly)
            try prepare(connection)
            return Worker(connection, "bellhop.sqlite.reader")
        } catch {
            yield(nil)
            throw error
        }
    }

    /// Gives a reader, or with `nil` the permission to open one, to the next waiting read.
    private func yield(_ worker: Worker?) {
        let next = readers.withLock { readers -> CheckedContinuation<Worker?, Never>? in
            guard readers.waiting.isEmpty else { return readers.waiting.removeFirst() }
            if let worker { readers.free.append(worker) } else { readers.count -= 1 }
            return nil
        }
        next?.resume(returning: worker)
    }
}
