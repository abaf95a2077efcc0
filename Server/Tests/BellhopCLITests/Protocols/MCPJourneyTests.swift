import BellhopAgents
import BellhopClient
import BellhopKit
import BellhopModel
import BellhopSimulators
import Testing

@testable import BellhopCLI
@testable import BellhopHook

/// `bellhop mcp` with a client over pipes, the real server, and a phone.
@Suite("bellhop mcp asks the phone", .serialized, .timeLimit(.minutes(10)))
struct MCPJourneyTests {
    /// Runs the MCP server that asks through `askClient` with `body` as its client, then ends its input.
    static func run(
        askClient: AskClient, progressEvery interval: Duration = .seconds(3600),
        beside prompts: HookSessionState? = nil,
        _ body: (StreamClient) async throws -> Void
    ) async throws {
        let client = try StreamClient()
        var options = MCPRun.Options(folder: "/home/user/shop", progressInterval: interval)
        options.prompts = prompts
        options.hookEnd = .milliseconds(50)
        let run = MCPRun(askClient: askClient, options: options)
        let (signals, _) = AsyncStream<Never>.makeStream()
        async let ended: Void = run.run(client.input, client.output, until: { for await _ in signals {} })
        do {
            try await body(client)
        } catch {
            await client.close()
            await ended
            throw error
        }
        await client.close()
        await ended
    }

    static func call(_ id: JSONValue, _ tool: String, _ arguments: JSONValue, meta: JSONValue = [:])
        -> JSONValue
    {
        [
            "jsonrpc": "2.0", "id": id, "method": "tools/call",
            "params": ["name": .string(tool), "arguments": arguments, "_meta": meta],
        ]
    }

    static let bash: JSONValue = ["tool_name": "Bash", "input": ["command": "npm test"], "tool_use_id": "t"]

    /// The decision of the tool `approve`.
    static func decision(_ reply: JSONValue) throws -> JSONValue {
        let text = try #require(reply["result"]?["content"]?.array?.first?["text"]?.string)
        return try CanonicalJSON.decode(JSONValue.self, from: Array(text.utf8))
    }

    @Test("Approve and Deny on the phone become Claude's allow and deny", arguments: [true, false])
    func approve(approves: Bool) async throws {
        try await ProtocolJourney.run { journey in
            try await Self.run(askClient: journey.askClient()) { client in
                try await client.send(Self.call(1, "approve", Self.bash))
                let ask = try await journey.shownAsk()
                let pressed = await journey.phone.press(approves ? .approve : .deny)
                #expect(pressed == .done)
                let decision = try Self.decision(try await client.receive())
                #expect(decision["behavior"] == (approves ? "allow" : "deny"))
                #expect(decision["updatedInput"] == (approves ? ["command": "npm test"] : nil))
                let ended = try await journey.client.getAsk(ask)
                #expect(ended.state == (approves ? .approved : .denied))
            }
        }
    }

