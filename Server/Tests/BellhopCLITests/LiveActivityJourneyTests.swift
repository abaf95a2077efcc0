import BellhopClient
import BellhopCore
import BellhopKit
import BellhopModel
import BellhopSimulators
import BellhopStore
import BellhopTestSupport
import Testing

@testable import BellhopCLI

/// A session on the lock screen in one process: the real server and SQLite, HTTP/2 and TLS to a simulated APNs, and a
/// phone on the real BellhopKit.
@Suite("A session is shown on the lock screen", .serialized, .timeLimit(.minutes(10)))
struct LiveActivityJourneyTests {
    @Test("A Live Activity starts by push without the app, shows the pending ask, and ends with the session")
    func journey() async throws {
        try await Self.run { phone, agent in
            await phone.kill()
            try await agent.call(
                API.startSession,
                body: SessionRequest(id: "run-1", title: "Fix the build", origin: Origin(project: "shop")))
            let begun = try #require(await phone.screen { !$0.activities.isEmpty }?.activities.first)
            #expect(begun.attributes.title == "Fix the build")
            #expect(begun.attributes.project == "shop")
            #expect(begun.state.status == .processing)
            try await until { try await agent.call(API.getSession, "run-1").liveActivities.first?.phase == .live }

            let ask = try await agent.createAsk(
                AskRequest(
                    content: .init(title: "Run tests?", body: "npm test", input: "", inputDigest: Self.digestOfNothing),
                    sessionID: "run-1", expiresIn: 600))
            let waiting = await phone.screen { $0.activities.first?.state.ask != nil }
            #expect(waiting?.activities.first?.state.ask?.askID == ask.ask.id)
            try await agent.withdrawAsk(ask.ask.id, reason: .answeredInTerminal)
            let goingOn = await phone.screen { $0.activities.first?.state.status == .processing }
            #expect(goingOn?.activities.first?.state.ask == nil)

            try await agent.call(API.updateSession, "run-1", body: SessionUpdate(status: .completed, operation: "Done"))
            let over = await phone.screen { $0.activities.first?.phase.isLive == false }
            #expect(over?.activities.first?.state.status == .completed)
            #expect(over?.activities.first?.state.currentOperation == "Done")
            #expect(over?.activities.count == 1)
            #expect(over?.ignoredActivityPushes == [])
            try await until { try await agent.call(API.getSession, "run-1").liveActivities.first?.phase == .ended }
        }
    }

    @Test("A dismissed Live Activity is not updated any more")
    func dismissed() async throws {
        try await Self.run { phone, agent in
            try await agent.call(API.startSession, body: SessionRequest(id: "run-1", title: "Fix the build"))
            let activity = try #require(await phone.screen { !$0.activities.isEmpty }?.activities.first)
            try await until { try await agent.call(API.getSession, "run-1").liveActivities.first?.phase == .live }
            await phone.dismiss(activity)
            try await until { try await agent.call(API.getSession, "run-1").liveActivities.first?.phase == .ended }
            try await agent.call(API.updateSession, "run-1", body: SessionUpdate(status: .waiting))
            try await agent.call(API.startSession, body: SessionRequest(id: "run-2", title: "Another"))
            let screen = await phone.screen { $0.activities.count == 2 }
            #expect(screen?.activities.first?.state.status == .processing)
            #expect(screen?.activities.first?.phase == .dismissed)
        }
    }

    /// The SHA-256 of no bytes.
    private static let digestOfNothing = "e3b0c44298fc1c149afbf4c8996fb92427ae41e4649b934ca495991b7852b855"

    /// Runs `body` with a paired phone whose push-to-start token the server has.
    private static func run(
        _ body: @Sendable @escaping (SimulatedPhone, _ agent: BellhopClient) async throws -> Void
    ) async throws {
        try await RunningBellhop.run(configure: { $0.allowsLiveActivities = true }) { bellhop in
            let device = try #require(try await bellhop.store.devices(of: FirstKeys.owner).first)
            try await until { try await bellhop.store.startToken(of: device.id) != nil }
            try await body(bellhop.phone, bellhop.agent)
        }
    }
}
