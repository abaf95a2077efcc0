import BellhopModel
import BellhopTesting
import Testing

@testable import BellhopKit

@Suite("Reports of Live Activity tokens")
struct ServerActivityTokensTests {
    private static let session = AgentSession(
        id: "run 1/a", userID: Fixture.user, title: "Fix login", startedAt: Fixture.start, updatedAt: Fixture.start)

    @Test("Tokens are reported and revoked on their routes")
    func tokens() async throws {
        let phone = try await TestPhone.paired()
        await phone.server.add(Self.session)
        let tokens = phone.bellhop.activityTokens
        #expect(await tokens.report([0xAA, 1], of: "run 1/a") == .taken)
        #expect(await phone.server.activityTokens == ["run 1/a": try #require(DeviceToken("aa01"))])
        #expect(await tokens.report([0xAA, 2], of: "run 1/a") == .taken)
        #expect(await tokens.revoke([0xAA, 1], of: "run 1/a") == .taken)
        #expect(await phone.server.activityTokens == ["run 1/a": try #require(DeviceToken("aa02"))])
        #expect(await tokens.revoke(nil, of: "run 1/a") == .taken)
        #expect(await phone.server.activityTokens.isEmpty)
        #expect(await tokens.reportStart([0x5E, 1]) == .taken)
        #expect(await phone.server.startToken?.text == "5e01")
        #expect(await tokens.reportStart(nil) == .taken)
        #expect(await phone.server.startToken == nil)
    }

    @Test("A report about a missing session is refused, and without a server it is retried")
    func faults() async throws {
        let phone = try await TestPhone.paired()
        let tokens = phone.bellhop.activityTokens
        #expect(await tokens.report([1], of: "gone") == .refused)
        #expect(await tokens.report([], of: "gone") == .refused)
        await phone.server.setDown(true)
        #expect(await tokens.report([1], of: "gone") == .unavailable)
        #expect(await tokens.reportStart([1]) == .unavailable)
        await phone.server.setDown(false)
        // An older server does not know the route.
        await phone.server.fail(next: .response(.error(.notFound)))
        #expect(await tokens.reportStart([1]) == .unavailable)
    }

    @Test("An unpaired device reports nothing, and a revocation succeeds")
    func unpaired() async {
        let tokens = TestPhone().bellhop.activityTokens
        #expect(await tokens.report([1], of: "s") == .unavailable)
        #expect(await tokens.reportStart([1]) == .unavailable)
        #expect(await tokens.revoke([1], of: "s") == .taken)
        #expect(await tokens.reportStart(nil) == .taken)
    }

    @Test("After a key was revoked no further reports are sent")
    func revoked() async throws {
        let phone = try await TestPhone.paired()
        await phone.server.revokeKeys()
        #expect(await phone.bellhop.activityTokens.reportStart([1]) == .unavailable)
        #expect(await phone.bellhop.activityTokens.report([1], of: "s") == .unavailable)
        #expect(await phone.server.served.count { $0.status == 401 } == 1)
    }

    @Test("LiveActivitySync reports the system's tokens to the server")
    func sync() async throws {
        let phone = try await TestPhone.paired()
        await phone.server.add(Self.session)
        let port = FakeActivities()
        port.put("a", of: "run 1/a", token: [0xAA, 1])
        port.setStartToken([0x5E, 1])
        let keeper = LiveActivitySync(
            port: port, server: phone.bellhop.activityTokens, journal: phone.journal, digesting: FakeDigest(),
            clock: phone.clock, randomness: FixedRandomness())
        await keeper.foreground()
        #expect(await phone.server.activityTokens["run 1/a"]?.text == "aa01")
        #expect(await phone.server.startToken?.text == "5e01")
    }
}

@Suite("Updates of Live Activities")
struct ActivityUpdateTests {
    private let bench = LiveActivitySyncTests.Bench()

    /// Passes `updates` to the Live Activity of the session.
    private func learn(_ updates: BellhopUpdate...) async {
        bench.port.put("a", of: "session-1", token: [1])
        let keeper = bench.keeper()
        await keeper.foreground()
        let stream = AsyncStream { continuation in
            for update in updates { continuation.yield(update) }
            continuation.finish()
        }
        await keeper.follow(stream)
    }

    /// The ask whose buttons the activity shows.
    private var shownAsk: String? { bench.port.content(of: "a")?.state.ask?.id }

    private var session: AgentSession { bench.session(.waiting, "session-1") }

    @Test(
        "Changes of a session are shown with its pending ask, in either order", arguments: [true, false])
    func asks(sessionFirst: Bool) async {
        let ask = Fixture.ask()
        let pending = BellhopUpdate.pending([ask], answering: [:])
        if sessionFirst {
            await learn(.session(session), pending)
        } else {
            await learn(pending, .session(session))
        }
        #expect(shownAsk == ask.id.description)
    }

    @Test("An ask that was answered here or ended elsewhere loses its buttons", arguments: [true, false])
    func ended(here: Bool) async {
        let ask = Fixture.ask()
        let end = BellhopUpdate.pending(here ? [ask] : [], answering: here ? [ask.id: .approve] : [:])
        await learn(.session(session), .pending([ask], answering: [:]), end)
        #expect(bench.port.content(of: "a") != nil && shownAsk == nil)
        await learn(end, .session(session))
        #expect(shownAsk == nil)
    }

    @Test("Signing out ends every activity")
    func signedOut() async {
        await learn(.session(session), .registration(.leaving))
        #expect(bench.port.calls.last?.hasPrefix("end a") == true, "\(bench.port.calls)")
    }
}
