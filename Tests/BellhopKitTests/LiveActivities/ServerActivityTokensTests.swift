import BellhopModel
import BellhopTesting
import Testing

@testable import BellhopKit

@Suite("What the server is told of Live Activities")
struct ServerActivityTokensTests {
    private static let session = AgentSession(
        id: "run 1/a", userID: Fixture.user, title: "Fix login", startedAt: Fixture.start, updatedAt: Fixture.start)

    @Test("Tokens are reported and taken back, each on its route")
    func tokens() async throws {
        let phone = try await TestPhone.paired()
        await phone.server.add(Self.session)
        let tokens = phone.bellhop.activityTokens
        #expect(await tokens.report([0xAA, 1], of: "run 1/a") == .taken)
        #expect(await phone.server.activityTokens == ["run 1/a": try #require(DeviceToken("aa01"))])
        #expect(await tokens.report([0xAA, 2], of: "run 1/a") == .taken)
        #expect(await tokens.takeBack([0xAA, 1], of: "run 1/a") == .taken)
        #expect(await phone.server.activityTokens == ["run 1/a": try #require(DeviceToken("aa02"))])
        #expect(await tokens.takeBack(nil, of: "run 1/a") == .taken)
        #expect(await phone.server.activityTokens.isEmpty)
        #expect(await tokens.reportStart([0x5E, 1]) == .taken)
        #expect(await phone.server.startToken?.text == "5e01")
        #expect(await tokens.reportStart(nil) == .taken)
        #expect(await phone.server.startToken == nil)
    }

    @Test("A session that is not there is refused; a server that is away is told later")
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

    @Test("Before pairing there is nobody to tell, and nothing to take back")
    func unpaired() async {
        let tokens = TestPhone().bellhop.activityTokens
        #expect(await tokens.report([1], of: "s") == .unavailable)
        #expect(await tokens.reportStart([1]) == .unavailable)
        #expect(await tokens.takeBack([1], of: "s") == .taken)
        #expect(await tokens.reportStart(nil) == .taken)
    }

    @Test("A key that was revoked is noticed")
    func revoked() async throws {
        let phone = try await TestPhone.paired()
        await phone.server.revokeKeys()
        #expect(await phone.bellhop.activityTokens.reportStart([1]) == .unavailable)
        #expect(await phone.bellhop.activityTokens.report([1], of: "s") == .unavailable)
        #expect(await phone.server.served.count { $0.status == 401 } == 1)
    }

    @Test("The keeper tells the server what the system has")
    func keeper() async throws {
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
