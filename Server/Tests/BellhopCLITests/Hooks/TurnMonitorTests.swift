import BellhopAgents
import BellhopClient
import BellhopModel
import BellhopSimulators
import BellhopTestSupport
import Foundation
import Synchronization
import Testing

@testable import BellhopCLI
@testable import BellhopHook

@Suite("Turns that end without an event", .serialized, .timeLimit(.minutes(10)))
struct TurnMonitorTests {
    /// The end of a turn.
    enum End: CaseIterable, Sendable { case interruption, death, otherProcess, event, nextTurn, sessionEnd }

    @Test("The monitor reports the end of a turn that no event reports", arguments: End.allCases)
    func ends(_ end: End) async throws {
        try await RunningBellhop.run { bellhop in
            let fixture = HookFixture(bellhop: bellhop, agent: .claude)
            let input = try fixture.event("UserPromptSubmit", ["prompt": "Go"])
            var run = fixture.run()
            run.runID = "turn-1"
            #expect(await run.result(of: input).facts.beginsTurn)
            let turn = try #require(TurnMonitor(argument: "turn-1,7,100"))
            let agent = Mutex<RunningProcess?>(RunningProcess(parent: 1, name: "claude", began: 100))
            async let watched: Void = run.watch(turn, of: input) { _ in agent.withLock { $0 } }
            let line =
                #"{"type":"user","message":{"content":[{"type":"text","text":"[Request interrupted by user]"}]}}"#
            switch end {
            case .interruption:
                // Written repeatedly, because the monitor reads only lines appended after its start.
                try await until {
                    let former = (try? Data(contentsOf: fixture.transcript)) ?? Data()
                    try (former + Data("\(line)\n".utf8)).write(to: fixture.transcript)
                    return try await bellhop.agent.call(API.listSessions).items.first?.status == .completed
                }
            case .death: agent.withLock { $0 = nil }
            case .otherProcess: agent.withLock { $0?.began = 200 }
            case .event: try await fixture.send("Stop")
            case .nextTurn:
                var next = fixture.run()
                next.runID = "turn-2"
                _ = await next.run(input)
            case .sessionEnd: try await fixture.send("SessionEnd")
            }
            try await watched
            let session = try #require(try await bellhop.agent.call(API.listSessions).items.first)
            #expect(session.status == (end == .nextTurn ? .running : .completed))
            let words: [End: String] = [
                .interruption: "Interrupted", .death: "Its process has ended", .otherProcess: "Its process has ended",
            ]
            #expect(session.operation == words[end])
        }
    }

    @Test("The end of a turn withdraws its prompts from phones")
    func prompts() async throws {
        try await RunningBellhop.run { bellhop in
            let fixture = HookFixture(bellhop: bellhop, agent: .claude)
            let input = try fixture.event("UserPromptSubmit", ["prompt": "Go"])
            var run = fixture.run()
            run.runID = "turn-1"
            _ = await run.run(input)
            let watching = run
            let (reply, ask) = try await fixture.asks { _ in
                try? await watching.watch(TurnMonitor(turn: "turn-1", agent: 7, began: 1), of: input) { _ in nil }
            }
            #expect(reply.standardOutput.isEmpty)
            #expect(ask.state == .withdrawn)
        }
    }

    @Test(
        "A denial is reported as applied only when the agent applied it, not after a yes in the terminal",
        arguments: [true, false], [true, false])
    func denial(_ isApplied: Bool, _ isWrittenLate: Bool) async throws {
        try await RunningBellhop.run { bellhop in
            let fixture = HookFixture(bellhop: bellhop, agent: .claude)
            let input = try fixture.event("UserPromptSubmit", ["prompt": "Go"])
            var run = fixture.run()
            run.runID = "turn-1"
            _ = await run.run(input)
            async let watched: Void = run.watch(TurnMonitor(turn: "turn-1", agent: 7, began: 1), of: input) { _ in
                RunningProcess(parent: 1, name: "claude", began: 1)
            }
            try await fixture.send("PreToolUse", HookFixture.bash(use: "toolu_1"))
            let asked = Mutex<AskID?>(nil)
            let asking = fixture.run { ask in
                asked.withLock { $0 = ask.id }
                _ = await bellhop.phone.answer(ask.id, .deny(message: "Use pnpm"))
            }
            let prompt = try fixture.event("PermissionRequest", HookFixture.bash)
            var ending = await asking.result(of: prompt)
            ending.deliver(to: AgentConnection(isOutputRead: { true }), in: nil) { _ in true }
            await ending.report(to: bellhop.agent)
            let id = try #require(asked.withLock { $0 })
            #expect(try await bellhop.agent.getAsk(id).appliedAt == nil)
            let result = isApplied ? #""is_error":true,"content":"Use pnpm""# : #""is_error":false,"content":"ok""#
            let line =
                #"{"message":{"content":[{"type":"tool_result","tool_use_id":"toolu_1",\#(result)}]}}"# + "\n"
            let session = try #require(HookSessionState(of: HookInput(input, from: .claude), in: fixture.state))
            // Claude Code may write the result after the event of the turn's end.
            if isWrittenLate { try await fixture.send("Stop") }
            // Written repeatedly, because the monitor reads only lines appended after its start.
            try await until {
                let former = (try? Data(contentsOf: fixture.transcript)) ?? Data()
                try (former + Data(line.utf8)).write(to: fixture.transcript)
                return session.unconfirmedDenials.isEmpty
            }
            if !isWrittenLate { try await fixture.send("Stop") }
            try await watched
            #expect((try await bellhop.agent.getAsk(id).appliedAt != nil) == isApplied)
        }
    }

    @Test("A monitor is encoded as one argument")
    func text() {
        let turn = TurnMonitor(turn: "abc", agent: 12, began: 34)
        #expect(TurnMonitor(argument: turn.argument) == turn)
        for text in ["", "a", "a,b,c", ",1,2", "a,1", "a,1,2,3"] { #expect(TurnMonitor(argument: text) == nil) }
    }
}
