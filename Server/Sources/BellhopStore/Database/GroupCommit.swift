import BellhopModel
import BellhopSQL
import Dispatch
import Synchronization

/// Joins writes that wait at the same time into one transaction with one fsync.
///
/// A write that arrives while none is running is committed at once and alone. During its fsync others accumulate, and
/// the next transaction takes them together. Under load an fsync is shared by all writes that arrive during one, and no
/// write is delayed to wait for others.
///
/// Background writes, such as steps of campaigns, are not joined with each other: a normal write waits for at most one of
/// them, and a background write for one normal transaction. With one writing connection, normal writes that arrive while a
/// background write runs are committed with it, so that they do not wait for its fsync; with several they would hold its
/// locks for longer. A long background write should check ``isAwaited`` and end early.
///
/// When a write of a transaction throws, each of them runs again in its own transaction, and only the one that
/// throws again fails; savepoints would cost every write two statements. A transaction that cannot begin or commit fails
/// every write in it. A write whose task is cancelled is completed.
///
/// While the database does not respond, writes are refused: those beyond ``waitingLimit``, and each one after
/// ``longestWait``. A refused write does not run later.
///
/// The writes of a transaction run in the order of the users that they notify, so that nodes lock the rows of users in
/// the same order. None of them has returned, so no caller can know another order.
///
/// A database with several writing connections commits as many transactions at a time.
///
/// `queue`'s mutex protects the waiting writes and the list of free connections; connections are used only on their
/// queues of the pool.
final class GroupCommit: Sendable {
    /// The maximum number of writes in one transaction. It bounds how long the first of them waits for the last.
    static let batchLimit = 256

    /// The number of times that a transaction is run again after a conflict.
    static let conflictLimit = 20

    /// The maximum number of normal writes that wait for a transaction.
    static let waitingLimit = 4096

    /// The longest wait of a normal write for the beginning of its transaction.
    static let longestWait = Duration.seconds(10)

    private struct Queue {
        var waiting: [Write] = []
        /// Indicates whether ``failOverdue()`` will be called.
        var isWatched = false
        var background: [Write] = []
        /// Indicates whether a background write has let one transaction pass.
        var isBackgroundNext = false
        /// The writing connections without a transaction.
        var freeWriters: [Int]

        /// Takes the normal writes of a transaction. Other free writers get their part.
        mutating func takeWaiting() -> [Write] {
            let share = (waiting.count + freeWriters.count) / (freeWriters.count + 1)
            let batch = Array(waiting.prefix(min(share, GroupCommit.batchLimit)))
            waiting.removeFirst(batch.count)
            return GroupCommit.ordered(batch)
        }
    }

    private let pool: SQLPool
    private let burst: BurstLimits?
    private let now: @Sendable () -> ContinuousClock.Instant
    let keys = KeyCache()
    let keyReads = KeyReads()
    private let queue: Mutex<Queue>

    /// - Parameters:
    ///   - burst: the limits that writes get with the connection.
    ///   - now: the clock for ``longestWait``.
    init(
        _ pool: SQLPool, burst: BurstLimits?,
        now: @escaping @Sendable () -> ContinuousClock.Instant = { ContinuousClock.now }
    ) {
        self.pool = pool
        self.burst = burst
        self.now = now
        queue = Mutex(Queue(freeWriters: Array(0..<pool.writerCount)))
    }

    /// The number of writes that wait for a later transaction than the running one.
    var waiting: Int { queue.withLock { $0.waiting.count + $0.background.count } }

    /// Indicates whether a normal write waits for the running transaction.
    var isAwaited: Bool { queue.withLock { !$0.waiting.isEmpty } }

    /// Runs `work` inside a transaction and returns its value when that is durable.
    ///
    /// - Throws: errors of `work`, of the transaction that could not begin or commit, or ``StoreUnavailable`` when the
    ///   database does not respond. Then nothing of it was stored.
    func run<Value: Sendable>(
        isBackground: Bool = false, _ work: @escaping @Sendable (Database) throws -> Value
    ) async throws -> Value {
        try await run(isBackground: isBackground, work) { $1 }
    }

    /// Runs `work` inside a transaction, and `finish` after all writes of the transaction.
    ///
    /// - Parameters:
    ///   - recipient: the user that `work` notifies, if it changes nothing else of that user; `nil` for other work. The
    ///     facts about the users of a transaction are read together.
    ///   - finish: reads what the result needs and writes nothing.
    /// - Returns: the value of `finish`, when the transaction is durable.
    func run<Stored, Value: Sendable>(
        isBackground: Bool = false, notifying recipient: UserID? = nil,
        _ work: @escaping @Sendable (Database) throws -> Stored,
        finish: @escaping @Sendable (Database, Stored) throws -> Value
    ) async throws -> Value {
        try await withCheckedThrowingContinuation { continuation in
            enqueue(
                isBackground: isBackground,
                Write(
                    recipient: recipient, isBackground: isBackground, since: now(),
                    perform: { db in
                        let stored = try work(db)
                        return {
                            let value = try finish(db, stored)
                            return { continuation.resume(returning: value) }
                        }
                    },
                    fail: { continuation.resume(throwing: $0) }))
        }
    }

