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

/// A hook process that its agent ends. Without a warning, later hooks must clean up after it.
@Suite("A hook that is killed or stopped", .serialized, .timeLimit(.minutes(10)))
struct KilledHookTests {
    @Test(
        "The ask of a killed hook is withdrawn by the next event of its prompt or turn",
        arguments: ["PostToolUse", "Stop"])
    func killed(_ event: String) async throws {
        try await RunningBellhop.run { bellhop in
            let scene = HookFixture(bellhop: bellhop, agent: .claude)
            let hook = HookProcess(
                arguments: ["claude", "--wait", "60"],
                environment: HookProcess.environment(bellhop.url, bellhop.keys.agent, bellhop.folder))
            let ending = try await hook.run(scene.event("PermissionRequest", HookFixture.bash)) { process in
                _ = await bellhop.phone.screen { $0.notifications.contains { $0.payload.askID != nil } }
                // The phone may show the ask before the hook has its id and records it.
                try await until {
                    let files = try FileManager.default.subpathsOfDirectory(atPath: bellhop.folder.path)
                    return files.contains { $0.contains("/asked-") }
                }
                kill(process, SIGKILL)
            }
            #expect(ending.output.isEmpty)
            let left = try #require(try await bellhop.agent.call(API.listAsks, query: ["state": "pending"]).items.first)
            _ = try await hook.run(scene.event(event, HookFixture.bash))
            let ended = try await bellhop.agent.getAsk(left.id)
            #expect(ended.resolution?.reason == .answeredInTerminal)
            let cleared = await bellhop.phone.screen { $0.notifications.allSatisfy { $0.payload.askID != left.id } }
            #expect(cleared != nil)
        }
    }

    @Test(
        "A hook stopped by a signal withdraws its ask and prints nothing; a gate denies",
        arguments: [SIGTERM, SIGINT, SIGHUP], [false, true])
    func stopped(_ signal: Int32, _ isGate: Bool) async throws {
        try await RunningBellhop.run { bellhop in
            let scene = HookFixture(bellhop: bellhop, agent: .claude)
            let hook = HookProcess(
                arguments: ["claude", "--wait", "60"] + (isGate ? ["--gate"] : []),
                environment: HookProcess.environment(bellhop.url, bellhop.keys.agent, bellhop.folder))
            let event = try scene.event(isGate ? "PreToolUse" : "PermissionRequest", HookFixture.bash)
            let ending = try await hook.run(event) { process in
                _ = await bellhop.phone.screen { $0.notifications.contains { $0.payload.askID != nil } }
                kill(process, signal)
            }
            let output = String(decoding: ending.output, as: UTF8.self)
            #expect(ending.exitCode == 0 && ending.errors.contains("stopped by a signal"))
            #expect(isGate ? output.contains(#""permissionDecision":"deny""#) : output.isEmpty)
            let ask = try #require(try await bellhop.agent.call(API.listAsks).items.first)
            #expect(ask.resolution?.reason == .agentEnded)
        }
    }
}
