import BellhopModel
import BellhopTesting
import Testing

@testable import BellhopKit

@Suite("The server's clock")
struct ServerClockTests {
    private let clock = ManualClock()
    private let journal = MemoryJournal()

    private func reply(_ date: Timestamp, _ headers: [String: String] = [:]) -> APIResponse {
        APIResponse(status: 200, headers: ["date": date.httpDate].merging(headers) { $1 })
    }

    private func launched() -> ServerClock { ServerClock(clock, journal: journal) }

    @Test("until a reply says otherwise it is the device's")
    func unknown() async {
        let server = launched()
        await server.learn(from: APIResponse(status: 200), sent: clock.uptime)
        await server.learn(from: reply(clock.now + .seconds(600), ["age": "600"]), sent: clock.uptime)
        #expect(!server.isKnown && server.now == clock.now)
        #expect(server.deviceTime(of: clock.now + .seconds(5)) == clock.now + .seconds(5))
    }

    @Test("it sleeps until the server's clock shows the moment, also when it is found to be another on the way")
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

    @Test("a difference outlives the launch, until the clock is set right")
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

    @Test("a clock that is right is not written down, and one that is wrong once")
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

    @Test("only what Bellhop says counts")
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
