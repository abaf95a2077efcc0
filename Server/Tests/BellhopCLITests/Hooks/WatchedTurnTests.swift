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

@Suite("A turn that ends without an event", .serialized, .timeLimit(.minutes(10)))
struct TurnMonitorTests {
    /// How a turn ends.
    enum End: CaseIterable, Sendable { case interruption, death, otherProcess, event, nextTurn, sessionEnd }

    @Test("The server hears of it where the agent tells nobody, and of nothing else", arguments: End.allCases)
    func ends(_ end: End) async throws {
        try await RunningBellhop.run { bellhop in
            let scene = HookFixture(bellhop: bellhop, agent: .claude)
            let input = try scene.event("UserPromptSubmit", ["prompt": "Go"])
            var run = scene.run()
            run.key = "turn-1"
            let begins = Flag()
            run.onTurn = { begins.set() }
            _ = await run.run(input)
            #expect(begins.isSet)
            let turn = try #require(WatchedTurn("turn-1,7,100"))
            let agent = Mutex<RunningProcess?>(RunningProcess(parent: 1, name: "claude", began: 100))
            async let watched: Void = run.watch(over: turn, of: input) { _ in agent.withLock { $0 } }
            let line =
                #"{"type":"user","message":{"content":[{"type":"text","text":"[Request interrupted by user]"}]}}"#
            switch end {
            case .interruption:
                // Also when the watch begins late: it looks at what is added from then on.
                try await until {
                    let former = (try? Data(contentsOf: scene.transcript)) ?? Data()
                    try (former + Data("\(line)\n".utf8)).write(to: scene.transcript)
                    return try await bellhop.agent.call(API.listSessions).items.first?.status == .completed
                }
            case .death: agent.withLock { $0 = nil }
            case .otherProcess: agent.withLock { $0?.began = 200 }
            case .event: try await scene.happens("Stop")
            case .nextTurn:
                var next = scene.run()
                next.key = "turn-2"
                _ = await next.run(input)
            case .sessionEnd: try await scene.happens("SessionEnd")
            }
            await watched
            let session = try #require(try await bellhop.agent.call(API.listSessions).items.first)
            #expect(session.status == (end == .nextTurn ? .running : .completed))
            let words: [End: String] = [
                .interruption: "Interrupted", .death: "Its process has ended", .otherProcess: "Its process has ended",
            ]
            #expect(session.operation == words[end])
        }
    }

    @Test("What phones show of the turn goes with it")
    func prompts() async throws {
        try await RunningBellhop.run { bellhop in
            let scene = HookFixture(bellhop: bellhop, agent: .claude)
            let input = try scene.event("UserPromptSubmit", ["prompt": "Go"])
            var run = scene.run()
            run.key = "turn-1"
            _ = await run.run(input)
            let watching = run
            let (reply, ask) = try await scene.asks { _ in
                await watching.watch(over: WatchedTurn(key: "turn-1", agent: 7, began: 1), of: input) { _ in nil }
            }
            #expect(reply.standardOutput.isEmpty)
            #expect(ask.state == .withdrawn)
        }
    }

    @Test(
        "A denial counts as applied only where the agent went by it, and not by the terminal's yes before",
        arguments: [true, false])
    func denial(_ isApplied: Bool) async throws {
        try await RunningBellhop.run { bellhop in
            let scene = HookFixture(bellhop: bellhop, agent: .claude)
            let input = try scene.event("UserPromptSubmit", ["prompt": "Go"])
            var run = scene.run()
            run.key = "turn-1"
            _ = await run.run(input)
            async let watched: Void = run.watch(over: WatchedTurn(key: "turn-1", agent: 7, began: 1), of: input) { _ in
                RunningProcess(parent: 1, name: "claude", began: 1)
            }
            try await scene.happens("PreToolUse", HookFixture.bash(use: "toolu_1"))
            let asked = Mutex<AskID?>(nil)
            let asking = scene.run { ask in
                asked.withLock { $0 = ask.id }
                _ = await bellhop.phone.answer(ask.id, .deny(message: "Use pnpm"))
            }
            let prompt = try scene.event("PermissionRequest", HookFixture.bash)
            var ending = await InterruptibleHook(run: asking).run(prompt, in: nil)
            ending.deliver(to: Audience(isHeard: { true }), in: nil) { _ in true }
            await ending.report(to: bellhop.agent)
            let id = try #require(asked.withLock { $0 })
            #expect(try await bellhop.agent.getAsk(id).appliedAt == nil)
            let result = isApplied ? #""is_error":true,"content":"Use pnpm""# : #""is_error":false,"content":"ok""#
            let line =
                #"{"message":{"content":[{"type":"tool_result","tool_use_id":"toolu_1",\#(result)}]}}"# + "\n"
            let desk = try #require(Desk(of: HookInput(input, from: .claude), in: scene.state))
            // Until the watch has seen it: it looks at what is added from its beginning on.
            try await until {
                let former = (try? Data(contentsOf: scene.transcript)) ?? Data()
                try (former + Data(line.utf8)).write(to: scene.transcript)
                return desk.denials.isEmpty
            }
            try await scene.happens("Stop")
            await watched
            #expect((try await bellhop.agent.getAsk(id).appliedAt != nil) == isApplied)
        }
    }

    @Test("A turn goes as one argument")
    func text() {
        let turn = WatchedTurn(key: "abc", agent: 12, began: 34)
        #expect(WatchedTurn(turn.text) == turn)
        for text in ["", "a", "a,b,c", ",1,2", "a,1", "a,1,2,3"] { #expect(WatchedTurn(text) == nil) }
    }
}
