import BellhopAgents
import BellhopClient
import BellhopKit
import BellhopModel
import BellhopServer
import BellhopSimulators
import Crypto
import Foundation
import Synchronization
import Testing

import struct BellhopClient.ServerAddress

@testable import BellhopCLI
@testable import BellhopHook
@testable import BellhopTerminal

/// The terminal's own prompt is answered while the phone shows the ask.
@Suite("The terminal answers first", .serialized, .timeLimit(.minutes(10)))
struct TerminalAnswerTests {
    /// An event that follows an answer at the desk.
    struct Later: CustomTestStringConvertible, Sendable {
        var event: String
        var fields: [String: JSONValue] = [:]
        var testDescription: String { "\(event) \(fields["agent_id"].map { "\($0)" } ?? "")" }
    }

    static let laters = [
        Later(event: "PostToolUse", fields: HookFixture.bash(use: "toolu_1")),
        Later(event: "PostToolUseFailure", fields: HookFixture.bash(use: "toolu_1")),
        Later(event: "PermissionDenied", fields: HookFixture.bash(use: "toolu_1")),
        // Without the name of the use, what it does is enough.
        Later(event: "PostToolUse", fields: HookFixture.bash),
        Later(event: "Stop"), Later(event: "StopFailure", fields: ["error": "unknown"]),
        Later(event: "UserPromptSubmit", fields: ["prompt": "No, use pnpm"]),
        Later(event: "SessionEnd", fields: ["reason": "other"]),
    ]

    @Test(
        "A later event of the session withdraws the ask everywhere, and a late tap changes nothing", arguments: laters)
    func laterEvent(_ later: Later) async throws {
        try await RunningBellhop.run(phones: ["iPhone", "iPad"]) { bellhop in
            let scene = HookFixture(bellhop: bellhop, agent: .claude)
            try await scene.happens("PreToolUse", HookFixture.bash(use: "toolu_1"))
            let (reply, ask) = try await scene.asks { _ in try await scene.happens(later.event, later.fields) }
            #expect(reply == .silence("answered in the terminal"))
            try await Self.expectOver(ask, bellhop)
        }
    }

    @Test("The tool's result in the transcript withdraws the ask")
    func transcript() async throws {
        try await RunningBellhop.run { bellhop in
            let scene = HookFixture(bellhop: bellhop, agent: .claude)
            try Data(#"{"type":"user","message":{"content":"hi"}}"#.utf8).write(to: scene.transcript)
            // The hook of PreToolUse runs beside that of the prompt, and may come last.
            let (reply, ask) = try await scene.asks { _ in
                try await scene.happens("PreToolUse", HookFixture.bash(use: "toolu_1"))
                let file = try FileHandle(forWritingTo: scene.transcript)
                try file.seekToEnd()
                try file.write(
                    contentsOf: Data(
                        "\n{\"message\":{\"content\":[{\"type\":\"tool_result\",\"tool_use_id\":\"toolu_1\"}]}}\n".utf8)
                )
                try file.close()
            }
            #expect(reply == .silence("answered in the terminal"))
            try await Self.expectOver(ask, bellhop)
        }
    }

    @Test("An agent that is gone, or listens no more, needs no answer", arguments: [false, true], [false, true])
    func agentGone(_ isKilled: Bool, _ isGate: Bool) async throws {
        try await RunningBellhop.run { bellhop in
            let scene = HookFixture(bellhop: bellhop, agent: .claude)
            let ask = try await bellhop.agent.createAsk(.approval("npm test")).ask
            let call = ToolCall(id: nil, subagent: nil, fingerprint: "f")
            let desk = try #require(
                Desk(of: HookInput(scene.event("PermissionRequest"), from: .claude), in: scene.state))
            desk.open(ask.id, about: call)
            let looks = Mutex(0)
            let parent: @Sendable () -> Int32 = { isKilled && looks.withLock { $0 > 2 } ? 1 : 7 }
            let watch = DeskWatch(
                call: call, transcripts: [],
                audience: Audience(
                    agent: AgentProcess(of: 9) { $0 == 9 ? RunningProcess(parent: parent(), name: "hook") : nil },
                    isHeard: {
                        looks.withLock { $0 += 1 }
                        return isKilled || looks.withLock { $0 < 3 }
                    }))
            let at = Timestamp(seconds: 1_800_000_000)
            let time = ClientTime(now: { at }, sleep: { _ in })
            #expect(try await watch.answered(ask.id, on: isGate ? nil : desk, pausing: time) == .agentEnded)
        }
    }

    static let unrelated = [
        Later(event: "PostToolUse", fields: HookFixture.bash(use: "toolu_2")),
        Later(event: "PostToolUse", fields: ["tool_name": "Bash", "tool_input": ["command": "ls"]]),
        Later(event: "PostToolUse", fields: HookFixture.bash(use: "toolu_3", subagent: "a-1")),
        Later(event: "SubagentStop", fields: ["agent_id": "a-1"]),
        Later(event: "SubagentStop"),
        Later(event: "PreToolUse", fields: HookFixture.bash(use: "toolu_4")),
        Later(event: "Notification", fields: ["notification_type": "permission_prompt", "message": "x"]),
    ]

