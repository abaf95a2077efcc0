import BellhopAgents
import BellhopClient
import BellhopModel
import BellhopTestSupport
import Foundation
import Synchronization
import Testing

import struct BellhopClient.ServerAddress

@testable import BellhopCLI
@testable import BellhopHook
@testable import BellhopTerminal

/// All failures of a server, for each agent and each kind of event.
@Suite("A failing or compromised server never leads to an allow")
struct HookFailureTests {
    /// The behaviour of the server.
    enum Server: String, CaseIterable, CustomTestStringConvertible {
        case unreachable, drops, revoked, forbidden, notFound, broken, overloaded, nonsense, emptyObject, foreign,
            approvedUnsigned
        case approvedByUnknownDevice, otherInput
        // Failures during the hook's wait, after the ask was created.
        case revokedLater, restartsLater, forgetsLater, restoredLater, expired, withdrawn, ofTomorrow
        var testDescription: String { rawValue }

        private static let unknownDevices = SignedAnswer(
            answer: .approve, deviceID: DeviceID(high: 1, low: 2), deviceName: "x",
            signature: Base64.encode([UInt8](repeating: 1, count: 64)))

        private static let unknownKey = Script.Turn.reply(
            401, #"{"error":{"code":"unauthorized","message":"Unknown key.","docs":""}}"#)

        /// The response to `request`; always the same unless the failure occurs during the wait.
        func turn(
            _ request: Script.Request, _ ask: (AskState?, SignedAnswer?, String?) throws -> String
        ) throws -> Script.Turn {
            let isAsking = request.method == "POST" && request.target == API.createAsk.path()
            switch self {
            case .revokedLater, .restartsLater, .forgetsLater, .restoredLater, .expired, .withdrawn,
                .ofTomorrow:
                return isAsking ? .reply(201, try ask(nil, nil, nil)) : try turn(afterwards: ask)
            default: return try turn(always: ask)
            }
        }

        private func turn(
            afterwards ask: (AskState?, SignedAnswer?, String?) throws -> String
        ) throws -> Script.Turn {
            switch self {
            case .revokedLater: Self.unknownKey
            case .restartsLater: .drop
            // The server lost its data, or restored a state from before the ask.
            case .forgetsLater:
                .reply(404, #"{"error":{"code":"not_found","message":"No such ask.","docs":""}}"#)
            case .restoredLater: .reply(200, try ask(.approved, Self.unknownDevices, "what had its place"))
            case .expired: .reply(200, try ask(.expired, nil, nil))
            case .withdrawn: .reply(200, try ask(.withdrawn, nil, nil))
            // A newer server has states and answers that this version does not know.
            default:
                .reply(
                    200,
                    try ask(.approved, Self.unknownDevices, nil)
                        .replacingOccurrences(of: #""approved""#, with: #""approved_by_policy""#))
            }
        }

        private func turn(always ask: (AskState?, SignedAnswer?, String?) throws -> String) throws -> Script.Turn {
            switch self {
            case .revoked: Self.unknownKey
            case .forbidden: .reply(403, #"{"error":{"code":"forbidden","message":"No.","docs":""}}"#)
            case .notFound: .reply(404, #"{"error":{"code":"not_found","message":"No such route.","docs":""}}"#)
            case .broken: .reply(500, "<html>")
            case .overloaded: .reply(503, "", headers: ["Retry-After": "3600"])
            case .nonsense: .reply(201, "{\"behavior\":\"allow\"")
            case .emptyObject: .reply(201, "{}")
            case .foreign: .reply(200, #"{"decision":"approve","state":"approved","behavior":"allow"}"#)
            case .approvedUnsigned: .reply(201, try ask(.approved, nil, nil))
            case .approvedByUnknownDevice: .reply(201, try ask(.approved, Self.unknownDevices, nil))
            case .otherInput: .reply(201, try ask(.approved, nil, "another input"))
            default: .drop
            }
        }
    }

    struct Event: CustomTestStringConvertible, Sendable {
        var name: String
        var bytes: [UInt8]
        var testDescription: String { name }
    }

    static func events(of agent: Agent) -> [Event] {
        let fields = #""session_id":"s-1","cwd":"/home/user/shop""#
        let tool = agent == .gemini ? "run_shell_command" : "Bash"
        let call = #""tool_name":"\#(tool)","tool_use_id":"u-1","tool_input":{"command":"npm test"}"#
        let prompt = agent == .gemini ? "BeforeTool" : "PermissionRequest"
        let texts: [(String, String)] = [
            ("ask", DemoPayload.permissionRequest(of: agent)),
            ("PreToolUse", #"{\#(fields),"hook_event_name":"PreToolUse",\#(call)}"#),
            ("PostToolUse", #"{\#(fields),"hook_event_name":"PostToolUse",\#(call)}"#),
            ("Stop", #"{\#(fields),"hook_event_name":"Stop"}"#),
            ("UserPromptSubmit", #"{\#(fields),"hook_event_name":"UserPromptSubmit","prompt":"go"}"#),
            ("SessionEnd", #"{\#(fields),"hook_event_name":"SessionEnd","reason":"other"}"#),
            ("StopFailure", #"{\#(fields),"hook_event_name":"StopFailure","error":"rate_limit"}"#),
            ("SubagentStop", #"{\#(fields),"hook_event_name":"SubagentStop","agent_id":"a-1"}"#),
            (
                "prompt stands",
                #"{\#(fields),"hook_event_name":"Notification","notification_type":"permission_prompt","message":"x"}"#
            ),
            ("told prompt", #"{\#(fields),"hook_event_name":"Notification","notification_type":"ToolPermission"}"#),
            (
                "numbers as strings",
                #"{"session_id":7,"prompt_id":12,"hook_event_name":"\#(prompt)","tool_name":"Bash","tool_use_id":5,"#
                    + #""stop_hook_active":"false","tool_input":{"command":"npm test","timeout":"600000"}}"#
            ),
            (
                "plan",
                #"{\#(fields),"hook_event_name":"PermissionRequest","tool_name":"ExitPlanMode","tool_input":{"plan":"x"}}"#
            ),
            (
                "form",
                #"{\#(fields),"hook_event_name":"Elicitation","message":"x","requested_schema":{"type":"object","#
                    + #""properties":{}}}"#
            ),
            ("no name, of a tool that ran", #"{\#(fields),"tool_name":"x","tool_input":{},"tool_response":"allow"}"#),
            ("no name, of a tool to come", #"{\#(fields),"tool_name":"x","tool_input":{"tool_response":"allow"}}"#),
            ("without a session", #"{"hook_event_name":"PermissionRequest",\#(call)}"#),
            ("unknown", #"{\#(fields),"hook_event_name":"OfTomorrow","decision":"allow"}"#),
            ("cut", #"{\#(fields),"hook_event_name":"PermissionRe"#), ("empty", ""),
            (
                "question",
                #"{\#(fields),"hook_event_name":"question.asked","properties":{"id":"que_1","questions":[{"question":"Go?"}]}}"#
            ),
        ]
        return texts.map { Event(name: $0.0, bytes: Array($0.1.utf8)) }
    }

    @Test("A hook beside a prompt is silent, and a gate denies", arguments: Agent.allCases, Server.allCases)
    func table(_ agent: Agent, _ server: Server) async throws {
        let folder = try TemporaryFolder()
        defer { folder.remove() }
        for event in Self.events(of: agent) {
            for isGate in agent == .claude ? [false, true] : [false] {
                let output = try await Self.output(of: agent, event, server, isGate: isGate, folder.url)
                #expect(!output.contains("allow") && !output.contains("once"), "\(event.name)")
                let decides = ReplyDialect(gateFor: event.bytes, of: agent, isGate: isGate) != nil
                #expect(output.isEmpty == !decides, "\(event.name) \(output)")
                if decides { #expect(output.contains("deny"), "\(event.name)") }
            }
        }
    }

    @Test("A notify-only hook is silent, also when the server reports an approval", arguments: Server.allCases)
    func notifyOnly(_ server: Server) async throws {
        let folder = try TemporaryFolder()
        defer { folder.remove() }
        for agent in Agent.allCases where !agent.isGate {
            for event in Self.events(of: agent) {
                let output = try await Self.output(
                    of: agent, event, server, isGate: false, notifyOnly: true, folder.url)
                #expect(output.isEmpty, "\(event.name)")
            }
        }
    }

    @Test("A silent server delays no hook beyond its limit, and a gate then denies")
    func silence() async throws {
        let folder = try TemporaryFolder()
        defer { folder.remove() }
        let script = Script(Array(repeating: .silence, count: 9))
        let scripted = try await ScriptedServer(script)
        let wait = Duration.seconds(300)
        var configuration = TestHook.configuration(.prompt)
        configuration.timeout = wait * 2
        // Only the pause until the hook's own limit ends at once.
        let time = ClientTime(
            now: ClientTime.system.now, sleep: { if $0 < wait { try await ClientTime.system.sleep($0) } })
        for agent in [Agent.claude, .gemini] {
            let reply = try await BellhopClient.with(
                ServerAddress(scripted.url), key: script.key, configuration: configuration
            ) { client in
                await TestHook(
                    agent: agent, client: client, trusted: .server, wait: wait, notifyOnly: false, host: nil,
                    state: StateFolder(url: folder.url), time: time
                ).run(Self.events(of: agent)[0].bytes)
            }
            #expect(reply.remark == "no answer in time")
            #expect(reply.standardOutput.isEmpty == (agent == .claude))
        }
        try await scripted.stop()
    }

    /// The output of a hook for one event with `server`.
    private static func output(
        of agent: Agent, _ event: Event, _ server: Server, isGate: Bool, notifyOnly: Bool = false, _ folder: URL
    ) async throws -> String {
        let script = Script { request in
            try server.turn(request) { try Self.ask(event, agent, isGate, request, $0, $1, $2) }
        }
        let scripted = server == .unreachable ? nil : try await ScriptedServer(script)
        let closedPort = try ClosedPort()
        var configuration = TestHook.configuration(.prompt)
        configuration.retry.timeLimit = .zero
        configuration.time = leaping()
        let reply = try await BellhopClient.with(
            ServerAddress(scripted?.url ?? closedPort.url), key: script.key, configuration: configuration
        ) { client in
            await TestHook(
                agent: agent, client: client, trusted: .server, wait: .seconds(1), notifyOnly: notifyOnly, host: nil,
                state: StateFolder(url: folder)
            ).run(event.bytes, isGate: isGate)
        }
        try await scripted?.stop()
        return String(decoding: reply.standardOutput, as: UTF8.self)
    }

    /// A clock whose pauses take no time.
    private static func leaping() -> ClientTime {
        let passed = Mutex(Duration.zero)
        return ClientTime(
            now: { ClientTime.system.now() + passed.withLock { $0 } },
            sleep: { pause in
                passed.withLock { $0 += pause }
                await Task.yield()
                try Task.checkCancellation()
            })
    }

    /// An ask as a compromised server would return it, with the content of `request` if it is an ask.
    private static func ask(
        _ event: Event, _ agent: Agent, _ isGate: Bool, _ request: Script.Request, _ state: AskState?,
        _ answer: SignedAnswer?, _ input: String?
    ) throws -> String {
        var content = AskRequest.approval(input ?? "npm test").content
        if input == nil, let hook = try? HookInput(event.bytes, from: agent),
            case .ask(let draft)? = try? HookIntent(of: hook, isGate: isGate || agent.isGate)
        {
            content = draft.content
        }
        if input == nil, let asked = try? CanonicalJSON.decode(AskRequest.self, from: Array(request.body.utf8)) {
            content = asked.content
        }
        let now = ClientTime.system.now()
        let ask = Ask(
            id: AskID(high: 0x0190_0000_0000_7000, low: 0x8000_0000_0000_0001), userID: "owner", sessionID: nil,
            category: .approvalRequest, request: content, createdAt: now, deadline: now + .seconds(60),
            resolution: state.map { Resolution(state: $0, at: now, answer: answer) })
        return try CanonicalJSON.text(ask)
    }
}
