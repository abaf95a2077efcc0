import BellhopAgents
import BellhopClient
import BellhopModel
import BellhopTestSupport
import Foundation
import Synchronization
import Testing

import struct BellhopClient.ServerAddress

@testable import BellhopHook
@testable import BellhopTerminal

@Suite("Time limits of hooks", .timeLimit(.minutes(10)))
struct HookTimeoutsTests {
    struct Row: CustomTestStringConvertible, Sendable {
        var agent: Agent
        var event: String
        var fields: [String: JSONValue] = [:]
        var kind: HookTimeouts.Kind
        var testDescription: String { "\(agent) \(event)" }

        init(_ agent: Agent, _ event: String, _ kind: HookTimeouts.Kind, _ fields: [String: JSONValue] = [:]) {
            self.agent = agent
            self.event = event
            self.fields = fields
            self.kind = kind
        }
    }

    private static let bash = HookFixture.bash
    private static let shell: [String: JSONValue] = [
        "tool_name": "run_shell_command", "tool_input": ["command": "ls"],
    ]

    /// Events that are reported.
    static let told: [Row] = [
        Row(.codex, "UserPromptSubmit", .report), Row(.codex, "PreToolUse", .report, bash),
        Row(.codex, "Stop", .finalReport), Row(.codex, "Interrupt", .finalReport),
        Row(.codex, "SessionEnd", .finalReport),
        Row(.gemini, "BeforeAgent", .report), Row(.gemini, "AfterAgent", .finalReport),
        Row(.gemini, "SessionEnd", .finalReport),
        Row(.gemini, "Notification", .finalReport, ["notification_type": "ToolPermission"]),
        Row(.claude, "Stop", .finalReport), Row(.claude, "StopFailure", .finalReport),
        Row(.claude, "SessionEnd", .finalReport),
        Row(.claude, "UserPromptSubmit", .background), Row(.claude, "PreToolUse", .background, bash),
        Row(.claude, "Notification", .background, ["notification_type": "idle_prompt"]),
        Row(.opencode, "chat.message", .background), Row(.opencode, "session.idle", .background),
    ]

    static let asked: [Row] = [
        Row(.claude, "PermissionRequest", .prompt, bash), Row(.codex, "PermissionRequest", .prompt, bash),
        Row(.opencode, "permission.asked", .prompt, ["properties": ["id": "per_1", "permission": "bash"]]),
        Row(.gemini, "BeforeTool", .gate, shell),
    ]

    private static func bytes(_ row: Row) throws -> [UInt8] {
        var fields: [String: JSONValue] = [
            "session_id": "s-1", "cwd": "/home/user/shop", "hook_event_name": .string(row.event),
        ]
        fields.merge(row.fields) { $1 }
        return try CanonicalJSON.encode(JSONValue.object(fields))
    }

