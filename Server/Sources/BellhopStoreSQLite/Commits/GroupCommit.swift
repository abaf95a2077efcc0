import GRDB
import Synchronization

/// Joins writes that wait at the same time into one transaction with one fsync.
///
/// A write that comes while nothing runs is committed at once and alone, so a lone writer waits for nobody. While its
/// fsync runs others gather; the next transaction takes them together. Under load the fsync is thus shared by as many
/// writes as arrive during one, and nothing is ever delayed in the hope of company.
///
/// Patient writes, which carry out campaigns and the like, are not joined with others: those wait for one patient write at
/// most, and a patient write for one transaction of theirs. A long one asks ``isAwaited`` whether to end early.
///
/// Inside a transaction every write has a savepoint of its own: one that throws is undone alone. A transaction that
/// cannot begin or commit fails every write in it. A write is not cancelled with its task: what was begun is finished.
///
/// `queue`'s mutex guards who waits and whether somebody works; the database itself is touched on the pool's writer
/// queue only.
final class GroupCommit: Sendable {
    /// Most writes of one transaction: bounds how long the first of them waits for the last.
    static let batchLimit = 256

    private struct Queue {
        var waiting: [Write] = []
        var patient: [Write] = []
        /// Patient writes have let one transaction go first.
        var isPatientsTurn = false
        var isWorking = false
    }

    private let pool: DatabasePool
    private let queue = Mutex(Queue())

    init(_ pool: DatabasePool) { self.pool = pool }

    /// How many writes wait for a later transaction than the one that runs.
    var waiting: Int { queue.withLock { $0.waiting.count + $0.patient.count } }

    /// Whether a write that is not patient waits for the transaction that runs.
    var isAwaited: Bool { queue.withLock { !$0.waiting.isEmpty } }

    /// Runs `work` inside a transaction and returns its value when that is durable.
    ///
    /// - Throws: what `work` throws, or the `DatabaseError` that kept the transaction from beginning or committing.
    ///   Either way nothing of it was stored.
    func run<Value: Sendable>(
        isPatient: Bool = false, _ work: @escaping @Sendable (Database) throws -> Value
    ) async throws -> Value {
        try await withCheckedThrowingContinuation { continuation in
            enqueue(
                isPatient: isPatient,
                Write(
                    perform: { db in
                        let value = try work(db)
                        return { continuation.resume(returning: value) }
                    },
                    fail: { continuation.resume(throwing: $0) }))
        }
    }

    private func enqueue(isPatient: Bool, _ write: Write) {
        let wakes = queue.withLock { queue in
            if isPatient { queue.patient.append(write) } else { queue.waiting.append(write) }
            defer { queue.isWorking = true }
            return !queue.isWorking
        }
        if wakes { scheduleBatch() }
    }

    /// One turn of the writer queue per transaction, so that a checkpoint or backup gets its turn between them.
    private func scheduleBatch() {
        pool.asyncWriteWithoutTransaction { db in
            self.commit(self.nextBatch(), in: db)
            let goesOn = self.queue.withLock { queue in
                queue.isWorking = !queue.waiting.isEmpty || !queue.patient.isEmpty
                return queue.isWorking
            }
            if goesOn { self.scheduleBatch() }
        }
    }

    private func nextBatch() -> [Write] {
        queue.withLock { queue in
            if !queue.patient.isEmpty, queue.isPatientsTurn || queue.waiting.isEmpty {
                queue.isPatientsTurn = false
                return [queue.patient.removeFirst()]
            }
            let batch = Array(queue.waiting.prefix(Self.batchLimit))
            queue.waiting.removeFirst(batch.count)
            queue.isPatientsTurn = !queue.patient.isEmpty
            return batch
        }
    }

    private func commit(_ batch: [Write], in db: Database) {
        do {
            var settlements: [Write.Settlement] = []
            settlements.reserveCapacity(batch.count)
            try db.inTransaction(.immediate) {
                for write in batch {
                    settlements.append(try batch.count == 1 ? write.perform(db) : write.performInSavepoint(of: db))
                }
                return .commit
            }
            for settle in settlements { settle() }
        } catch {
            for write in batch { write.fail(error) }
        }
    }
}
