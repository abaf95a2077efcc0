import BellhopAgents
import BellhopClient
import BellhopKit
import BellhopModel
import BellhopServer
import BellhopSimulators
import BellhopTerminal
import Foundation
import Synchronization
import Testing

@testable import BellhopCLI
@testable import BellhopHook
@testable import BellhopTerminal

/// A hook that is set up twice runs twice for each prompt, at the same moment.
@Suite("Hooks that run for one prompt share its ask", .serialized, .timeLimit(.minutes(10)))
struct SharedAskTests {
    /// Two hooks ask the same at once; the phone approves when both have asked.
    ///
    /// - Returns: the asks that there are from then on.
    private static func askTwice(_ scene: HookScene) async throws -> [Ask] {
        let input = try scene.event("PermissionRequest", HookScene.bash)
        let (asks, accepted) = AsyncStream<Ask>.makeStream()
        try await withThrowingTaskGroup(of: HookReply.self) { group in
            for _ in 0..<2 { group.addTask { await scene.run { accepted.yield($0) }.run(input) } }
            var asked: [AskID] = []
            for await ask in asks {
                asked.append(ask.id)
                if asked.count == 2 { break }
            }
            #expect(Set(asked).count == 1)
            let id = try #require(asked.first)
            _ = await scene.bellhop.phone.screen { $0.notifications.contains { $0.payload.askID == id } }
            #expect(await scene.bellhop.phone.answer(id, .approve) != nil)
            for try await reply in group {
                #expect(String(decoding: reply.standardOutput, as: UTF8.self).contains(#""behavior":"allow""#))
            }
        }
        return try await scene.bellhop.agent.listAsks()
    }

    @Test(
        "Two hooks make one ask, an equal prompt later in the turn makes another, and no two have one digest",
        arguments: [true, false])
    func twice(_ meets: Bool) async throws {
        try await RunningBellhop.run { bellhop in
            let scene = HookScene(bellhop: bellhop, agent: .claude)
            // A file stands where the folder should, in which they meet.
            if !meets { try Data().write(to: scene.state.url) }
            let first = try await Self.askTwice(scene)
            #expect(first.count == 1)
            let asks = try await Self.askTwice(scene)
            #expect(asks.count == 2 && Set(asks.map(\.request.input)).count == 1)
            #expect(Set(asks.map(\.request.inputDigest)).count == 2)
            #expect(asks.allSatisfy { $0.state == .approved && $0.request.nonce.map(AskNonce.isValid) == true })
        }
    }

    @Test(
        "A hook that runs again in the place of a killed one joins its ask, and makes a new one when that has ended",
        arguments: [false, true])
    func killed(_ hasEnded: Bool) async throws {
        try await RunningBellhop.run { bellhop in
            let scene = HookScene(bellhop: bellhop, agent: .claude)
            let environment = HookProcess.environment(bellhop.url, bellhop.keys.agent, bellhop.folder)
            let input = try scene.event("PermissionRequest", HookScene.bash)
            let hook = HookProcess(arguments: ["claude", "--wait", "60"], environment: environment)
            _ = try await hook.run(input) { process in
                _ = await bellhop.phone.screen { $0.notifications.contains { $0.payload.askID != nil } }
                kill(process, SIGKILL)
            }
            let left = try #require(try await bellhop.agent.listAsks().first)
            if hasEnded { _ = try await bellhop.agent.withdrawAsk(left.id, reason: .agentEnded) }
            let joined = Mutex<Ask?>(nil)
            var again = HookRun(
                agent: .claude, client: bellhop.agent, trusted: [:], wait: .seconds(60), notifyOnly: false,
                host: HostName.current, state: StateFolder(environment: environment))
            again.onAccepted = { ask in
                joined.withLock { $0 = ask }
                _ = await bellhop.phone.answer(ask.id, .approve)
            }
            let reply = await again.run(input)
            #expect(String(decoding: reply.standardOutput, as: UTF8.self).contains(#""behavior":"allow""#))
            let ask = try #require(joined.withLock { $0 })
            #expect((ask.id == left.id) == !hasEnded)
            #expect((ask.request == left.request) == !hasEnded)
            #expect(ask.request.input == left.request.input)
        }
    }
}
