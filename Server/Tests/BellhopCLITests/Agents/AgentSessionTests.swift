import BellhopAgents
import BellhopClient
import BellhopCore
import BellhopKit
import BellhopModel
import BellhopSimulators
import BellhopTestSupport
import Foundation
import Testing

@testable import BellhopCLI

/// A complete session of each agent: its hooks are processes, and server and phone are real.
@Suite("A session of each agent with approvals", .serialized, .timeLimit(.minutes(10)))
struct AgentSessionTests {
    @Test(
        "An approved call runs, a denied call does not and gets the reason, and the phone is cleared at the end",
        arguments: Agent.allCases)
    func session(_ agent: Agent) async throws {
        try await RunningBellhop.run { bellhop in
            let mock = MockAgent(
                agent: agent, environment: HookProcess.environment(bellhop.url, bellhop.keys.agent, bellhop.folder))
            try await mock.begins()
            async let first = mock.verdict(on: "npm test", use: "use-1")
            let shown = try #require(await Self.ask(on: bellhop.phone))
            #expect(shown.payload.aps.alert?.body?.contains("npm test") == true)
            _ = await bellhop.phone.answer(try #require(shown.payload.askID), .approve)
            #expect(try await first == .runs)
            try await mock.ran("npm test", use: "use-1")

            async let second = mock.verdict(on: "git push --force", use: "use-2")
            let dangerous = try #require(await Self.ask(on: bellhop.phone))
            #expect(dangerous.payload.aps.alert?.body?.contains("force push") == true)
            _ = await bellhop.phone.answer(try #require(dangerous.payload.askID), .deny(message: "Open a pull request"))
            #expect(try await second == .refused("Open a pull request"))

            try await mock.ends(saying: "Done.")
            let end = await bellhop.phone.screen { screen in
                screen.notifications.contains { $0.payload.aps.category == .taskComplete }
                    && screen.notifications.allSatisfy { $0.payload.askID == nil }
            }
            #expect(end != nil)
            #expect(try await bellhop.agent.call(API.getSession, "s-1").session.status == .completed)
        }
    }

    @Test(
        "Without a server each agent works as without Bellhop, and a gate denies",
        arguments: Agent.allCases)
    func serverGone(_ agent: Agent) async throws {
        let folder = try TemporaryFolder()
        defer { folder.remove() }
        let closed = try ClosedPort()
        let mock = MockAgent(
            agent: agent, environment: HookProcess.environment(closed.url, Secret("bh_agent_none"), folder.url))
        try await mock.begins()
        let verdict = try await mock.verdict(on: "npm test", use: "use-1")
        if agent.isGate {
            guard case .refused(let why) = verdict else {
                Issue.record("\(verdict)")
                return
            }
            #expect(why.hasPrefix("Not approved: "))
        } else {
            #expect(verdict == .prompt)
        }
        try await mock.ends(saying: "Done.")
    }

    @Test(
        "A misconfigured hook allows nothing",
        arguments: [["gemini", "--wait", "soon"], ["claude", "--gate", "--later"], ["gemini", "--gate", "x", "y"]])
    func misuse(_ arguments: [String]) async throws {
        let folder = try TemporaryFolder()
        defer { folder.remove() }
        let closed = try ClosedPort()
        let ending = try await HookProcess(
            arguments: arguments,
            environment: HookProcess.environment(closed.url, Secret("bh_agent_none"), folder.url)
        ).run(Array("{}".utf8))
        #expect(ending.output.isEmpty && ending.exitCode == 2 && !ending.errors.isEmpty)
    }

    private static func ask(on phone: SimulatedPhone) async -> DeliveredNotification? {
        await phone.screen { $0.notifications.contains { $0.payload.askID != nil } }?.notifications
            .first { $0.payload.askID != nil }
    }
}