    @Test("approve sends no ask and never allows when a hook of the session asks about the call")
    func besideHook() async throws {
        try await RunningBellhop.run { bellhop in
            let scene = HookFixture(bellhop: bellhop, agent: .claude)
            let prompts = HookSessionState(session: scene.session, of: .claude, in: scene.state)
            try await scene.send("PreToolUse", HookFixture.bash(use: "t"))
            let call: JSONValue = [
                "tool_name": "Bash", "tool_input": HookFixture.bash["tool_input"] ?? .null,
                "input": HookFixture.bash["tool_input"] ?? .null, "tool_use_id": "t",
            ]
            let askClient = AskClient(connection: .available(bellhop.agent, trusted: .server), wait: .seconds(60))
            try await Self.run(askClient: askClient, progressEvery: .milliseconds(20), beside: prompts) { client in
                let (reply, _) = try await scene.asks { ask in
                    try await client.send(Self.call(1, "approve", call, meta: ["progressToken": 7]))
                    // Waits until it has noticed the hook's ask.
                    for _ in 0..<5 { _ = try await client.receive { $0["method"] == "notifications/progress" } }
                    _ = await bellhop.phone.answer(ask.id, .approve)
                }
                #expect(!reply.standardOutput.isEmpty)
                let decision = try Self.decision(try await client.receive { $0["result"] != nil })
                #expect(
                    decision == ["behavior": "deny", "message": "Not approved: the session's hook received no answer"])
                #expect(try await bellhop.agent.call(API.listAsks).items.count == 1)
            }
        }
    }

    @Test("approve denies without a server, with an unknown device, and without an answer in time")
    func gate() async throws {
        let unavailable = AskClient(connection: .unavailable("No server is configured."), wait: .seconds(60))
        try await Self.run(askClient: unavailable) { client in
            try await client.send(Self.call(1, "approve", Self.bash))
            let decision = try Self.decision(try await client.receive())
            #expect(decision == ["behavior": "deny", "message": "Not approved: No server is configured."])
        }
        try await ProtocolJourney.run { journey in
            let stranger = DeviceID(high: 1, low: 1)
            try await Self.run(askClient: journey.askClient(trusted: .pinned([stranger: [4]], acceptsFileKeys: true))) {
                client in
                try await client.send(Self.call(1, "approve", Self.bash))
                _ = try await journey.shownAsk()
                _ = await journey.phone.press(.approve)
                let decision = try Self.decision(try await client.receive())
                #expect(decision["behavior"] == "deny")
                #expect(decision["message"]?.string?.contains("not trusted here") == true)
            }
            try await Self.run(askClient: journey.askClient(wait: .seconds(1))) { client in
                try await client.send(Self.call(1, "approve", Self.bash))
                let decision = try Self.decision(try await client.receive())
                #expect(decision["behavior"] == "deny")
                // On a busy machine the last request to the server may fail.
                #expect(decision["message"]?.string?.hasPrefix("Not approved: no answer in time") == true)
            }
        }
    }

    @Test("A client that does not read delays the end only for the grace period")
    func clientThatDoesNotRead() async throws {
        let client = try StreamClient()
        let run = MCPRun(askClient: .offline, options: .init(gracePeriod: .milliseconds(50)))
        let (signals, _) = AsyncStream<Never>.makeStream()
        async let ended: Void = run.run(client.input, client.output, until: { for await _ in signals {} })
        // The responses of some kilobytes each are together more than a pipe holds.
        for id in Int64(0)..<100 {
            try await client.send(["jsonrpc": "2.0", "id": .integer(id), "method": "tools/list"])
        }
        await client.close()
        await ended
    }

    @Test("A cancelled call is withdrawn at once, and all other open calls at the end of the input")
    func withdrawn() async throws {
        try await ProtocolJourney.run { journey in
            var asks: [Ask] = []
            try await Self.run(askClient: journey.askClient(), progressEvery: .milliseconds(10)) { client in
                try await client.send(Self.call(1, "ask", ["question": "First?"], meta: ["progressToken": 7]))
                try await client.send(Self.call(2, "ask", ["question": "Second?"]))
                let progress = try await client.receive { $0["method"] == "notifications/progress" }
                #expect(progress["params"]?["progressToken"] == 7)
                _ = await journey.phone.screen(within: .seconds(30)) { $0.notifications.count == 2 }
                asks = try await journey.client.call(API.listAsks).items
                #expect(asks.count == 2)
                try await client.send([
                    "jsonrpc": "2.0", "method": "notifications/cancelled", "params": ["requestId": 1],
                ])
                _ = await journey.phone.screen(within: .seconds(30)) { $0.notifications.count == 1 }
            }
            let reasons = try await journey.client.call(API.listAsks).items.map { $0.resolution?.reason }
            #expect(Set(reasons) == [.withdrawnByAgent, .agentEnded])
        }
    }

    @Test("A question returns the selected and typed answers, and a notification is shown")
    func questionAndNews() async throws {
        try await ProtocolJourney.run { journey in
            try await Self.run(askClient: journey.askClient()) { client in
                try await client.send(Self.call(1, "ask", ["question": "Which port?", "options": ["80", "443"]]))
                let ask = try await journey.shownAsk()
                _ = await journey.phone.answer(ask, .replies([.init(selected: ["443"], text: "TLS only")]))
                let reply = try await client.receive()
                #expect(reply["result"]?["structuredContent"]?["answers"]?.array?.first?["selected"] == ["443"])
                #expect(reply["result"]?["content"]?.array?.first?["text"] == "443, TLS only")
                try await client.send(
                    Self.call(2, "notify", ["title": "Done", "body": "All green", "level": "success"]))
                let told = try await client.receive()
                #expect(told["result"]?["isError"] == false)
                let shown = await journey.phone.screen(within: .seconds(30)) { screen in
                    screen.notifications.contains { $0.payload.aps.alert?.title == "Done" }
                }
                #expect(shown != nil)
            }
        }
    }
}
