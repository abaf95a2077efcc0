import BellhopModel
import BellhopTesting
import Testing

@testable import BellhopKit

@Suite("Server time")
struct ServerTimeTests {
    private let noon = Timestamp(seconds: 43_200)

    /// The reading of a response whose request was sent at uptime 100 s and which arrived `latency` later.
    private func reading(_ date: Timestamp, wall: Timestamp, latency: Duration = .milliseconds(200)) -> ServerTime {
        ServerTime(date: date, sent: .seconds(100), received: .seconds(100) + latency, wall: wall)
    }

    @Test(
        "A device clock that agrees with the server within the latency is used unchanged",
        arguments: [0, 1, 1000, 1999, 2200] as [Int64])
    func agrees(milliseconds: Int64) {
        let wall = noon + .milliseconds(milliseconds)
        let time = reading(noon, wall: wall)
        #expect(time.agrees(wall: wall, uptime: .milliseconds(100_200)))
        #expect(time.now(wall: wall, uptime: .milliseconds(100_200)) == wall)
    }

    @Test(
        "A wrong device clock is corrected to within a second and half the latency",
        arguments: [-600_000, -1, 2201, 600_000] as [Int64])
    func isWrong(milliseconds: Int64) {
        let wall = noon + .milliseconds(milliseconds)
        let time = reading(noon, wall: wall)
        #expect(!time.agrees(wall: wall, uptime: .milliseconds(100_200)))
        #expect(time.now(wall: wall, uptime: .milliseconds(100_200)) == noon + .milliseconds(1100))
    }

    @Test("Server time advances with the uptime, independent of the device's clock")
    func goesOn() {
        let time = reading(noon, wall: noon + .seconds(600))
        let later = time.now(wall: noon - .seconds(3600), uptime: .milliseconds(160_200))
        #expect(later == noon + .milliseconds(61_100))
    }

    @Test("Each response narrows the estimate")
    func narrows() {
        let wall = noon + .seconds(600)
        let first = reading(noon, wall: wall, latency: .seconds(10))
        #expect(first.now(wall: wall, uptime: .seconds(110)) == noon + .seconds(6))
        // Received at 110.1 s, so it is 12:00:02 to 12:00:04.1 there.
        let second = ServerTime(
            date: noon + .seconds(2), sent: .seconds(110), received: .milliseconds(110_100),
            wall: wall + .milliseconds(100))
        let both = first.narrowed(by: second)
        #expect(both.now(wall: wall, uptime: .milliseconds(110_100)) == noon + .milliseconds(3050))
        #expect(
            second.narrowed(by: first).now(wall: wall, uptime: .milliseconds(110_100)) == noon + .milliseconds(3050))
    }

    @Test("A response that contradicts the estimate replaces it")
    func contradiction() {
        let wall = noon + .seconds(600)
        let other = ServerTime(
            date: noon + .seconds(60), sent: .seconds(101), received: .seconds(101), wall: wall)
        #expect(reading(noon, wall: wall).narrowed(by: other) == other)
    }

    @Test(
        "A stored estimate is valid until the clock is set or the device restarts",
        arguments: [
            (3600, 3600, true), (3600, 3601, true), (86_400, 86_415, true), (3600, 3000, false), (3600, 4200, false),
            (-90, 5, false),
        ] as [(Int64, Int64, Bool)])
    func holds(uptime: Int64, wall: Int64, isKnown: Bool) {
        let time = reading(noon, wall: noon + .seconds(600))
        let now = Duration.milliseconds(100_200) + .seconds(uptime)
        #expect(time.holds(wall: noon + .seconds(600 + wall), uptime: now) == isKnown)
    }
}

@Suite("Steady time")
struct SteadyTimeTests {
    struct Reading: Sendable {
        var wall: Int64
        var uptime: Int64
        var time: Int64
    }

    @Test(
        "SteadyTime is the later of both clocks, and never goes back",
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
        var time = MonotonicTime(seen: Timestamp(seconds: 0))
        for reading in readings {
            let now = time.advance(to: Timestamp(seconds: reading.wall), uptime: .seconds(reading.uptime))
            #expect(now == Timestamp(seconds: reading.time))
        }
    }
}