    @Test("What says nothing of this prompt leaves it open, and the phone's answer counts")
    func unrelatedEvents() async throws {
        try await RunningBellhop.run { bellhop in
            let scene = HookFixture(bellhop: bellhop, agent: .claude)
            try await scene.happens("PreToolUse", HookFixture.bash(use: "toolu_1"))
            let (reply, ask) = try await scene.asks("PermissionRequest", HookFixture.bash(use: "toolu_1")) { ask in
                for event in Self.unrelated { try await scene.happens(event.event, event.fields) }
                var other = scene
                other.session = "s-2"
                try await other.happens("Stop")
                #expect(await bellhop.phone.answer(ask.id, .approve) != nil)
            }
            #expect(String(decoding: reply.standardOutput, as: UTF8.self).contains(#""behavior":"allow""#))
            #expect(ask.state == .approved)
        }
    }

    @Test("An answer at the desk that is faster than the ask withdraws it all the same")
    func fasterThanTheAsk() async throws {
        try await RunningBellhop.run { bellhop in
            let scene = HookFixture(bellhop: bellhop, agent: .claude)
            let asked = Mutex<AskID?>(nil)
            let run = scene.run { ask in
                asked.withLock { $0 = ask.id }
                // The server has stored it; the hook has not gone on yet.
                _ = try? await scene.happens("PostToolUse", HookFixture.bash(use: "toolu_1"))
            }
            let reply = await run.run(try scene.event("PermissionRequest", HookFixture.bash))
            #expect(reply == .silence("answered in the terminal"))
            let id = try #require(asked.withLock { $0 })
            #expect(try await bellhop.agent.getAsk(id).resolution?.reason == .answeredInTerminal)
        }
    }

    @Test("Where nothing can be kept, the phone is asked all the same")
    func noDesk() async throws {
        try await RunningBellhop.run { bellhop in
            let scene = HookFixture(bellhop: bellhop, agent: .claude)
            // A file stands where the folder should.
            try Data().write(to: scene.state.url)
            let (reply, ask) = try await scene.asks { ask in
                #expect(await bellhop.phone.answer(ask.id, .approve) != nil)
            }
            #expect(String(decoding: reply.standardOutput, as: UTF8.self).contains(#""behavior":"allow""#))
            #expect(ask.state == .approved)
        }
    }

    @Test("A subagent's prompt is over with the subagent's turn, not with the main one's")
    func subagents() async throws {
        try await RunningBellhop.run { bellhop in
            let scene = HookFixture(bellhop: bellhop, agent: .claude)
            let fields = HookFixture.bash.merging(["agent_id": "a-1"]) { $1 }
            let (reply, _) = try await scene.asks("PermissionRequest", fields) { ask in
                try await scene.happens("Stop")
                #expect(try await bellhop.agent.getAsk(ask.id).state == .pending)
                try await scene.happens("SubagentStop", ["agent_id": "a-1"])
            }
            #expect(reply == .silence("answered in the terminal"))
        }
    }

    @Test("A clock that is far from the server's changes nothing of the wait", arguments: [-3600, 3600])
    func clocks(_ seconds: Int) async throws {
        try await RunningBellhop.run { bellhop in
            let scene = HookFixture(bellhop: bellhop, agent: .claude)
            let time = ClientTime(
                now: { ClientTime.system.now() + .seconds(seconds) }, sleep: ClientTime.system.sleep)
            var configuration = HookRun.configuration(.prompt)
            configuration.time = time
            let input = try scene.event("PermissionRequest", HookFixture.bash)
            try await BellhopClient.with(
                ServerAddress(bellhop.url), key: bellhop.keys.agent, configuration: configuration
            ) { client in
                var run = HookRun(
                    agent: .claude, client: client, trusted: .server, wait: .seconds(60), notifyOnly: false, host: nil,
                    state: scene.state, time: time)
                run.onAccepted = { ask in _ = await bellhop.phone.answer(ask.id, .approve) }
                let reply = await run.run(input)
                #expect(String(decoding: reply.standardOutput, as: UTF8.self).contains(#""behavior":"allow""#))
            }
        }
    }

    /// The ask is withdrawn, no phone shows it, and who taps late is told why.
    private static func expectOver(_ ask: Ask, _ bellhop: RunningBellhop) async throws {
        #expect(ask.state == .withdrawn)
        #expect(ask.resolution?.reason == .answeredInTerminal)
        for phone in bellhop.phones {
            let clear = await phone.screen { $0.notifications.allSatisfy { $0.payload.askID != ask.id } }
            #expect(clear != nil)
            _ = await phone.answer(ask.id, .approve)
        }
        let after = try await bellhop.agent.getAsk(ask.id)
        #expect(after == ask)
    }
}

extension AskRequest {
    /// A plain approval.
    static func approval(_ input: String) -> AskRequest {
        AskRequest(
            content: .init(
                title: "Run it?", body: input, input: input,
                inputDigest: Hex.encode(SHA256.hash(data: Data(input.utf8)))),
            expiresIn: 600)
    }
}