    private func enqueue(isBackground: Bool, _ write: Write) {
        let (isAccepted, writer, isWatched) = queue.withLock { queue -> (Bool, Int?, Bool) in
            if isBackground {
                queue.background.append(write)
                return (true, queue.freeWriters.popLast(), true)
            }
            guard queue.waiting.count < Self.waitingLimit else { return (false, nil, true) }
            queue.waiting.append(write)
            defer { queue.isWatched = true }
            return (true, queue.freeWriters.popLast(), queue.isWatched)
        }
        if !isAccepted { write.fail(StoreUnavailable.overload) }
        if let writer { scheduleBatch(on: writer) }
        if !isWatched { watch(for: Self.longestWait) }
    }

    /// Calls ``failOverdue()`` after `delay`, and then whenever a write has waited too long, until none waits.
    private func watch(for delay: Duration) {
        let seconds = Double(delay.components.seconds) + Double(delay.components.attoseconds) / 1e18
        DispatchQueue.global().asyncAfter(deadline: .now() + seconds) { [weak self] in
            guard let self else { return }
            self.failOverdue()
            let first = self.queue.withLock { queue in
                queue.isWatched = !queue.waiting.isEmpty
                return queue.waiting.first
            }
            if let first { self.watch(for: max(.zero, first.since + Self.longestWait - self.now())) }
        }
    }

    /// Fails the normal writes that have waited too long.
    func failOverdue() {
        let latest = now() - Self.longestWait
        let overdue = queue.withLock { queue in
            let overdue = queue.waiting.prefix { $0.since <= latest }
            queue.waiting.removeFirst(overdue.count)
            return overdue
        }
        for write in overdue { write.fail(StoreUnavailable.overload) }
    }

    /// Enqueues one transaction at a time on the writer's queue, so that other work of the connection runs between them.
    private func scheduleBatch(on writer: Int) {
        pool.write(on: writer) { connection in
            self.failOverdue()
            let batch = self.nextBatch()
            if !batch.isEmpty { self.commit(batch, on: connection, of: writer) }
            let goesOn = self.queue.withLock { queue in
                guard queue.waiting.isEmpty, queue.background.isEmpty else { return true }
                queue.freeWriters.append(writer)
                return false
            }
            if goesOn { self.scheduleBatch(on: writer) }
        }
    }

    /// - Returns: the writes of the next transaction; none when another writer has taken the last ones.
    private func nextBatch() -> [Write] {
        queue.withLock { queue in
            if !queue.background.isEmpty, queue.isBackgroundNext || queue.waiting.isEmpty {
                queue.isBackgroundNext = false
                return [queue.background.removeFirst()]
            }
            queue.isBackgroundNext = !queue.background.isEmpty
            return queue.takeWaiting()
        }
    }

    private static func perform(_ batch: [Write], in db: Database) throws -> [Write.Finish] {
        db.changes.expect(batch.prefix { $0.recipient != nil }.compactMap(\.recipient))
        return try batch.map { write in
            if write.recipient == nil { db.changes.expect([]) }
            return try write.perform(db)
        }
    }

    /// Orders writes by the user that they notify, others last; those of a user in the order of arrival.
    private static func ordered(_ batch: [Write]) -> [Write] {
        let users = batch.enumerated().compactMap { index, write in write.recipient.map { ($0.description, index) } }
        return users.sorted { $0 < $1 }.map { batch[$0.1] } + batch.filter { $0.recipient == nil }
    }

    /// Runs a transaction again when a concurrent one prevented it, and its writes one by one when one of them fails.
    ///
    /// - Parameter attempts: the number of attempts after which a concurrent transaction prevented it.
    private func commit(
        _ batch: [Write], on connection: Result<any SQLConnection, any Error>, of writer: Int, attempts: Int = 0
    ) {
        var batch = batch
        var attempts = attempts
        while true {
            do {
                let completions = try Database.transaction(on: connection.get(), burst: burst, keys: keys) { db in
                    var finishes = try Self.perform(batch, in: db)
                    if !db.hasOtherWriters, batch.allSatisfy(\.isBackground) {
                        let arrived = queue.withLock { $0.takeWaiting() }
                        batch += arrived
                        finishes += try Self.perform(arrived, in: db)
                    }
                    return try finishes.map { try $0() }
                }
                for complete in completions { complete() }
                return
            } catch {
                let failed = error as? FailedStatement
                let error = failed?.cause ?? error
                if (error as? any SQLError)?.isConflict == true, attempts < Self.conflictLimit {
                    attempts += 1
                    guard let current = try? connection.get(), current.isUsable else {
                        // It was lost, and the pool replaces it.
                        return pool.write(on: writer) { [batch, attempts] in
                            self.commit(batch, on: $0, of: writer, attempts: attempts)
                        }
                    }
                } else if failed != nil, batch.count > 1 {
                    for write in batch { commit([write], on: connection, of: writer) }
                    return
                } else {
                    for write in batch { write.fail(error) }
                    return
                }
            }
        }
    }
}

/// A caller's write that waits for its transaction.
struct Write: Sendable {
    /// Resumes the caller with the result. Must be called after the transaction is durable.
    typealias Completion = @Sendable () -> Void
    /// Reads the result after the last write of the transaction.
    typealias Finish = () throws -> Completion

    let recipient: UserID?
    let isBackground: Bool
    /// The time of its arrival.
    let since: ContinuousClock.Instant
    let perform: @Sendable (Database) throws -> Finish
    let fail: @Sendable (any Error) -> Void
}
