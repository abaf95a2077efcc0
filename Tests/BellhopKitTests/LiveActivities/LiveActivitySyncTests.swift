import BellhopModel
import BellhopTesting
import Testing

@testable import BellhopKit

/// Live Activities, their tokens, and the tokens that the server knows.
@Suite struct LiveActivitySyncTests {
    struct Bench {
        var port = FakeActivities()
        var server = FakeActivityServer()
        var journal = MemoryJournal()
        var clock = ManualClock()

        func keeper() -> LiveActivitySync {
            LiveActivitySync(
                port: port, server: server, journal: journal, digesting: FakeDigest(), clock: clock,
                randomness: FixedRandomness())
        }

        func session(_ status: SessionStatus = .running, _ id: SessionID = "s") -> AgentSession {
            AgentSession(
                id: id, userID: Fixture.user, title: "Fix login", status: status, operation: "Testing",
                startedAt: Fixture.start, updatedAt: clock.now)
        }
    }

    private let bench = Bench()

    @Test("Tokens that exist before the streams deliver are read in the foreground")
    func readsDirectly() async {
        bench.port.put("a", of: "s", token: [1])
        bench.port.setStartToken([9])
        await bench.keeper().foreground()
        #expect(await bench.server.tokens == ["s": [1]])
        #expect(await bench.server.startToken == [9])
    }

    @Test("A known token is not reported again, over launches; a new token is")
    func fingerprints() async {
        bench.port.put("a", of: "s", token: [1])
        bench.port.setStartToken([9])
        await bench.keeper().foreground()
        await bench.keeper().foreground()
        #expect(await bench.server.log == ["01 s", "start 09"])
        let kept = await bench.journal.text
        #expect(kept.contains(Hex.encode(FakeDigest.digest([1]))))
        bench.port.rotate("a", to: [2])
        await bench.keeper().foreground()
        #expect(await bench.server.log.last == "02 s")
    }

    @Test("An ended activity is never registered, also when its token arrives late")
    func ended() async {
        bench.port.put("old", of: "s", token: [1], phase: .ended)
        bench.port.put("gone", of: "t", token: [2], phase: .dismissed)
        let keeper = bench.keeper()
        await keeper.foreground()
        await keeper.show(bench.session())
        #expect(await bench.server.log.isEmpty)
        #expect(bench.port.calls.isEmpty)
    }

    @Test("A session's end ends its activity with the last state, and the server removes the token")
    func sessionEnds() async {
        bench.port.put("a", of: "s", token: [1])
        let keeper = bench.keeper()
        await keeper.foreground()
        await keeper.show(bench.session(.completed))
        #expect(bench.port.calls == ["end a"])
        #expect(bench.port.content(of: "a")?.state.status == .completed)
        #expect(await bench.server.log == ["01 s", "not 01 s"])
        await keeper.foreground()
        #expect(await bench.server.log.count == 2)
    }

    @Test("An answer on any device removes the buttons")
    func decision() async {
        bench.port.put("a", of: "s")
        let keeper = bench.keeper()
        await keeper.foreground()
        let ask = Fixture.ask()
        await keeper.show(bench.session(.waiting), waitingFor: ask)
        #expect(bench.port.content(of: "a")?.state.ask?.askID == ask.id)
        await keeper.ended(ask.id)
        #expect(bench.port.content(of: "a")?.state.ask == nil)
        #expect(bench.port.content(of: "a")?.state.status == .processing)
        await keeper.ended(ask.id)
        #expect(bench.port.calls == ["update a", "update a"])
    }

    @Test("The activity of a pending ask becomes stale at its deadline, when the system draws it without buttons")
    func staleAtDeadline() async {
        bench.port.put("a", of: "s")
        let keeper = bench.keeper()
        await keeper.foreground()
        let ask = Fixture.ask()
        await keeper.show(bench.session(.waiting), waitingFor: ask)
        #expect(bench.port.content(of: "a")?.staleAt == ask.deadline)
        await keeper.ended(ask.id)
        #expect(bench.port.content(of: "a")?.staleAt.map { $0 > ask.deadline } == true)
    }

    @Test("The activity of an expired ask has no buttons")
    func lateAsk() async {
        bench.port.put("a", of: "s")
        let keeper = bench.keeper()
        await keeper.foreground()
        bench.clock.advance(by: .seconds(61))
        await keeper.show(bench.session(.waiting), waitingFor: Fixture.ask())
        #expect(bench.port.content(of: "a")?.state.ask == nil)
    }

    @Test("Signing out ends every activity and revokes every token, also when the server is unavailable at first")
    func signedOut() async {
        bench.port.put("a", of: "s", token: [1])
        bench.port.setStartToken([9])
        let keeper = bench.keeper()
        await keeper.foreground()
        await bench.server.answer(.unavailable)
        await keeper.signedOut()
        #expect(bench.port.calls == ["end a"])
        #expect(await bench.server.tokens == ["s": [1]])
        await bench.server.answer(.taken)
        // The next launch.
        await bench.keeper().foreground()
        #expect(await bench.server.tokens.isEmpty)
    }

