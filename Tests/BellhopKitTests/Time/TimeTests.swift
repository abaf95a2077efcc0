import BellhopModel
import BellhopTesting
import Testing

@testable import BellhopKit

@Suite("Steady time")
struct SteadyTimeTests {
    struct Reading: Sendable {
        var wall: Int64
        var uptime: Int64
        var time: Int64
    }

    @Test(
        "the later of both clocks counts, and never less than before",
        arguments: [
            [Reading(wall: 10, uptime: 100, time: 10), Reading(wall: 15, uptime: 105, time: 15)],
            // Set back by an hour.
            [Reading(wall: 10, uptime: 100, time: 10), Reading(wall: -3585, uptime: 105, time: 15)],
            // Set forward by an hour, and back again.
            [
                Reading(wall: 10, uptime: 100, time: 10), Reading(wall: 3615, uptime: 105, time: 3615),
                Reading(wall: 20, uptime: 110, time: 3620),
            ],
            // After a restart the uptime starts at zero.
            [Reading(wall: 10, uptime: 100, time: 10), Reading(wall: 12, uptime: 1, time: 12)],
        ])
    func table(readings: [Reading]) {
        var time = SteadyTime(seen: Timestamp(seconds: 0))
        for reading in readings {
            let now = time.advance(to: Timestamp(seconds: reading.wall), uptime: .seconds(reading.uptime))
            #expect(now == Timestamp(seconds: reading.time))
        }
    }
}

@Suite("RetryBackoff")
struct BackoffTests {
    @Test("doubles up to its limit, with half of it left to chance", arguments: 1...40)
    func range(attempt: Int) {
        let backoff = RetryBackoff(base: .seconds(1), limit: .seconds(60))
        let full = min(1000 << min(attempt - 1, 10), 60_000)
        var generator = SeededGenerator(seed: UInt64(attempt))
        for _ in 0..<100 {
            let delay = backoff.delay(after: attempt, random: generator.next()).wholeMilliseconds
            #expect((Int64(full / 2)...Int64(full)).contains(delay))
        }
    }

    @Test("never sooner than the server asked")
    func atLeast() {
        #expect(RetryBackoff.interactive.delay(after: 1, random: 0, atLeast: .seconds(30)) == .seconds(30))
        #expect(RetryBackoff.interactive.delay(after: 9, random: 0, atLeast: .seconds(1)) == .seconds(30))
    }
}
