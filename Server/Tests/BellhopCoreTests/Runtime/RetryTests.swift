import BellhopModel
import BellhopStore
import BellhopTestSupport
import Logging
import Testing

@testable import BellhopCore

@Suite("Waiting for the store", .timeLimit(.minutes(10)))
struct StoreRetryTests {
    private let time = ManualTime()

    @Test("Work is retried while another program holds the database or the disk is full")
    func passing() async throws {
        let tries = Tally()
        try await withThrowingTaskGroup(of: Int.self) { group in
            group.addTask { [time] in
                try await StoreUnavailable.waitingForStore(to: "opening", time: time, logger: .silent) {
                    tries.add()
                    if tries.count < 4 { throw StoreUnavailable("locked", isPassing: true) }
                    return tries.count
                }
            }
            for pause in [100, 200, 400] {
                let again = time.now + .milliseconds(pause)
                await time.sleeper(until: again)
                time.advance(to: again)
            }
            let made = try await group.next()
            #expect(made == 4)
        }
    }

    @Test("A permanent failure ends the wait at once")
    func lasting() async {
        await #expect(throws: StoreUnavailable.self) {
            try await StoreUnavailable.waitingForStore(to: "opening", time: time, logger: .silent) {
                throw StoreUnavailable("damaged")
            }
        }
    }
}

@Suite("Exponential backoff")
struct BackoffTests {
    @Test(
        "The range doubles from one second up to 15 minutes",
        arguments: [(0, 1), (1, 1), (2, 2), (3, 4), (10, 512), (11, 900), (12, 900), (1_000_000, 900)])
    func range(attempt: Int, seconds: Int) {
        #expect(ExponentialBackoff(fraction: { 1 }).delay(after: attempt) == .seconds(seconds))
        #expect(ExponentialBackoff(fraction: { 0.5 }).delay(after: attempt) == .seconds(seconds) / 2)
        #expect(ExponentialBackoff(fraction: { 0 }).delay(after: attempt) == .zero)
    }

    @Test("Jitter covers the whole range")
    func jitter() {
        let backoff = ExponentialBackoff()
        let delays = (0..<1000).map { _ in backoff.delay(after: 4) }
        #expect(delays.allSatisfy { $0 >= .zero && $0 < .seconds(8) })
        #expect(delays.contains { $0 < .seconds(1) })
        #expect(delays.contains { $0 > .seconds(7) })
    }
}
