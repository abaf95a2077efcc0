import BellhopAgents
import BellhopClient
import BellhopCore
import BellhopKit
import BellhopModel
import BellhopSimulators
import Crypto
import Foundation
import Synchronization
import Testing

import struct BellhopClient.ServerAddress

@testable import BellhopCLI
@testable import BellhopHook
@testable import BellhopTerminal

/// The prompt in the terminal is answered while the phone shows the ask.
@Suite("Answers in the terminal", .serialized, .timeLimit(.minutes(10)))
struct TerminalAnswerTests {
    /// An event that follows an answer in the terminal.
    struct Later: CustomTestStringConvertible, Sendable {
        var event: String
        var fields: [String: JSONValue] = [:]
        var testDescription: String { "\(event) \(fields["agent_id"].map { "\($0)" } ?? "")" }
    }

    static let laters = [
        Later(event: "PostToolUse", fields: HookFixture.bash(use: "toolu_1")),
        Later(event: "PostToolUseFailure", fields: HookFixture.bash(use: "toolu_1")),
        Later(event: "PermissionDenied", fields: HookFixture.bash(use: "toolu_1")),
        // Without the call's id the fingerprint suffices.
        Later(event: "PostToolUse", fields: HookFixture.bash),
        Later(event: "Stop"), Later(event: "StopFailure", fields: ["error": "unknown"]),
        Later(event: "UserPromptSubmit", fields: ["prompt": "No, use pnpm"]),
        Later(event: "SessionEnd", fields: ["reason": "other"]),
    ]

    @Test(
        "A later event of the session withdraws the ask everywhere, and a late tap changes nothing", arguments: laters)
    func laterEvent(_ later: Later) async throws {
        try await RunningBellhop.run(phones: ["iPhone", "iPad"]) { bellhop in
            let fixture = HookFixture(bellhop: bellhop, agent: .claude)
            try await fixture.send("PreToolUse", HookFixture.bash(use: "toolu_1"))
            let (reply, ask) = try await fixture.asks { _ in try await fixture.send(later.event, later.fields) }
            #expect(reply == .silence("answered in the terminal"))
            try await Self.expectOver(ask, bellhop)
        }
    }

