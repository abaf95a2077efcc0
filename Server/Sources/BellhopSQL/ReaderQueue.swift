import Dispatch
import Synchronization

/// Gives each read one of a limited number of connections, in the order of the requests.
///
/// While the database does not respond, reads are refused: those beyond ``waitingLimit``, and each one after
/// ``longestWait``.
final class ReaderQueue<Reader: Sendable>: Sendable {
    private struct Waiting {
        let number: Int
        let since: ContinuousClock.Instant
        let continuation: CheckedContinuation<Reader, any Error>
    }

    private struct State {
        var count = 0
        var free: [Reader] = []
        var waiting: [Waiting] = []
        var lastNumber = 0
        /// Indicates whether ``failOverdue()`` will be called.
        var isWatched = false
    }

    private let limit: Int
    private let make: @Sendable () -> Reader
    private let now: @Sendable () -> ContinuousClock.Instant
    private let state = Mutex(State())

    /// The maximum number of reads that wait for a connection.
    static var waitingLimit: Int { 4096 }

    /// The longest wait of a read for a connection.
    static var longestWait: Duration { .seconds(5) }

    /// - Parameters:
    ///   - limit: the maximum number of readers, at least 1.
    ///   - now: the clock for ``longestWait``.
    ///   - make: makes a reader, and must not block.
    init(
        limit: Int, now: @escaping @Sendable () -> ContinuousClock.Instant, make: @escaping @Sendable () -> Reader
    ) {
        self.limit = max(1, limit)
        self.now = now
        self.make = make
    }

    /// The number of reads that wait.
    var waiting: Int { state.withLock { $0.waiting.count } }

    /// Waits for a reader, which must be given back with ``release(_:)``.
    ///
    /// - Throws: ``SQLPoolOverload``, or `CancellationError` when the task is cancelled.
    func acquire() async throws -> Reader {
        let number = state.withLock { state in
            state.lastNumber += 1
            return state.lastNumber
        }
        return try await withTaskCancellationHandler {
            try await withCheckedThrowingContinuation { enqueue($0, number) }
        } onCancel: {
            let cancelled = state.withLock { state in
                state.waiting.firstIndex { $0.number == number }.map { state.waiting.remove(at: $0) }
            }
            cancelled?.continuation.resume(throwing: CancellationError())
        }
    }

    private func enqueue(_ continuation: CheckedContinuation<Reader, any Error>, _ number: Int) {
        let since = now()
        let (result, isWatched) = state.withLock { state -> (Result<Reader, any Error>?, Bool) in
            if let free = state.free.popLast() { return (.success(free), true) }
            if state.count < limit {
                state.count += 1
                return (.success(make()), true)
            }
            // The handler of a task that is cancelled earlier did not find it.
            if Task.isCancelled { return (.failure(CancellationError()), true) }
            guard state.waiting.count < Self.waitingLimit else { return (.failure(SQLPoolOverload()), true) }
            state.waiting.append(Waiting(number: number, since: since, continuation: continuation))
            defer { state.isWatched = true }
            return (nil, state.isWatched)
        }
        if let result { continuation.resume(with: result) }
        if !isWatched { watch(for: Self.longestWait) }
    }

    /// Gives the reader to the first waiting read.
    func release(_ reader: Reader) {
        failOverdue()
        let next = state.withLock { state -> Waiting? in
            guard state.waiting.isEmpty else { return state.waiting.removeFirst() }
            state.free.append(reader)
            return nil
        }
        next?.continuation.resume(returning: reader)
    }

    /// Releases the readers that are not used.
    func removeFree() { state.withLock { $0.free.removeAll() } }

    /// Calls ``failOverdue()`` after `delay`, and then whenever a read has waited too long, until none waits.
    private func watch(for delay: Duration) {
        let seconds = Double(delay.components.seconds) + Double(delay.components.attoseconds) / 1e18
        DispatchQueue.global().asyncAfter(deadline: .now() + seconds) { [weak self] in
            guard let self else { return }
            self.failOverdue()
            let first = self.state.withLock { state in
                state.isWatched = !state.waiting.isEmpty
                return state.waiting.first
            }
            if let first { self.watch(for: max(.zero, first.since + Self.longestWait - self.now())) }
        }
    }

    /// Fails the reads that have waited too long.
    func failOverdue() {
        let latest = now() - Self.longestWait
        let overdue = state.withLock { state in
            let overdue = state.waiting.prefix { $0.since <= latest }
            state.waiting.removeFirst(overdue.count)
            return overdue
        }
        for read in overdue { read.continuation.resume(throwing: SQLPoolOverload()) }
    }
}

/// The error of a read that found no free connection in time.
public struct SQLPoolOverload: Error, Hashable, Sendable {
    public init() {}
}
