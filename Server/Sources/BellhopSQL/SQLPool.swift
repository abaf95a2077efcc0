import Dispatch
import Synchronization

/// Writing connections and several readers of a database.
///
/// The writes of one connection run one after the other on its queue. Each read has its own snapshot and does not wait for
/// writes. A lost connection is replaced at its next use. The connections close when the pool is released.
public final class SQLPool: Sendable {
    public typealias Open = @Sendable () throws -> any SQLConnection

    private let writers: [Worker]
    private let readers: Mutex<Readers>
    private let openReader: Open

    /// A connection with the queue on which it is used.
    private final class Worker: Sendable {
        // Used on `queue` only.
        private nonisolated(unsafe) var connection: any SQLConnection
        private let queue: DispatchQueue
        private let open: Open
        private let cancel: Mutex<(@Sendable (Bool) -> Void)?>

        /// - Throws: errors of `open`.
        init(_ label: String, _ open: @escaping Open) throws {
            connection = try open()
            self.open = open
            queue = DispatchQueue(label: label)
            cancel = Mutex(connection.cancellation)
        }

        func run(_ work: @escaping @Sendable (Result<any SQLConnection, any Error>) -> Void) {
            queue.async { [self] in work(Result { try usable() }) }
        }

        func runAndWait<Value: Sendable>(_ work: @Sendable (any SQLConnection) throws -> Value) throws -> Value {
            try queue.sync { try work(usable()) }
        }

        /// May be called on any thread.
        func setCancelled(_ isCancelled: Bool) { cancel.withLock { $0?(isCancelled) } }

        private func usable() throws -> any SQLConnection {
            if !connection.isUsable {
                connection = try open()
                cancel.withLock { $0 = connection.cancellation }
            }
            return connection
        }
    }

    private struct Readers {
        let limit: Int
        var count = 0
        var free: [Worker] = []
        var waiting: [CheckedContinuation<Worker?, Never>] = []
    }

    /// - Parameters:
    ///   - writers: the number of writing connections, 1 or more; 1 for SQLite.
    ///   - readers: the maximum number of concurrent reads, at least 1.
    ///   - openWriter: called at once.
    ///   - openReader: called when a read finds no free connection.
    /// - Throws: errors of `openWriter`.
    public init(writers: Int = 1, readers: Int, openWriter: @escaping Open, openReader: @escaping Open) throws {
        self.readers = Mutex(Readers(limit: max(1, readers)))
        self.openReader = openReader
        self.writers = try (0..<max(1, writers)).map { _ in try Worker("bellhop.store.writer", openWriter) }
    }

    deinit {
        // The last connection to an SQLite file that closes checkpoints the log, which a reader cannot.
        readers.withLock { $0.free.removeAll() }
    }

    /// The number of writing connections.
    public var writerCount: Int { writers.count }

    /// Runs `work` on a writing connection, after its earlier writes, without a transaction.
    ///
    /// - Parameters:
    ///   - writer: the number of the connection.
    ///   - work: receives an error when the connection is lost and cannot be replaced.
    public func write(
        on writer: Int = 0, _ work: @escaping @Sendable (Result<any SQLConnection, any Error>) -> Void
    ) { writers[writer].run(work) }

    /// Runs `work` on the first writing connection and waits for its end.
    public func writeAndWait<Value: Sendable>(_ work: @Sendable (any SQLConnection) throws -> Value) throws -> Value {
        try writers[0].runAndWait(work)
    }

    /// Runs `work` on a snapshot of the database.
    ///
    /// - Parameter isSingle: whether `work` executes a single statement, which needs no transaction to see one snapshot.
    /// - Throws: errors of `work` and of the database, or `CancellationError` when the task is cancelled, which
    ///   interrupts a running statement.
    public func read<Value: Sendable>(
        isSingle: Bool = false, _ work: @escaping @Sendable (any SQLConnection) throws -> Value
    ) async throws -> Value {
        try Task.checkCancellation()
        let reader = try await acquire()
        defer { yield(reader) }
        reader.setCancelled(false)
        do {
            return try await withTaskCancellationHandler {
                try await withCheckedThrowingContinuation { continuation in
                    reader.run { connection in
                        continuation.resume(
                            with: Result {
                                let connection = try connection.get()
                                return try isSingle ? work(connection) : connection.snapshot { try work(connection) }
                            })
                    }
                }
            } onCancel: {
                reader.setCancelled(true)
            }
        } catch let error as any SQLError where error.isCancellation {
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
        if let free { return free }
        do {
            return try Worker("bellhop.store.reader", openReader)
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
