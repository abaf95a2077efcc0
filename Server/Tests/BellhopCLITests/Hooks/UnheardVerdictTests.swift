import BellhopAgents
import BellhopClient
import BellhopKit
import BellhopModel
import BellhopServer
import BellhopSimulators
import BellhopTestSupport
import Foundation
import Synchronization
import Testing

@testable import BellhopCLI
@testable import BellhopHook

@Suite("An answer that reaches nobody", .serialized, .timeLimit(.minutes(10)))
struct UndeliveredReplyTests {
    enum Failure: CaseIterable, Sendable {
        case none, endsBefore, stopsReading, endsMeanwhile, writeFails
    }

    @Test(
        "It is not said to an agent that has ended, nor told as applied when it could not be; a gate says no",
        arguments: [Agent.claude, .gemini], Failure.allCases)
    func unheard(_ agent: Agent, _ failure: Failure) async throws {
        try await RunningBellhop.run { bellhop in
            let scene = HookFixture(bellhop: bellhop, agent: agent)
            let (isGone, isDeaf) = (Flag(), Flag())
            let asked = Mutex<AskID?>(nil)
            var run = scene.run { ask in
                asked.withLock { $0 = ask.id }
                _ = await bellhop.phone.answer(ask.id, .approve)
                if failure == .endsBefore { isGone.set() }
                if failure == .stopsReading { isDeaf.set() }
            }
            run.audience = Audience(
                agent: AgentProcess(of: 9) {
                    $0 == 9 ? RunningProcess(parent: isGone.isSet ? 1 : 7, name: "hook") : nil
                },
                isHeard: { !isDeaf.isSet })
            let input = try scene.event(
                agent.isGate ? "BeforeTool" : "PermissionRequest", agent.isGate ? Self.shell : HookFixture.bash)
            let dialect = ReplyDialect(decidedBy: input, of: agent, isGate: false)
            var ending = await InterruptibleHook(run: run).run(input, in: dialect)
            var said = ""
            ending.deliver(to: run.audience, in: dialect) { reply in
                said = String(decoding: reply.standardOutput, as: UTF8.self)
                if failure == .endsMeanwhile { isGone.set() }
                return failure != .writeFails
            }
            await ending.report(to: bellhop.agent)
            let isUnsaid = failure == .endsBefore || failure == .stopsReading
            #expect(said.contains("allow") != isUnsaid)
            #expect(said.contains("deny") == (isUnsaid && agent.isGate))
            if isUnsaid { #expect(ending.reply.remark == "the agent has ended") }
            let ask = try await bellhop.agent.getAsk(try #require(asked.withLock { $0 }))
            #expect(ask.state == .approved)
            #expect((ask.appliedAt != nil) == (failure == .none))
        }
    }

    private static let shell: [String: JSONValue] = [
        "tool_name": "run_shell_command", "tool_input": ["command": "ls"],
    ]
}