    @Test("Each event has the time limits of its kind", arguments: told + asked)
    func kinds(_ row: Row) throws {
        let payload = HookPayload(try Self.bytes(row), from: row.agent, isGate: false)
        func timeouts(notifyOnly: Bool) -> HookTimeouts {
            HookTimeouts(for: payload, wait: .seconds(9), notifyOnly: notifyOnly)
        }
        #expect(timeouts(notifyOnly: false) == HookTimeouts(answer: .seconds(9), row.kind))
        let notified: HookTimeouts.Kind = row.agent == .opencode ? .background : .finalReport
        #expect(
            timeouts(notifyOnly: true)
                == HookTimeouts(answer: .seconds(9), row.kind == .prompt ? notified : row.kind))
    }

    @Test("Codex does not wait for its notify program")
    func notifyProgram() throws {
        let event = #"{"type":"agent-turn-complete","thread-id":"t","turn-id":"1","cwd":"/home/user/shop"}"#
        let payload = HookPayload(Array(event.utf8), from: .codex, isGate: false)
        let timeouts = HookTimeouts(for: payload, wait: .seconds(9), notifyOnly: false)
        #expect(timeouts == HookTimeouts(answer: .seconds(9), .background))
    }

    @Test(
        "Without a server reports block the agent for at most a second, with a hanging one for at most two")
    func limits() {
        for kind in [HookTimeouts.Kind.report, .finalReport] {
            let timeouts = HookTimeouts(answer: .seconds(9), kind)
            #expect(timeouts.connect == .seconds(1) && timeouts.report <= .seconds(2))
        }
        #expect(HookTimeouts(answer: .seconds(9), .report).report == .seconds(1))
        let asking = TestHook.configuration(.prompt)
        #expect(asking.connectTimeout == .seconds(3) && asking.timeout == .seconds(4))
        #expect(asking.retry.timeLimit < .seconds(1))
    }

    /// Runs a hook with a server that follows `script`.
    /// - Parameter limits: pauses that end at once.
    private static func run(
        _ row: Row, _ script: Script, notifyOnly: Bool = false, limits: Set<Duration> = [],
        request: Duration = .seconds(5)
    ) async throws -> (reply: HookReply, waited: [Duration]) {
        let folder = try TemporaryFolder()
        defer { folder.remove() }
        let server = try await ScriptedServer(script)
        let waited = Mutex<[Duration]>([])
        let time = ClientTime(
            now: ClientTime.system.now,
            sleep: { duration in
                waited.withLock { $0.append(duration) }
                if !limits.contains(duration) { try await HookFixture.unhurried.sleep(duration) }
            })
        var configuration = TestHook.configuration(.gate)
        configuration.timeout = request
        configuration.retry.timeLimit = .zero
        let reply = try await BellhopClient.with(
            ServerAddress(server.url), key: script.key, configuration: configuration
        ) { client in
            await TestHook(
                agent: row.agent, client: client, trusted: .server, wait: .seconds(300), notifyOnly: notifyOnly,
                host: nil,
                state: StateFolder(url: folder.url), time: time
            ).run(try Self.bytes(row))
        }
        try await server.stop()
        return (reply, waited.withLock { $0 })
    }

    @Test("A report gives up at its limit, with a message on standard error only", arguments: told)
    func reports(_ row: Row) async throws {
        let limit = HookTimeouts(answer: .zero, row.kind).report
        let (reply, waited) = try await Self.run(row, Script { _ in .silence }, limits: [limit])
        #expect(reply.standardOutput.isEmpty)
        #expect(waited.contains(limit))
        let words = "did not answer within \(limit.components.seconds) s: check the network, or try again."
        #expect(reply.remark?.hasSuffix(words) == true, "\(reply.remark ?? "")")
    }

    @Test("A prompt's notification gives up at its limit, and the terminal asks", arguments: [Agent.claude, .codex])
    func notifyOnly(_ agent: Agent) async throws {
        let row = Row(agent, "PermissionRequest", .finalReport, Self.bash)
        let (reply, _) = try await Self.run(row, Script { _ in .silence }, notifyOnly: true, limits: [.seconds(2)])
        #expect(reply.standardOutput.isEmpty && reply.remark?.contains("did not answer within 2 s") == true)
    }

    @Test("An ask that is not accepted leaves the prompt to the terminal, and a gate denies", arguments: asked)
    func asking(_ row: Row) async throws {
        let script = Script { _ in .silence }
        let (reply, _) = try await Self.run(
            row, script, limits: [.seconds(1), .seconds(4), .seconds(10)], request: .milliseconds(50))
        #expect(reply.remark?.contains("did not answer within 50 ms") == true, "\(reply.remark ?? "")")
        #expect(reply.standardOutput.isEmpty == (row.agent != .gemini))
        #expect(!String(decoding: reply.standardOutput, as: UTF8.self).contains("allow"))
    }

    @Test("An ask that may have been created is looked up and withdrawn, and no other ask is", arguments: asked)
    func inDoubt(_ row: Row) async throws {
        let made = Mutex<AskRequest?>(nil)
        let mine = AskID(high: 0x0192_F0C4_7B1E_7000, low: 0x8000_0000_0000_0001)
        let other = AskID(high: 0x0192_F0C4_7B1E_7000, low: 0x8000_0000_0000_0002)
        @Sendable func ask(_ id: AskID, _ content: AskRequest.Content) -> Ask {
            let now = ClientTime.system.now()
            return Ask(
                id: id, userID: "owner", sessionID: nil, category: .approvalRequest, request: content, createdAt: now,
                deadline: now + .seconds(60))
        }
        let script = Script { request in
            switch request.method {
            case "POST" where request.target == "/v1/asks":
                let asked = try CanonicalJSON.decode(AskRequest.self, from: Array(request.body.utf8))
                made.withLock { $0 = asked }
                return .drop
            case "GET":
                let content = try #require(made.withLock { $0 }).content
                var another = content
                another.inputDigest = String(repeating: "a", count: 64)
                return try .json(200, Page<Ask>(items: [ask(other, another), ask(mine, content)]))
            case "DELETE":
                return try .json(200, ask(mine, try #require(made.withLock { $0 }).content))
            default: return .reply(500, "")
            }
        }
        let (reply, _) = try await Self.run(row, script)
        #expect(reply.standardOutput.isEmpty == (row.agent != .gemini))
        let withdrawals = script.requests.filter { $0.method == "DELETE" }.map(\.target)
        #expect(withdrawals == [API.withdrawAsk.path(mine.description) + "?reason=withdrawn_by_agent"])
        #expect(!script.requests.contains { $0.target.contains("receipts") })
    }
}
