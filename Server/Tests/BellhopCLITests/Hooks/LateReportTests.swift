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

@Suite("Late reports", .serialized, .timeLimit(.minutes(10)))
struct LateReportTests {
    private static func event(_ name: String) -> [UInt8] {
        let fields = #""session_id":"s-1","cwd":"/home/user/shop","prompt_response":"All tests pass""#
        return Array(#"{"hook_event_name":"\#(name)","last_assistant_message":"All tests pass",\#(fields)}"#.utf8)
    }

    /// The notifications about the end of a turn.
    private static func notifications(_ script: Script) -> [Script.Request] {
        script.requests.filter { $0.method == "POST" && $0.target == API.sendNotification.path() }
    }

    @Test(
        "With a slow server the agent continues, and the end is reported later, once",
        arguments: [(Agent.codex, "Stop"), (.gemini, "AfterAgent"), (.claude, "Stop")])
    func slowServer(_ agent: Agent, _ event: String) async throws {
        try await TemporaryFolder.with { folder in
            let hasEnded = Flag()
            let script = Script { _ in
                // The hook's own requests get no response.
                guard hasEnded.isSet else { return .silence }
                return .reply(404, #"{"error":{"code":"not_found","message":"No.","docs":""}}"#)
            }
            let server = try await ScriptedServer(script)
            let environment = HookProcess.environment(server.url, script.key, folder)
            let ending = try await HookProcess(arguments: [agent.rawValue], environment: environment)
                .run(Self.event(event))
            hasEnded.set()
            // The hook's output is closed, so the agent continues.
            #expect(ending.exitCode == 0 && ending.output.isEmpty)
            #expect(ending.errors.contains("did not answer within"))
            try await until { Self.notifications(script).count >= 2 }
            let keys = Self.notifications(script).map { $0.headers["idempotency-key"] }
            #expect(Set(keys).count == 1 && !keys.contains(nil))
            #expect(Self.notifications(script).allSatisfy { $0.body.contains("All tests pass") })
            try await server.stop()
        }
    }

    /// Reports an end late to a server that accepts everything.
    ///
    /// - Parameter before: called with the session's state.
    private static func tellLate(
        _ event: String, of agent: Agent = .codex, before: (TestHook, HookSessionState) async throws -> Void
    ) async throws -> (reply: HookReply, told: [String]) {
        try await TemporaryFolder.with { folder in
            let script = Script { request in
                request.method == "POST"
                    ? .reply(500, "") : .reply(404, #"{"error":{"code":"not_found","message":"No.","docs":""}}"#)
            }
            let server = try await ScriptedServer(script)
            var configuration = HookTimeouts.late.clientConfiguration
            configuration.retry.timeLimit = .zero
            let bytes = Self.event(event)
            let reply = try await BellhopClient.with(
                ServerAddress(server.url), key: script.key, configuration: configuration
            ) { client in
                let run = TestHook(
                    agent: agent, client: client, trusted: .server, wait: .seconds(30), notifyOnly: false, host: nil,
                    state: StateFolder(url: folder))
                let session = try #require(HookSessionState(of: HookInput(bytes, from: agent), in: run.state))
                try await before(run, session)
                return try await run.reportLate(bytes, for: "this-very-event")
            }
            try await server.stop()
            return (reply, script.requests.map(\.target))
        }
    }

    @Test("The end of a turn that the next turn overtook is not reported, and ends no prompt of the next turn")
    func overtaken() async throws {
        let (reply, told) = try await Self.tellLate("Stop") { run, session in
            let prompt = session.addPrompt(about: ToolCall(id: nil, subagent: nil, fingerprint: "ab"))
            #expect(prompt != nil)
            await session.updateRecord { $0.latestRun = "the-next-turn" }
        }
        #expect(reply == .silence("a later event reports more") && told.isEmpty)
        let (_, still) = try await Self.tellLate("Stop") { _, session in
            _ = session.addPrompt(about: ToolCall(id: nil, subagent: nil, fingerprint: "ab"))
            await session.updateRecord { $0.latestRun = "this-very-event" }
        }
        #expect(still == [API.sendNotification.path()])
    }

    @Test(
        "Only ends are reported late",
        arguments: ["BeforeTool", "Notification", "BeforeAgent"])
    func others(_ event: String) async throws {
        let (reply, told) = try await Self.tellLate(event, of: .gemini) { _, _ in }
        #expect(reply.standardOutput.isEmpty && told.isEmpty)
    }

    @Test("Only ends with a blocked agent are reported late, and only after retryable failures")
    func worth() throws {
        let slow = ClientError.timedOut(address: "x", after: .seconds(2))
        func isWorth(_ agent: Agent, _ event: String, _ failure: ClientError) throws -> Bool {
            let payload = HookPayload(Self.event(event), from: agent, isGate: false)
            return HookTimeouts.allowsLateReport(of: try payload.input.get(), payload, after: failure)
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

@Suite("End of turns", .serialized, .timeLimit(.minutes(10)))
struct TurnEndTests {
    private static func notified(_ turn: String, _ said: String) -> [UInt8] {
        Array(
            #"""
            {"type":"agent-turn-complete","thread-id":"s-1","turn-id":"\#(turn)","cwd":"/home/user/shop",\#
            "input-messages":["Go"],"last-assistant-message":"\#(said)"}
            """#.utf8)
    }

    @Test("The end of a turn in Codex' notify program and hooks is one notification for each text")
    func codex() async throws {
        try await RunningBellhop.run { bellhop in
            let fixture = HookFixture(bellhop: bellhop, agent: .codex)
            func stop(_ turn: String, _ said: String) throws -> [UInt8] {
                try fixture.event(
                    "Stop",
                    [
                        "prompt_id": .null, "turn_id": .string(turn), "last_assistant_message": .string(said),
                        "stop_hook_active": false,
                    ])
            }
            func told() async throws -> [String] {
                try await bellhop.agent.call(API.notificationHistory).items.map { $0.body }
            }
            let (hook, program) = (try stop("t-1", "ok"), Self.notified("t-1", "ok"))
            async let one = fixture.run().run(hook)
            async let two = fixture.run().run(program)
            for reply in await [one, two] { #expect(reply == .silence("notified the phone: Codex is done")) }
            #expect(try await told() == ["ok"])
            _ = await fixture.run().run(Self.notified("t-2", "ok"))
            #expect(try await told() == ["ok", "ok"])
            // Another hook continued the turn.
            _ = await fixture.run().run(try stop("t-2", "Tests pass too"))
            #expect(try await told() == ["Tests pass too", "ok", "ok"])
        }
    }

    @Test("Claude Code wakes up within a turn, and each end is a notification")
    func claude() async throws {
        try await RunningBellhop.run { bellhop in
            let fixture = HookFixture(bellhop: bellhop, agent: .claude)
            for _ in 0..<2 { try await fixture.send("Stop", ["last_assistant_message": "Still running"]) }
            #expect(try await bellhop.agent.call(API.notificationHistory).items.count == 2)
        }
    }
}
