import BellhopModel
import BellhopTestSupport
import Testing

@testable import BellhopCore

@Suite("Wake", .timeLimit(.minutes(10)))
struct WakeTests {
    private let wake = Wake()
    private let time = ManualTime()

    @Test("A signal between looking and waiting is not lost")
    func level() async throws {
        let mark = wake.mark
        wake.signal()
        try await wake.wait(since: mark, until: nil, time: time)
        try await wake.wait(since: mark, until: time.now + .seconds(1), time: time)
    }

    @Test("One signal wakes everybody who waits")
    func everybody() async throws {
        let mark = wake.mark
        try await withThrowingTaskGroup(of: Void.self) { [wake, time] group in
            for second in 1...5 {
                let moment = time.now + .seconds(second)
                group.addTask { try await wake.wait(since: mark, until: moment, time: time) }
                await time.sleeper(until: moment)
            }
            wake.signal()
            try await group.waitForAll()
        }
        #expect(time.sleeperCount == 0)
    }

    @Test("Without a signal the wait ends at its moment")
    func moment() async throws {
        let moment = time.now + .seconds(1)
        try await withThrowingTaskGroup(of: Void.self) { [wake, time] group in
            group.addTask { try await wake.wait(since: wake.mark, until: moment, time: time) }
            await time.sleeper(until: moment)
            time.advance(to: moment)
            try await group.waitForAll()
        }
    }

    @Test("A wait until a moment that has passed is none")
    func past() async throws {
        try await wake.wait(since: wake.mark, until: time.now, time: time)
    }

    @Test("Cancelling ends a wait without an end", arguments: [true, false])
    func cancelled(withEnd: Bool) async {
        let moment = withEnd ? time.now + .seconds(1) : nil
        await withTaskGroup(of: Bool.self) { [wake, time] group in
            group.addTask {
                do { try await wake.wait(since: wake.mark, until: moment, time: time) } catch {
                    return error is CancellationError
                }
                return false
            }
            group.cancelAll()
            #expect(await group.next() == true)
        }
    }
}
