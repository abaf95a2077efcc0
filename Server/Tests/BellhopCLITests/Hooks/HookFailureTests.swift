import BellhopAgents
import BellhopClient
import BellhopModel
import BellhopTestSupport
import Foundation
import Testing

import struct BellhopClient.ServerAddress

@testable import BellhopCLI
@testable import BellhopHook
@testable import BellhopTerminal

/// Everything that can be wrong with a server, for each agent and each kind of event.
@Suite("Whatever a server does, nothing is allowed that nobody approved")
struct HookFailureTests {
    /// What stands where the server should.
    enum Server: String, CaseIterable, CustomTestStringConvertible {
        case nobody, drops, revoked, forbidden, notFound, broken, overloaded, nonsense, emptyObject, foreign,
            approvedByNobody
        case approvedByStranger, otherInput
        var testDescription: String { rawValue }

        /// The reply to every request; `nil` where the connection ends without one.
        func turn(_ ask: (AskState?, SignedAnswer?, String?) throws -> String) throws -> Script.Turn? {
            switch self {
            case .nobody: nil
            case .drops: .drop
            case .revoked: .reply(401, #"{"error":{"code":"unauthorized","message":"Unknown key.","docs":""}}"#)
            case .forbidden: .reply(403, #"{"error":{"code":"forbidden","message":"No.","docs":""}}"#)
            case .notFound: .reply(404, #"{"error":{"code":"not_found","message":"No such route.","docs":""}}"#)
            case .broken: .reply(500, "<html>")
            case .overloaded: .reply(503, "", headers: ["Retry-After": "3600"])
            case .nonsense: .reply(201, "{\"behavior\":\"allow\"")
            case .emptyObject: .reply(201, "{}")
            case .foreign: .reply(200, #"{"decision":"approve","state":"approved","behavior":"allow"}"#)
            case .approvedByNobody: .reply(201, try ask(.approved, nil, nil))
            case .approvedByStranger:
                .reply(
                    201,
                    try ask(
                        .approved,
                        SignedAnswer(
                            answer: .approve, deviceID: DeviceID(high: 1, low: 2), deviceName: "x",
                            signature: Base64.encode([UInt8](repeating: 1, count: 64))), nil))
            case .otherInput: .reply(201, try ask(.approved, nil, "another input"))
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
        let texts: [(String, String)] = [
            ("ask", DemoPayload.permissionRequest(of: agent)),
            ("PreToolUse", #"{\#(fields),"hook_event_name":"PreToolUse",\#(call)}"#),
            ("PostToolUse", #"{\#(fields),"hook_event_name":"PostToolUse",\#(call)}"#),
            ("Stop", #"{\#(fields),"hook_event_name":"Stop"}"#),
            ("UserPromptSubmit", #"{\#(fields),"hook_event_name":"UserPromptSubmit","prompt":"go"}"#),
            ("SessionEnd", #"{\#(fields),"hook_event_name":"SessionEnd","reason":"other"}"#),
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

    @Test("Silence where a prompt stands, a no where a gate stands", arguments: Agent.allCases, Server.allCases)
    func table(_ agent: Agent, _ server: Server) async throws {
        let folder = FileManager.default.temporaryDirectory.appending(path: "bellhop-hook-\(UUID().uuidString)")
        defer { try? FileManager.default.removeItem(at: folder) }
        for event in Self.events(of: agent) {
            for isGate in agent == .claude ? [false, true] : [false] {
                let output = try await Self.output(of: agent, event, server, isGate: isGate, folder)
                #expect(!output.contains("allow") && !output.contains("once"), "\(event.name)")
                let decides = ReplyDialect(decidedBy: event.bytes, of: agent, isGate: isGate) != nil
                #expect(output.isEmpty == !decides, "\(event.name) \(output)")
                if decides { #expect(output.contains("deny"), "\(event.name)") }
            }
        }
    }

    @Test("A hook that only tells is silent, also where a server says that it was approved", arguments: Server.allCases)
    func notifyOnly(_ server: Server) async throws {
        let folder = FileManager.default.temporaryDirectory.appending(path: "bellhop-hook-\(UUID().uuidString)")
        defer { try? FileManager.default.removeItem(at: folder) }
        for agent in Agent.allCases where !agent.isGate {
            for event in Self.events(of: agent) {
                let output = try await Self.output(of: agent, event, server, isGate: false, notifyOnly: true, folder)
                #expect(output.isEmpty, "\(event.name)")
            }
        }
    }

    @Test("A server that says nothing holds no hook up beyond its limit; where a gate stands, that is a no")
    func silence() async throws {
        let folder = FileManager.default.temporaryDirectory.appending(path: "bellhop-hook-\(UUID().uuidString)")
        defer { try? FileManager.default.removeItem(at: folder) }
        let script = Script(Array(repeating: .silence, count: 9))
        let scripted = try await ScriptedServer(script)
        let wait = Duration.seconds(300)
        var configuration = HookRun.configuration(.prompt)
        configuration.timeout = wait * 2
        // Only the end of the hook's own limit comes at once.
        let time = ClientTime(
            now: ClientTime.system.now, sleep: { if $0 < wait { try await ClientTime.system.sleep($0) } })
        for agent in [Agent.claude, .gemini] {
            let reply = try await BellhopClient.with(
                ServerAddress("http://127.0.0.1:\(scripted.port)"), key: script.key,
                configuration: configuration
            ) { client in
                await HookRun(
                    agent: agent, client: client, trusted: [:], wait: wait, notifyOnly: false, host: nil,
                    state: StateFolder(url: folder), time: time
                ).run(Self.events(of: agent)[0].bytes)
            }
            #expect(reply.remark == "no answer in time")
            #expect(reply.standardOutput.isEmpty == (agent == .claude))
        }
        try await scripted.stop()
    }

    /// What the hook prints for one event, with `server` in place of the server.
    private static func output(
        of agent: Agent, _ event: Event, _ server: Server, isGate: Bool, notifyOnly: Bool = false, _ folder: URL
    ) async throws -> String {
        let turn = try server.turn { state, answer, input in try Self.ask(event, agent, isGate, state, answer, input) }
        let script = Script(Array(repeating: turn ?? .drop, count: 40))
        let scripted = turn == nil ? nil : try await ScriptedServer(script)
        let nobody = try ClosedPort()
        var configuration = HookRun.configuration(.prompt)
        configuration.retry.patience = .zero
        let reply = try await BellhopClient.with(
            ServerAddress("http://127.0.0.1:\(scripted?.port ?? nobody.port)"), key: script.key,
            configuration: configuration
        ) { client in
            await HookRun(
                agent: agent, client: client, trusted: [:], wait: .seconds(1), notifyOnly: notifyOnly, host: nil,
                state: StateFolder(url: folder)
            ).run(event.bytes, isGate: isGate)
        }
        try await scripted?.stop()
        return String(decoding: reply.standardOutput, as: UTF8.self)
    }

    /// An ask as a server that lies would return it.
    private static func ask(
        _ event: Event, _ agent: Agent, _ isGate: Bool, _ state: AskState?, _ answer: SignedAnswer?, _ input: String?
    ) throws -> String {
        var content = AskRequest.approval(input ?? "npm test").content
        if input == nil, let hook = try? HookInput(event.bytes, from: agent),
            case .ask(let draft)? = try? HookIntent(of: hook, isGate: isGate || agent.isGate)
        {
            content = draft.content
        }
        let now = ClientTime.system.now()
        let ask = Ask(
            id: AskID(high: 0x0190_0000_0000_7000, low: 0x8000_0000_0000_0001), userID: "owner", sessionID: nil,
            category: .approvalRequest, request: content, createdAt: now, deadline: now + .seconds(60),
            resolution: state.map { Resolution(state: $0, at: now, answer: answer) })
        return try CanonicalJSON.text(ask)
    }
}