@Suite("RetryBackoff")
struct BackoffTests {
    @Test("doubles up to its limit, with jitter of half its value", arguments: 1...40)
    func range(attempt: Int) {
        let backoff = RetryBackoff(base: .seconds(1), limit: .seconds(60))
        let full = min(1000 << min(attempt - 1, 10), 60_000)
        var generator = SeededGenerator(seed: UInt64(attempt))
        for _ in 0..<100 {
            let delay = backoff.delay(after: attempt, random: generator.next()).wholeMilliseconds
            #expect((Int64(full / 2)...Int64(full)).contains(delay))
        }
    }

    @Test("is never shorter than the server's Retry-After")
    func atLeast() {
        #expect(RetryBackoff.interactive.delay(after: 1, random: 0, atLeast: .seconds(30)) == .seconds(30))
        #expect(RetryBackoff.interactive.delay(after: 9, random: 0, atLeast: .seconds(1)) == .seconds(30))
    }
}

@Suite("ServerClock")
struct ServerClockTests {
    private let clock = ManualClock()
    private let journal = MemoryJournal()

    private func reply(_ date: Timestamp, _ headers: [String: String] = [:]) -> APIResponse {
        APIResponse(status: 200, headers: ["date": date.httpDate].merging(headers) { $1 })
    }

    private func launched() -> ServerClock { ServerClock(clock, journal: journal) }

    @Test("Until the first response the server's time is the device's")
    func unknown() async {
        let server = launched()
        await server.learn(from: APIResponse(status: 200), sent: clock.uptime)
        await server.learn(from: reply(clock.now + .seconds(600), ["age": "600"]), sent: clock.uptime)
        #expect(!server.isKnown && server.now == clock.now)
        #expect(server.deviceTime(of: clock.now + .seconds(5)) == clock.now + .seconds(5))
    }

    @Test("sleep ends when the server's clock shows the moment, also after a correction")
    func sleeps() async throws {
        let server = launched()
        let moment = clock.now + .seconds(60)
        let sleeping = Task { try await server.sleep(until: moment) }
        await clock.sleepers()
        await server.learn(from: reply(clock.now - .seconds(600)), sent: clock.uptime)
        clock.advance(by: .seconds(60))
        await clock.sleepers()
        #expect(server.now < moment)
        clock.advance(by: .seconds(600))
        try await sleeping.value
        #expect(server.now >= moment)
    }

    @Test("A difference is kept over launches until the clock is set right")
    func kept() async {
        await launched().learn(from: reply(clock.now + .seconds(600)), sent: clock.uptime)
        clock.advance(by: .seconds(3600))
        let next = launched()
        await next.restore()
        #expect(next.isKnown)
        #expect(abs((next.now - clock.now - .seconds(600)).wholeMilliseconds) <= 1000)

        clock.set(by: .seconds(600))
        let last = launched()
        await last.restore()
        #expect(!last.isKnown && last.now == clock.now)
        await last.learn(from: reply(clock.now), sent: clock.uptime)
        #expect(await journal.text.isEmpty)
    }

    @Test("A correct clock is not stored, and a wrong one is stored once")
    func writesOnce() async throws {
        let server = launched()
        await server.learn(from: reply(clock.now), sent: clock.uptime)
        #expect(await journal.text.isEmpty)
        clock.set(by: .seconds(-600))
        await server.learn(from: reply(clock.now + .seconds(600)), sent: clock.uptime)
        let kept = await journal.text
        #expect(!kept.isEmpty)
        clock.advance(by: .seconds(30))
        await server.learn(from: reply(clock.now + .seconds(600)), sent: clock.uptime)
        #expect(await journal.text == kept)
    }

    @Test("Only responses of Bellhop servers set the time")
    func foreign() async throws {
        let server = launched()
        let fake = FakeServer(clock: clock)
        await fake.fail(next: .response(.signInPage))
        await fake.tellTime(ahead: .seconds(600))
        let api = DeviceAPI(transport: fake, digesting: FakeDigest(), clock: server)
        _ = try await api.pendingAsks(key: Secret("k"))
        #expect(!server.isKnown)
        _ = try await api.pendingAsks(key: Secret("k"))
        #expect(server.isKnown)
    }
}
