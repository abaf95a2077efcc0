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

@Suite("An end that could not be told in time", .serialized, .timeLimit(.minutes(10)))
struct LateReportTests {
    private static func event(_ name: String) -> [UInt8] {
        let fields = #""session_id":"s-1","cwd":"/home/user/shop","prompt_response":"All tests pass""#
        return Array(#"{"hook_event_name":"\#(name)","last_assistant_message":"All tests pass",\#(fields)}"#.utf8)
    }

    /// What is told of the end of a turn.
    private static func notifications(_ script: Script) -> [Script.Request] {
        script.requests.filter { $0.method == "POST" && $0.target == API.sendNotification.path() }
    }

    @Test(
        "A slow server holds the agent up for no longer, and hears of it all the same, once",
        arguments: [(Agent.codex, "Stop"), (.gemini, "AfterAgent"), (.claude, "Stop")])
    func slowServer(_ agent: Agent, _ event: String) async throws {
        try await TemporaryFolder.with { folder in
            let hasEnded = Flag()
            let script = Script { _ in
                // What the hook itself asks is never answered.
                guard hasEnded.isSet else { return .silence }
                return .reply(404, #"{"error":{"code":"not_found","message":"No.","docs":""}}"#)
            }
            let server = try await ScriptedServer(script)
            let environment = HookProcess.environment(server.url, script.key, folder)
            let ending = try await HookProcess(arguments: [agent.rawValue], environment: environment)
                .run(Self.event(event))
            hasEnded.set()
            // Its output is closed: the agent goes on.
            #expect(ending.exitCode == 0 && ending.output.isEmpty)
            #expect(ending.errors.contains("did not answer within"))
            try await until { Self.notifications(script).count >= 2 }
            let keys = Self.notifications(script).map { $0.headers["idempotency-key"] }
            #expect(Set(keys).count == 1 && !keys.contains(nil))
            #expect(Self.notifications(script).allSatisfy { $0.body.contains("All tests pass") })
            try await server.stop()
        }
    }

    /// Runs what tells late beside a server that takes everything.
    ///
    /// - Parameter before: given the desk of the session.
    private static func tellLate(
        _ event: String, of agent: Agent = .codex, before: (HookRun, Desk) async throws -> Void
    ) async throws -> (reply: HookReply, told: [String]) {
        try await TemporaryFolder.with { folder in
            let script = Script { request in
                request.method == "POST"
                    ? .reply(500, "") : .reply(404, #"{"error":{"code":"not_found","message":"No.","docs":""}}"#)
            }
            let server = try await ScriptedServer(script)
            var configuration = HookRun.configuration(.late)
            configuration.retry.patience = .zero
            let bytes = Self.event(event)
            let reply = try await BellhopClient.with(
                ServerAddress(server.url), key: script.key, configuration: configuration
            ) { client in
                let run = HookRun(
                    agent: agent, client: client, trusted: .server, wait: .seconds(30), notifyOnly: false, host: nil,
                    state: StateFolder(url: folder))
                let desk = try #require(Desk(of: HookInput(bytes, from: agent), in: run.state))
                try await before(run, desk)
                return await run.tellLate(bytes, under: "this-very-event")
            }
            try await server.stop()
            return (reply, script.requests.map(\.target))
        }
    }

    @Test("What is no news any more is not told, and no prompt of the next turn is taken for over")
    func overtaken() async throws {
        let (reply, told) = try await Self.tellLate("Stop") { run, desk in
            let prompt = desk.expect(ToolCall(id: nil, subagent: nil, fingerprint: "ab"))
            #expect(prompt != nil)
            await desk.changeTasks { $0.latest = "the-next-turn" }
        }
        #expect(reply == .silence("a later event says more") && told.isEmpty)
        let (_, still) = try await Self.tellLate("Stop") { _, desk in
            _ = desk.expect(ToolCall(id: nil, subagent: nil, fingerprint: "ab"))
            await desk.changeTasks { $0.latest = "this-very-event" }
        }
        #expect(still == [API.sendNotification.path()])
    }

    @Test(
        "Nothing but an end is told late, and nothing that decides",
        arguments: ["BeforeTool", "Notification", "BeforeAgent"])
    func others(_ event: String) async throws {
        let (reply, told) = try await Self.tellLate(event, of: .gemini) { _, _ in }
        #expect(reply.standardOutput.isEmpty && told.isEmpty)
    }

    @Test("Only an end whose agent waits is worth it, and only where it may succeed later")
    func worth() throws {
        let slow = ClientError.timedOut(address: "x", after: .seconds(2))
        func isWorth(_ agent: Agent, _ event: String, _ failure: ClientError) throws -> Bool {
            let input = try HookInput(Self.event(event), from: agent)
            let patience = HookTimeouts(for: input, of: agent, isGate: false, notifyOnly: false)
            return HookRun.isToldLate(input, patience, after: failure)
        }
        for event in ["Stop", "SessionEnd", "Interrupt"] { #expect(try isWorth(.codex, event, slow)) }
        for event in ["AfterAgent", "SessionEnd"] { #expect(try isWorth(.gemini, event, slow)) }
        for (agent, event) in [
            (Agent.codex, "UserPromptSubmit"), (.gemini, "Notification"), (.opencode, "session.idle"),
        ] {
            #expect(try !isWorth(agent, event, slow))
        }
        #expect(try isWorth(.codex, "Stop", .cannotConnect(address: "x", reason: "no reply")))
        for failure in [ClientError.noKey("x"), .untrusted(address: "x", reason: "another name")] {
            #expect(try !isWorth(.codex, "Stop", failure))
        }
    }
}
