import BellhopCore
import BellhopModel
import BellhopTestSupport
import Testing

@Suite("Time", .timeLimit(.minutes(10)))
struct TimeTests {
    @Test("A sleeper wakes when its moment comes, and not before")
    func sleeper() async throws {
        let time = ManualTime()
        let moment = time.now + .seconds(10)
        let woken = Tally()
        try await withThrowingTaskGroup(of: Void.self) { group in
            group.addTask {
                try await time.sleep(until: moment)
                woken.add()
            }
            await time.sleeper(until: moment)
            time.advance(by: .milliseconds(9999))
            #expect(time.sleeperCount == 1)
            #expect(woken.count == 0)
            time.advance(by: .milliseconds(1))
            try await group.waitForAll()
        }
        #expect(woken.count == 1)
        #expect(time.sleeperCount == 0)
    }

    @Test("A cancelled sleeper throws and is gone")
    func cancelled() async {
        let time = ManualTime()
        await withTaskGroup(of: Bool.self) { group in
            group.addTask {
                do { try await time.sleep(until: time.now + .seconds(1)) } catch { return error is CancellationError }
                return false
            }
            await time.sleeper(until: time.now + .seconds(1))
            group.cancelAll()
            #expect(await group.next() == true)
        }
        #expect(time.sleeperCount == 0)
    }

    @Test("The system's clock does not wait for a moment that has passed")
    func past() async throws {
        let time = SystemTime()
        let start = time.now
        try await time.sleep(until: start - .seconds(3600))
        try await time.sleep(until: start)
        #expect(time.now >= start)
    }

    @Test("The system's clock wakes at its moment")
    func future() async throws {
        let time = SystemTime()
        let moment = time.now + .milliseconds(5)
        try await time.sleep(until: moment)
        #expect(time.now >= moment)
    }
}
