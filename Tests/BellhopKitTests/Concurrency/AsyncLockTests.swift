import BellhopTesting
import Testing

@testable import BellhopKit

@Suite("AsyncLock", .timeLimit(.minutes(10)))
struct AsyncLockTests {
    /// Records the order in which tasks arrive and run.
    private actor Counter {
        private(set) var came: [Int] = []
        private(set) var ran: [Int] = []
        private(set) var turnedAway: [Int] = []
        private(set) var most = 0
        private var inside = 0
        private var watcher: (count: Int, continuation: CheckedContinuation<Void, Never>)?

        func run(_ number: Int, in turn: AsyncLock) async {
            // There is no suspension between this line and the call.
            came.append(number)
            if let watcher, came.count == watcher.count {
                self.watcher = nil
                watcher.continuation.resume()
            }
            let isDone: Void? = await turn.withLock {
                inside += 1
                most = max(most, inside)
                ran.append(number)
                await Task.yield()
                inside -= 1
            }
            if isDone == nil { turnedAway.append(number) }
        }

        /// Releases the lock when `count` tasks have arrived, while another one arrives.
        func end(_ turn: AsyncLock, after count: Int) async {
            if came.count < count { await withCheckedContinuation { watcher = (count, $0) } }
            turn.unlock()
            await run(count, in: turn)
        }

        /// Returns when `count` tasks have arrived.
        func waitFor(_ count: Int) async {
            while came.count < count { await Task.yield() }
        }
    }

    private let counter = Counter()

    @Test("Only one task holds the lock at any time")
    func exclusive() async {
        let turn = AsyncLock()
        await withTaskGroup(of: Void.self) { group in
            for number in 0..<50 { group.addTask { await counter.run(number, in: turn) } }
        }
        #expect(await counter.most == 1)
    }

    @Test("Waiting tasks get the lock in order of arrival")
    func order() async {
        let turn = AsyncLock(isLocked: true)
        await withTaskGroup(of: Void.self) { group in
            for number in 0..<100 { group.addTask { await counter.run(number, in: turn) } }
            await counter.waitFor(100)
            turn.unlock()
        }
        let (came, ran) = (await counter.came, await counter.ran)
        #expect(ran == came)
        #expect(ran.count == 100)
    }

    @Test("A task that arrives when the lock is handed over does not overtake waiting tasks")
    func overtaking() async {
        for _ in 0..<200 {
            let (turn, counter) = (AsyncLock(isLocked: true), Counter())
            await withTaskGroup(of: Void.self) { group in
                group.addTask { await counter.end(turn, after: 3) }
                for number in 0..<3 { group.addTask { await counter.run(number, in: turn) } }
            }
            let (came, ran) = (await counter.came, await counter.ran)
            #expect(ran == came && ran.last == 3)
        }
    }

    @Test("A cancelled waiting task leaves the queue, and the others keep their places")
    func cancelled() async {
        let turn = AsyncLock(isLocked: true)
        let tasks = (0..<100).map { number in Task { await counter.run(number, in: turn) } }
        await counter.waitFor(100)
        tasks[50].cancel()
        await tasks[50].value
        #expect(await counter.turnedAway == [50])
        turn.unlock()
        for task in tasks { await task.value }
        let (came, ran) = (await counter.came, await counter.ran)
        #expect(ran == came.filter { $0 != 50 })
        #expect(await counter.turnedAway == [50])
    }

    @Test("A task cancelled before its arrival takes a free lock, and does not wait for a taken one")
    func cancelledBefore() async {
        let turn = AsyncLock()
        func take(_ turn: AsyncLock) -> Task<Bool?, Never> {
            let gate = Gate()
            let task = Task {
                await gate.pass()
                return await turn.withLock { true }
            }
            task.cancel()
            return task
        }
        #expect(await take(turn).value == true)
        let isDone = await turn.withLock { await take(turn).value == nil }
        #expect(isDone == true)
    }

    @Test("A cancellation at the moment of the handover never loses the lock")
    func race() async {
        let turn = AsyncLock()
        for round in 0..<500 {
            let held = Gate()
            let holder = Task { await turn.withLock { await held.pass() } }
            await held.arrived()
            let waiters = (0..<3).map { number in Task { await counter.run(round * 3 + number, in: turn) } }
            await counter.waitFor((round + 1) * 3)
            async let cancelling: Void = {
                waiters[0].cancel()
                waiters[2].cancel()
            }()
            held.open()
            await cancelling
            for waiter in waiters { await waiter.value }
            await holder.value
        }
        let (ran, turnedAway) = (await counter.ran, await counter.turnedAway)
        #expect(Set(ran).union(turnedAway).count == 1500 && ran.count + turnedAway.count == 1500)
        #expect(turnedAway.allSatisfy { $0 % 3 != 1 }, "only who was cancelled is turned away")
        #expect(await counter.most == 1)
        let isFree: Bool? = await turn.withLock { true }
        #expect(isFree == true)
    }

    @Test("An error thrown inside releases the lock")
    func throwing() async throws {
        struct Failed: Error {}
        let turn = AsyncLock()
        await #expect(throws: Failed.self) { try await turn.withLock { throw Failed() } }
        let isFree: Bool? = await turn.withLock { true }
        #expect(isFree == true)
    }
}