    @Test("Without permission the server has no token, and with permission again it has")
    func permission() async {
        bench.port.put("a", of: "s", token: [1])
        bench.port.setStartToken([9])
        let keeper = bench.keeper()
        await keeper.foreground()
        bench.port.setEnabled(false)
        await keeper.foreground()
        #expect(await bench.server.tokens.isEmpty)
        #expect(await bench.server.startToken == nil)
        bench.port.setEnabled(true)
        await keeper.foreground()
        #expect(await bench.server.tokens == ["s": [1]])
        #expect(await bench.server.startToken == [9])
    }

    @Test("Two activities of one session become one, and the server has its token")
    func duplicates() async {
        bench.port.put("a", of: "s", token: [1])
        let keeper = bench.keeper()
        await keeper.foreground()
        bench.clock.advance(by: .seconds(1))
        bench.port.put("b", of: "s", token: [2])
        await keeper.foreground()
        #expect(bench.port.calls == ["end a"])
        #expect(await bench.server.tokens == ["s": [2]])
    }

    @Test("A late revocation does not end the activity that replaced the revoked one", arguments: [true, false])
    func late(_ isKnown: Bool) async {
        bench.port.put("a", of: "s", token: [1])
        await bench.keeper().foreground()
        var keeper = bench.keeper()
        if isKnown { await keeper.foreground() }
        await bench.server.answer(.unavailable)
        bench.port.remove("a")
        await keeper.foreground()
        #expect(await bench.server.log.last == (isKnown ? "not 01 s" : "not any s"))
        await bench.server.answer(.taken)
        bench.port.put("b", of: "s", token: [2])
        await keeper.foreground()
        #expect(await bench.server.tokens == ["s": [2]])
        // The first request was still running.
        await bench.server.end(isKnown ? [1] : nil, of: "s")
        bench.clock.advance(by: LiveActivityStateMachine.requestLifetime)
        await keeper.foreground()
        #expect(await bench.server.tokens == ["s": [2]])
        let said = await bench.server.log.count
        await keeper.foreground()
        keeper = bench.keeper()
        await keeper.foreground()
        #expect(await bench.server.log.count == said)
    }

    @Test("The token of an activity that the system lost is revoked on the server")
    func lost() async {
        bench.port.put("a", of: "s", token: [1])
        let keeper = bench.keeper()
        await keeper.foreground()
        bench.port.remove("a")
        await bench.keeper().foreground()
        #expect(await bench.server.tokens.isEmpty)
    }

    @Test("An activity is replaced before the system's limit of eight hours")
    func renewal() async throws {
        let keeper = bench.keeper()
        try await keeper.start(bench.session())
        #expect(bench.port.calls == ["start s"])
        try await keeper.start(bench.session())
        #expect(bench.port.calls.filter { $0.hasPrefix("start") }.count == 1)
        bench.clock.advance(by: LiveActivityStateMachine.renewal)
        await keeper.foreground()
        #expect(bench.port.calls.suffix(2) == ["end started-1", "start s"])
    }

    @Test("Starting an activity throws without permission and in the background")
    func refusals() async {
        bench.port.setEnabled(false)
        await #expect(throws: ActivityRefusal.denied) { try await bench.keeper().start(bench.session()) }
        bench.port.setEnabled(true)
        bench.port.setInFront(false)
        await #expect(throws: ActivityRefusal.notVisible) { try await bench.keeper().start(bench.session()) }
    }

    @Test("A running sync reports new activities and tokens, and retries when the server is back")
    func running() async {
        await bench.server.answer(.unavailable)
        let keeper = bench.keeper()
        let run = Task { await keeper.run() }
        bench.port.put("a", of: "s", token: [1], telling: true)
        await bench.clock.sleepers()
        await bench.server.answer(.taken)
        bench.clock.advance(by: .seconds(3600))
        while await bench.server.tokens["s"] == nil { await Task.yield() }
        while await bench.server.tokens["s"] != [2] {
            bench.port.rotate("a", to: [2])
            await Task.yield()
        }
        run.cancel()
        await run.value
    }

    @Test("Without a server for tokens none is recorded as reported")
    func noServer() async {
        bench.port.put("a", of: "s", token: [1])
        let keeper = LiveActivitySync(
            port: bench.port, server: NoActivityTokens(), journal: bench.journal, digesting: FakeDigest(),
            clock: bench.clock, randomness: FixedRandomness())
        await keeper.foreground()
        await bench.keeper().foreground()
        #expect(await bench.server.tokens == ["s": [1]])
    }
}
