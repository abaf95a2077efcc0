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

@Suite("A server that does not answer holds no agent up", .timeLimit(.minutes(10)))
struct HookTimeoutsTests {
    struct Row: CustomTestStringConvertible, Sendable {
        var agent: Agent
        var event: String
        var fields: [String: JSONValue] = [:]
        var patience: HookTimeouts
        var testDescription: String { "\(agent) \(event)" }

        init(_ agent: Agent, _ event: String, _ patience: HookTimeouts, _ fields: [String: JSONValue] = [:]) {
            self.agent = agent
            self.event = event
            self.fields = fields
            self.patience = patience
        }
    }

    private static let bash = HookFixture.bash
    private static let shell: [String: JSONValue] = [
        "tool_name": "run_shell_command", "tool_input": ["command": "ls"],
    ]

    /// Events that have something to tell.
    static let told: [Row] = [
        Row(.codex, "UserPromptSubmit", .detail), Row(.codex, "PreToolUse", .detail, bash),
        Row(.codex, "Stop", .ending), Row(.codex, "Interrupt", .ending), Row(.codex, "SessionEnd", .ending),
        Row(.gemini, "BeforeAgent", .detail), Row(.gemini, "AfterAgent", .ending), Row(.gemini, "SessionEnd", .ending),
        Row(.gemini, "Notification", .ending, ["notification_type": "ToolPermission"]),
        Row(.claude, "Stop", .ending), Row(.claude, "StopFailure", .ending), Row(.claude, "SessionEnd", .ending),
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

    @Test("Each event has the patience that is due to what hangs on it", arguments: told + asked)
    func patience(_ row: Row) throws {
        let input = try HookInput(Self.bytes(row), from: row.agent)
        func patience(notifyOnly: Bool) -> HookTimeouts {
            HookTimeouts(for: input, of: row.agent, isGate: row.patience == .gate, notifyOnly: notifyOnly)
        }
        #expect(patience(notifyOnly: false) == row.patience)
        let told: HookTimeouts = row.agent == .opencode ? .background : .ending
        #expect(patience(notifyOnly: true) == (row.patience == .prompt ? told : row.patience))
    }

    @Test("Codex does not wait for its notify program")
    func notifyProgram() throws {
        let event = #"{"type":"agent-turn-complete","thread-id":"t","turn-id":"1","cwd":"/home/user/shop"}"#
        let input = try HookInput(Array(event.utf8), from: .codex)
        #expect(HookTimeouts(for: input, of: .codex, isGate: false, notifyOnly: false) == .background)
    }

    @Test(
        "Without a server no agent stands still for more than a second, nor two where it hangs, but for what is asked")
    func limits() {
        for patience in [HookTimeouts.detail, .ending] {
            #expect(patience.connecting == .seconds(1) && patience.telling <= .seconds(2))
        }
        #expect(HookTimeouts.detail.telling == .seconds(1))
        let asking = HookRun.configuration(.prompt)
        #expect(asking.connectTimeout == .seconds(3) && asking.timeout == .seconds(4))
        #expect(asking.retry.patience < .seconds(1))
    }

    /// What a hook says beside a server that follows `script`, and how long it would have waited for it each time: where
    /// that is one of `limits` it is over at once.
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
        var configuration = HookRun.configuration(.gate)
        configuration.timeout = request
        configuration.retry.patience = .zero
        let reply = try await BellhopClient.with(
            ServerAddress(server.url), key: script.key, configuration: configuration
        ) { client in
            await HookRun(
                agent: row.agent, client: client, trusted: .server, wait: .seconds(300), notifyOnly: notifyOnly,
                host: nil,
                state: StateFolder(url: folder.url), time: time
            ).run(try Self.bytes(row))
        }
        try await server.stop()
        return (reply, waited.withLock { $0 })
    }

    @Test("What only tells gives up when its time is over, and says so on standard error alone", arguments: told)
    func telling(_ row: Row) async throws {
        let limit = row.patience.telling
        let (reply, waited) = try await Self.run(row, Script { _ in .silence }, limits: [limit])
        #expect(reply.standardOutput.isEmpty)
        #expect(waited.contains(limit))
        let words = "did not answer within \(limit.components.seconds) s: check the network, or try again."
        #expect(reply.remark?.hasSuffix(words) == true, "\(reply.remark ?? "")")
    }

    @Test("A prompt that is only told of gives up too, and the terminal asks", arguments: [Agent.claude, .codex])
    func notifyOnly(_ agent: Agent) async throws {
        let row = Row(agent, "PermissionRequest", .ending, Self.bash)
        let (reply, _) = try await Self.run(row, Script { _ in .silence }, notifyOnly: true, limits: [.seconds(2)])
        #expect(reply.standardOutput.isEmpty && reply.remark?.contains("did not answer within 2 s") == true)
    }

    @Test("An ask that is not taken gives way to the prompt, and is a no where there is none", arguments: asked)
    func asking(_ row: Row) async throws {
        let script = Script { _ in .silence }
        let (reply, _) = try await Self.run(
            row, script, limits: [.seconds(1), .seconds(4), .seconds(10)], request: .milliseconds(50))
        #expect(reply.remark?.contains("did not answer within 50 ms") == true, "\(reply.remark ?? "")")
        #expect(reply.standardOutput.isEmpty == (row.agent != .gemini))
        #expect(!String(decoding: reply.standardOutput, as: UTF8.self).contains("allow"))
    }

    @Test("What may have been asked all the same is looked for and taken back, and nothing else is", arguments: asked)
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
