import Dispatch
import Synchronization

/// Writing connections and several readers of a database.
///
/// The writes of one connection run one after the other on its queue. Each read has its own snapshot and does not wait for
/// writes. A lost connection is replaced at its next use. The connections close when the pool is released.
public final class SQLPool: Sendable {
    public typealias Open = @Sendable () throws -> any SQLConnection

    private let writers: [Worker]
    private let readers: ReaderQueue<Worker>

    /// A connection with the queue on which it is opened and used.
    private final class Worker: Sendable {
        private struct Cancellation {
            var isCancelled = false
            var set: (@Sendable (Bool) -> Void)?
        }

        // Used on `queue` only.
        private nonisolated(unsafe) var connection: (any SQLConnection)?
        private let queue: DispatchQueue
        private let open: Open
        private let cancellation = Mutex(Cancellation())

        init(_ label: String, _ open: @escaping Open) {
            queue = DispatchQueue(label: label)
            self.open = open
        }

        func run(_ work: @escaping @Sendable (Result<any SQLConnection, any Error>) -> Void) {
            queue.async { [self] in work(Result { try usable() }) }
        }

        func runAndWait<Value: Sendable>(_ work: @Sendable (any SQLConnection) throws -> Value) throws -> Value {
            try queue.sync { try work(usable()) }
        }

        /// May be called on any thread. Applies to a connection that is opened later as well.
        func setCancelled(_ isCancelled: Bool) {
            cancellation.withLock { cancellation in
                cancellation.isCancelled = isCancelled
                cancellation.set?(isCancelled)
            }
        }

        private func usable() throws -> any SQLConnection {
            if let connection, connection.isUsable { return connection }
            let new = try open()
            connection = new
            cancellation.withLock { cancellation in
                cancellation.set = new.cancellation
                if cancellation.isCancelled { new.cancellation(true) }
            }
            return new
        }
    }

    /// - Parameters:
    ///   - writers: the number of writing connections, 1 or more; 1 for SQLite.
    ///   - readers: the maximum number of concurrent reads, at least 1.
    ///   - openWriter: called at once.
    ///   - openReader: called when a read finds no free connection.
    /// - Throws: errors of `openWriter`.
    public convenience init(
        writers: Int = 1, readers: Int, openWriter: @escaping Open, openReader: @escaping Open
    ) throws {
        try self.init(
            writers: writers, readers: readers, now: { ContinuousClock.now }, openWriter: openWriter,
            openReader: openReader)
    }

    /// - Parameter now: the clock for the longest wait of a read.
    init(
        writers: Int = 1, readers: Int, now: @escaping @Sendable () -> ContinuousClock.Instant,
        openWriter: @escaping Open, openReader: @escaping Open
    ) throws {
        self.readers = ReaderQueue(limit: readers, now: now) { Worker("bellhop.store.reader", openReader) }
        self.writers = (0..<max(1, writers)).map { _ in Worker("bellhop.store.writer", openWriter) }
        for writer in self.writers { try writer.runAndWait { _ in } }
    }

    deinit {
        // The last connection to an SQLite file that closes checkpoints the log, which a reader cannot.
        readers.removeFree()
    }

    /// The number of reads that wait for a connection.
    var waitingReads: Int { readers.waiting }

    /// Fails the reads that have waited too long for a connection.
    func failOverdueReads() { readers.failOverdue() }

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
    /// - Throws: errors of `work` and of the database, ``SQLPoolOverload`` when no connection becomes free in time or too
    ///   many reads wait for one, or `CancellationError` when the task is cancelled, which interrupts a running
    ///   statement.
    public func read<Value: Sendable>(
        isSingle: Bool = false, _ work: @escaping @Sendable (any SQLConnection) throws -> Value
    ) async throws -> Value {
        try Task.checkCancellation()
        let reader = try await readers.acquire()
        defer { readers.release(reader) }
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
}
