import BellhopSQLite
import BellhopTestSupport
import Dispatch
import Synchronization
import Testing

@testable import BellhopSQL
@testable import BellhopStore

@Suite("Store: reads that wait for a connection", .timeLimit(.minutes(10)))
struct ReadLimitTests {
    private let folder: TemporaryFolder
    private let pool: SQLPool
    private let now: Now
    private let gate = DispatchSemaphore(value: 0)

    private final class Now: Sendable {
        let value = Mutex(ContinuousClock.now)
    }

    init() throws {
        folder = try TemporaryFolder()
        let (path, now) = (folder.database, Now())
        let open: SQLPool.Open = { try SQLiteConnection(path: path) }
        pool = try SQLPool(readers: 1, now: { now.value.withLock { $0 } }, openWriter: open, openReader: open)
        self.now = now
    }

    /// A read that keeps the only connection until ``gate`` is signalled.
    private func blockingRead() async -> Task<Void, any Error> {
        let (held, holds) = AsyncStream.makeStream(of: Void.self)
        let read = Task { [pool, gate] in
            try await pool.read { _ in
                holds.finish()
                gate.wait()
            }
        }
        for await _ in held {}
        return read
    }

    @Test("A read is refused when too many others wait, which are completed")
    func tooMany() async throws {
        let first = await blockingRead()
        try await withThrowingTaskGroup(of: Int64?.self) { group in
            for _ in 0..<4096 { group.addTask { [pool] in try await pool.read { try $0.integer("SELECT 1") } } }
            while pool.waitingReads < 4096 { await Task.yield() }
            await #expect(throws: SQLPoolOverload.self) { try await pool.read { _ in } }
            gate.signal()
            try await first.value
            #expect(try await group.reduce(0) { $0 + ($1 ?? 0) } == 4096)
        }
    }

    @Test("A read that has waited too long fails and does not run later", arguments: [true, false])
    func overdue(whileBlocked: Bool) async throws {
        let first = await blockingRead()
        let hasRun = Atomic(false)
        async let second: Void = pool.read { _ in hasRun.store(true, ordering: .relaxed) }
        while pool.waitingReads < 1 { await Task.yield() }
        now.value.withLock { $0 += .seconds(5) }
        if whileBlocked { pool.failOverdueReads() } else { gate.signal() }
        do {
            try await second
            Issue.record("a read that waited too long succeeded")
        } catch is SQLPoolOverload {}
        if whileBlocked { gate.signal() }
        try await first.value
        let ran = hasRun.load(ordering: .relaxed)
        #expect(!ran && pool.waitingReads == 0)
        #expect(try await pool.read { try $0.integer("SELECT 1") } == 1)
    }

    @Test("A waiting read whose task is cancelled throws CancellationError at once, and later ones are completed")
    func cancelled() async throws {
        let first = await blockingRead()
        let second = Task { [pool] in try await pool.read { _ in } }
        while pool.waitingReads < 1 { await Task.yield() }
        async let third: Int64? = pool.read { try $0.integer("SELECT 1") }
        while pool.waitingReads < 2 { await Task.yield() }
        second.cancel()
        await #expect(throws: CancellationError.self) { try await second.value }
        gate.signal()
        try await first.value
        #expect(try await third == 1)
    }

    @Test("Opening a connection blocks no thread of Swift's pool")
    func opening() async throws {
        let (path, count) = (folder.database, 64)
        let pool = try SQLPool(
            readers: count, openWriter: { try SQLiteConnection(path: path) },
            openReader: { [gate] in
                gate.wait()
                return try SQLiteConnection(path: path)
            })
        try await withThrowingTaskGroup(of: Void.self) { group in
            for _ in 0..<count { group.addTask { try await pool.read { _ in } } }
            group.addTask { [gate] in for _ in 0..<count { gate.signal() } }
            try await group.waitForAll()
        }
    }

    @Test("A store reports refused reads as unavailable for a moment")
    func unavailable() async throws {
        let store = Store(pool, burst: nil) { StoreUnavailable($0, at: "") }
        let first = await blockingRead()
        async let second: Void = store.read { _ in }
        while pool.waitingReads < 1 { await Task.yield() }
        now.value.withLock { $0 += .seconds(5) }
        pool.failOverdueReads()
        do {
            try await second
            Issue.record("a read that waited too long succeeded")
        } catch let error as StoreUnavailable {
            #expect(error.isPassing)
        }
        gate.signal()
        try await first.value
    }
}
