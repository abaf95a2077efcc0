import BellhopModel
import Testing

@testable import BellhopAgents

@Suite("Proxy between an ACP agent and its client")
struct AgentProxyTests {
    @Test(
        "The phone's answer chooses the agent's one-time option, never a permanent one",
        arguments: [(Answer.approve, "yes"), (.deny(message: "no"), "no")])
    func phoneFirst(answer: Answer, option: String) throws {
        var bench = ProxyBench()
        try bench.agent(ProxyBench.permission())
        #expect(bench.toClient.count == 1)
        #expect(bench.tickets.first?.content.isApproval == true)
        #expect(bench.tickets.first?.content.title == "gemini wants to run a command")
        #expect(bench.tickets.first?.content.body == "npm test")
        try bench.answer(answer)
        #expect(bench.toAgent == [["jsonrpc": "2.0", "id": 5, "result": ProxyBench.selected(option)]])
        #expect(bench.toClient.last?["method"] == "$/cancel_request")
        #expect(bench.toClient.last?["params"] == ["requestId": 5])
        // A second response of the client is dropped.
        try bench.client(Line.response(5, ProxyBench.selected("always")))
        #expect(bench.toAgent.count == 1)
        try bench.client(Line.response(5, ProxyBench.selected("always")))
        #expect(bench.toAgent.count == 2)
    }

    @Test("The client's response passes through, and the ask is withdrawn as answered in the terminal")
    func clientFirst() throws {
        var bench = ProxyBench()
        try bench.agent(ProxyBench.permission())
        let answer = try Line.response(5, ProxyBench.selected("always"))
        try bench.client(answer)
        #expect(bench.toAgent == [try Line.json(answer)])
        #expect(bench.withdrawals == [.answeredInTerminal])
        try bench.answer(.approve)
        #expect(bench.toAgent.count == 1)
    }

    @Test("Without an answer from the phone the client decides")
    func noAnswer() throws {
        var bench = ProxyBench()
        try bench.agent(ProxyBench.permission())
        try bench.fail()
        #expect(bench.toAgent.isEmpty)
        try bench.client(Line.response(5, ProxyBench.selected("no")))
        #expect(bench.toAgent.count == 1)
        #expect(bench.withdrawals.isEmpty)
    }

    @Test("In phone-only mode the client sees no request, its responses do not count, and a missing answer denies")
    func phoneOnly() throws {
        var bench = ProxyBench(phoneOnly: true)
        try bench.agent(ProxyBench.permission())
        #expect(bench.toClient.isEmpty)
        try bench.client(Line.response(5, ProxyBench.selected("yes")))
        #expect(bench.toAgent.isEmpty)
        try bench.fail()
        #expect(bench.toAgent.map { $0["result"] } == [ProxyBench.selected("no")])
        try bench.agent(
            ProxyBench.permission(6, options: [["optionId": "yes", "name": "Allow", "kind": "allow_once"]]))
        try bench.fail()
        #expect(bench.toAgent.last?["result"] == ProxyBench.cancelled)
    }

    @Test("A denial with interrupt ends the turn")
    func stop() throws {
        var bench = ProxyBench()
        try bench.agent(ProxyBench.permission())
        try bench.answer(.deny(message: nil, interrupt: true))
        #expect(bench.toAgent.map { $0["result"] } == [ProxyBench.cancelled])
    }

    @Test("An answer to another request is rejected")
    func otherRequest() throws {
        var bench = ProxyBench(phoneOnly: true)
        try bench.agent(ProxyBench.permission(1, toolCall: ["toolCallId": "a", "title": "ls", "kind": "execute"]))
        let first = try #require(bench.tickets.last)
        let stolen = try bench.phone.verified(first.content, .approve)
        try bench.agent(
            ProxyBench.permission(2, toolCall: ["toolCallId": "b", "title": "rm -rf /", "kind": "execute"]))
        let second = try #require(bench.tickets.last)
        let effects = bench.proxy.resolve(second.id, with: .answered(stolen))
        guard case .write(let line, .agent)? = effects.first else {
            Issue.record("nothing was said")
            return
        }
        #expect(try Line.json(line)["result"] == ProxyBench.selected("no"))
    }

    @Test("A cancelled turn withdraws its asks, and in phone-only mode the agent gets a cancellation")
    func cancelledTurn() throws {
        let cancel = try Line.notification("session/cancel", ["sessionId": "s"])
        var bench = ProxyBench()
        try bench.agent(ProxyBench.permission())
        try bench.client(Line.notification("session/cancel", ["sessionId": "other"]))
        #expect(bench.withdrawals.isEmpty)
        try bench.client(cancel)
        #expect(bench.withdrawals == [.withdrawnByAgent])
        #expect(bench.toAgent.count == 2)

        var alone = ProxyBench(phoneOnly: true)
        try alone.agent(ProxyBench.permission())
        try alone.client(cancel)
        #expect(alone.withdrawals == [.withdrawnByAgent])
        #expect(alone.toAgent.map { $0["method"] ?? $0["result"] } == ["session/cancel", ProxyBench.cancelled])
    }

    @Test("The ask is withdrawn when the agent cancels the request or ends")
    func agentWithdraws() throws {
        var bench = ProxyBench()
        try bench.agent(ProxyBench.permission())
        try bench.agent(Line.notification("$/cancel_request", ["requestId": 5]))
        #expect(bench.withdrawals == [.withdrawnByAgent])
        #expect(bench.toClient.count == 2)
        try bench.agent(ProxyBench.permission(6))
        try bench.end()
        #expect(bench.withdrawals == [.withdrawnByAgent, .agentEnded])
    }