    @Test("The tool's result in the transcript withdraws the ask")
    func transcript() async throws {
        try await RunningBellhop.run { bellhop in
            let fixture = HookFixture(bellhop: bellhop, agent: .claude)
            try Data(#"{"type":"user","message":{"content":"hi"}}"#.utf8).write(to: fixture.transcript)
            // The hook of PreToolUse runs beside that of the prompt, and may run last.
            let (reply, ask) = try await fixture.asks { _ in
                try await fixture.send("PreToolUse", HookFixture.bash(use: "toolu_1"))
                let file = try FileHandle(forWritingTo: fixture.transcript)
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

    @Test(
        "The ask of an agent that has ended or closed its pipe is withdrawn", arguments: [false, true], [false, true])
    func agentGone(_ isKilled: Bool, _ isGate: Bool) async throws {
        try await RunningBellhop.run { bellhop in
            let fixture = HookFixture(bellhop: bellhop, agent: .claude)
            let ask = try await bellhop.agent.createAsk(.approval("npm test")).ask
            let call = ToolCall(id: nil, subagent: nil, fingerprint: "f")
            let session = try #require(
                HookSessionState(of: HookInput(fixture.event("PermissionRequest"), from: .claude), in: fixture.state))
            session.addAsk(ask.id, about: call)
            let looks = Mutex(0)
            let parent: @Sendable () -> Int32 = { isKilled && looks.withLock { $0 > 2 } ? 1 : 7 }
            let monitor = PromptMonitor(
                call: call, transcripts: [],
                agent: AgentConnection(
                    process: AgentProcess(of: 9) { $0 == 9 ? RunningProcess(parent: parent(), name: "hook") : nil },
                    isOutputRead: {
                        looks.withLock { $0 += 1 }
                        return isKilled || looks.withLock { $0 < 3 }
                    }))
            let at = Timestamp(seconds: 1_800_000_000)
            let time = ClientTime(now: { at }, sleep: { _ in })
            #expect(
                try await monitor.withdrawalReason(of: ask.id, in: isGate ? nil : session, time: time) == .agentEnded)
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

    @Test("Unrelated events leave the prompt open, and the phone's answer counts")
    func unrelatedEvents() async throws {
        try await RunningBellhop.run { bellhop in
            let fixture = HookFixture(bellhop: bellhop, agent: .claude)
            try await fixture.send("PreToolUse", HookFixture.bash(use: "toolu_1"))
            let (reply, ask) = try await fixture.asks("PermissionRequest", HookFixture.bash(use: "toolu_1")) { ask in
                for event in Self.unrelated { try await fixture.send(event.event, event.fields) }
                var other = fixture
                other.session = "s-2"
                try await other.send("Stop")
                #expect(await bellhop.phone.answer(ask.id, .approve) != nil)
            }
            #expect(String(decoding: reply.standardOutput, as: UTF8.self).contains(#""behavior":"allow""#))
            #expect(ask.state == .approved)
        }
    }

    @Test("An answer in the terminal that is faster than the ask withdraws it")
    func fasterThanTheAsk() async throws {
        try await RunningBellhop.run { bellhop in
            let fixture = HookFixture(bellhop: bellhop, agent: .claude)
            let asked = Mutex<AskID?>(nil)
            let run = fixture.run { ask in
                asked.withLock { $0 = ask.id }
                // The server has stored the ask, and the hook has not continued yet.
                _ = try? await fixture.send("PostToolUse", HookFixture.bash(use: "toolu_1"))
            }
            let reply = await run.run(try fixture.event("PermissionRequest", HookFixture.bash))
            #expect(reply == .silence("answered in the terminal"))
            let id = try #require(asked.withLock { $0 })
            #expect(try await bellhop.agent.getAsk(id).resolution?.reason == .answeredInTerminal)
        }
    }

    @Test("Without a writable folder the phone is asked too")
    func noFolder() async throws {
        try await RunningBellhop.run { bellhop in
            let fixture = HookFixture(bellhop: bellhop, agent: .claude)
            // A file in place of the folder.
            try Data().write(to: fixture.state.url)
            let (reply, ask) = try await fixture.asks { ask in
                #expect(await bellhop.phone.answer(ask.id, .approve) != nil)
            }
            #expect(String(decoding: reply.standardOutput, as: UTF8.self).contains(#""behavior":"allow""#))
            #expect(ask.state == .approved)
        }
    }

    @Test("A subagent's prompt ends with the subagent's turn, not with the main agent's")
    func subagents() async throws {
        try await RunningBellhop.run { bellhop in
            let fixture = HookFixture(bellhop: bellhop, agent: .claude)
            let fields = HookFixture.bash.merging(["agent_id": "a-1"]) { $1 }
            let (reply, _) = try await fixture.asks("PermissionRequest", fields) { ask in
                try await fixture.send("Stop")
                #expect(try await bellhop.agent.getAsk(ask.id).state == .pending)
                try await fixture.send("SubagentStop", ["agent_id": "a-1"])
            }
            #expect(reply == .silence("answered in the terminal"))
        }
    }

    @Test("A clock that differs from the server's does not change the wait", arguments: [-3600, 3600])
    func clocks(_ seconds: Int) async throws {
        try await RunningBellhop.run { bellhop in
            let fixture = HookFixture(bellhop: bellhop, agent: .claude)
            let time = ClientTime(
                now: { ClientTime.system.now() + .seconds(seconds) }, sleep: ClientTime.system.sleep)
            var configuration = TestHook.configuration(.prompt)
            configuration.time = time
            let input = try fixture.event("PermissionRequest", HookFixture.bash)
            try await BellhopClient.with(
                ServerAddress(bellhop.url), key: bellhop.keys.agent, configuration: configuration
            ) { client in
                var run = TestHook(
                    agent: .claude, client: client, trusted: .server, wait: .seconds(60), notifyOnly: false, host: nil,
                    state: fixture.state, time: time)
                run.onAccepted = { ask in _ = await bellhop.phone.answer(ask.id, .approve) }
                let reply = await run.run(input)
                #expect(String(decoding: reply.standardOutput, as: UTF8.self).contains(#""behavior":"allow""#))
            }
        }
    }

    /// The ask is withdrawn, no phone shows it, and a late answer gets the reason.
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

@Suite("Transcripts of agents")
struct TranscriptTailTests {
    @Test("Only appended lines of a transcript count; it may be missing, cut, enormous, or replaced by a shorter one")
    func transcripts() throws {
        try HookSessionStateTests.withState { state in
            try FileManager.default.createDirectory(at: state.url, withIntermediateDirectories: true)
            let file = state.url.appending(path: "t.jsonl")
            var tail = TranscriptTail(path: file.path)
            func isFound() -> Bool { tail.holdsResult(of: "u") }
            #expect(!isFound())
            let result = #"{"message":{"content":[{"type":"tool_result","tool_use_id":"u"}]}}"# + "\n"
            try Data((String(repeating: "x", count: 6 << 20) + "\n" + result).utf8).write(to: file)
            #expect(isFound() && isFound())
            let isOther = tail.holdsResult(of: "v")
            #expect(!isOther)
            // The initial content does not count.
            tail = TranscriptTail(path: "~/t.jsonl", home: state.url.path)
            #expect(!isFound())
            let half = result.prefix(30)
            try append(String(half), to: file)
            #expect(!isFound())
            try append(String(result.dropFirst(30)), to: file)
            #expect(isFound())
            tail = TranscriptTail(path: file.path)
            #expect(!isFound())
            try Data(result.utf8).write(to: file)
            #expect(isFound())
        }
    }

    private func append(_ text: String, to file: URL) throws {
        let handle = try FileHandle(forWritingTo: file)
        try handle.seekToEnd()
        try handle.write(contentsOf: Data(text.utf8))
        try handle.close()
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