    @Test("Other options than allow and reject are offered as they are, except permanent ones")
    func otherOptions() throws {
        let options: JSONValue = [
            ["optionId": "all", "name": "Yes, always", "kind": "allow_always"],
            ["optionId": "a", "name": "Yes, carefully", "kind": "allow_once"],
            ["optionId": "b", "name": "Yes, fast", "kind": "allow_once"],
            ["optionId": "n", "name": "No", "kind": "reject_once"],
        ]
        var bench = ProxyBench()
        try bench.agent(ProxyBench.permission(options: options))
        let question = try #require(bench.tickets.first?.content.questions.first)
        #expect(question.options.map(\.label) == ["Yes, carefully", "Yes, fast", "No"])
        #expect(!question.allowsText)
        try bench.answer(.replies([.init(selected: ["Yes, fast"])]))
        #expect(bench.toAgent.first?["result"] == ProxyBench.selected("b"))
    }

    @Test(
        "Requests that a phone cannot show are left to the client, or refused in phone-only mode",
        arguments: [
            [
                ["optionId": "all", "name": "Always", "kind": "allow_always"],
                ["optionId": "n", "name": "No", "kind": "reject_once"],
            ],
            [], [["optionId": "n", "name": "No", "kind": "reject_once"]],
        ] as [JSONValue])
    func unaskable(options: JSONValue) throws {
        var bench = ProxyBench()
        try bench.agent(ProxyBench.permission(options: options))
        #expect(bench.tickets.isEmpty && bench.toClient.count == 1 && bench.remarks.count == 1)
        var alone = ProxyBench(phoneOnly: true)
        try alone.agent(ProxyBench.permission(options: options))
        #expect(alone.tickets.isEmpty && alone.toClient.isEmpty)
        let refused = options == [] ? ProxyBench.cancelled : ProxyBench.selected("n")
        #expect(alone.toAgent.first?["result"] == (refused))
    }

    @Test("Earlier updates of a tool call are shown with the request, with the agent's name and folder")
    func context() throws {
        var bench = ProxyBench()
        try bench.client(Line.request(0, "initialize"))
        try bench.agent(Line.response(0, ["agentInfo": ["name": "gemini-cli", "title": "Gemini CLI"]]))
        try bench.client(Line.request(1, "session/new", ["cwd": "/home/user/shop"]))
        try bench.agent(Line.response(1, ["sessionId": "s"]))
        let update: JSONValue = [
            "sessionUpdate": "tool_call", "toolCallId": "c", "kind": "edit", "title": "Edit a.txt",
            "content": [["type": "diff", "path": "/home/user/shop/a.txt", "oldText": "a\nb\nc", "newText": "a\nx\nc"]],
        ]
        try bench.agent(Line.notification("session/update", ["sessionId": "s", "update": update]))
        try bench.agent(ProxyBench.permission(toolCall: ["toolCallId": "c"]))
        let content = try #require(bench.tickets.first?.content)
        #expect(content.title == "Gemini CLI wants to edit a.txt")
        #expect(content.body == "Edit a.txt\n/home/user/shop/a.txt\n- b\n+ x")
        #expect(content.origin.project == "shop")
        #expect(bench.toClient.count == 4)
    }

    @Test(
        "Everything else passes through unchanged, byte for byte",
        arguments: [
            "not json\n", "{\"id\":1,\"method\":\"session/request_permission\"\n", "\u{0}\n", "[]\n", "\n", "{}\r\n",
            "{\"id\": 1, \"result\": {\"a\" :1.0}}\n", "{\"method\":\"session/request_permission\",\"params\":{}}\n",
        ])
    func untouched(text: String) {
        for phoneOnly in [false, true] {
            var proxy = ProxyBench(phoneOnly: phoneOnly).proxy
            let line = Array(text.utf8) + [0xFF, 0xFE, 10]
            #expect(proxy.receive(.line(line), from: .client) == [.write(line, to: .agent)])
            guard !phoneOnly else { continue }
            #expect(proxy.receive(.line(line), from: .agent) == [.write(line, to: .client)])
            #expect(proxy.receive(.part(line, endsLine: true), from: .agent) == [.write(line, to: .client)])
        }
    }

    @Test("A line of the proxy waits for the end of a long line")
    func midLine() throws {
        var bench = ProxyBench()
        try bench.agent(ProxyBench.permission())
        let ticket = try #require(bench.tickets.first)
        #expect(bench.proxy.receive(.part([1], endsLine: false), from: .client) == [.write([1], to: .agent)])
        let answer = try bench.phone.verified(ticket.content, .approve)
        let said = bench.proxy.resolve(ticket.id, with: .answered(answer))
        #expect(!said.contains { if case .write(_, .agent) = $0 { true } else { false } })
        let ended = bench.proxy.receive(.part([10], endsLine: true), from: .client)
        #expect(ended.count == 2)
        #expect(ended.first == .write([10], to: .agent))
        guard case .write(let line, .agent)? = ended.last else {
            Issue.record("the answer is lost")
            return
        }
        #expect(try Line.json(line)["result"] == ProxyBench.selected("yes"))
    }

    @Test("At most 64 requests wait at once; the rest is left to the client")
    func limit() throws {
        var bench = ProxyBench()
        for id in Int64(0)..<70 { try bench.agent(ProxyBench.permission(.integer(id))) }
        #expect(bench.tickets.count == 64 && bench.toClient.count == 70 && bench.remarks.count == 6)
    }
}
