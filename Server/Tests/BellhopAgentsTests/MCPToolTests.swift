import BellhopModel
import Testing

@testable import BellhopAgents

@Suite("Tools of the MCP server")
struct MCPToolTests {
    private let phone = Phone()

    /// A server with one open call, or its immediate response.
    private static func call(_ tool: String, _ arguments: JSONValue) throws -> (MCPServer, MCPServer.Step) {
        var server = MCPServer(version: "1", host: "studio", folder: "/home/user/shop")
        let params: JSONValue = ["name": .string(tool), "arguments": arguments]
        let steps = server.receive(.line(try Line.request(9, "tools/call", params)))
        return (server, try #require(steps.first))
    }

    private static func result(_ line: [UInt8]?) throws -> JSONValue {
        let line = try #require(line)
        return try #require(try Line.json(line)["result"])
    }

    /// The result of `approve`: the JSON in its text.
    private static func decision(_ line: [UInt8]?) throws -> JSONValue {
        let result = try result(line)
        #expect(result["isError"] == false)
        let content = try #require(result["content"]?.array)
        #expect(content.count == 1 && content[0]["type"] == "text")
        return try Line.json(Array(try #require(content[0]["text"]?.string).utf8))
    }

    private func answer(
        _ tool: String, _ arguments: JSONValue, with answer: Answer
    ) throws -> [UInt8]? {
        let (opened, step) = try Self.call(tool, arguments)
        var server = opened
        guard case .start(let call) = step, let content = call.work.content else { throw NoAsk(step: step) }
        return server.finish(call.id, with: .answered(try phone.verified(content, answer)))
    }

    struct NoAsk: Error { let step: MCPServer.Step }

    private static let bash: JSONValue = [
        "tool_name": "Bash", "tool_use_id": "toolu_1",
        "input": ["command": "npm test", "timeout": 12.5, "deep": ["x": [1, .null, true]]],
    ]

    @Test("An approval returns the input unchanged, a denial its message")
    func approve() throws {
        let allowed = try Self.decision(answer("approve", Self.bash, with: .approve))
        let input = try #require(Self.bash["input"])
        #expect(allowed == ["behavior": "allow", "updatedInput": input])
        let denied = try Self.decision(answer("approve", Self.bash, with: .deny(message: "Use yarn")))
        #expect(denied == ["behavior": "deny", "message": "Use yarn"])
        let stopped = try Self.decision(answer("approve", Self.bash, with: .deny(message: "No", interrupt: true)))
        #expect(stopped == ["behavior": "deny", "message": "No", "interrupt": true])
    }

    @Test("Questions are returned with their answers, a plan unchanged")
    func richPrompts() throws {
        let questions: JSONValue = ["tool_name": "AskUserQuestion", "input": HookText.questions]
        let replies: Answer = .replies([
            .init(selected: ["SQLite"]), .init(selected: ["Search", "Export"], text: "and more"),
        ])
        let answered = try Self.decision(answer("approve", questions, with: replies))
        #expect(answered["behavior"] == "allow")
        #expect(
            answered["updatedInput"]?["answers"]
                == ["Which database?": "SQLite", "Which features?": "Search, Export, and more"])
        #expect(answered["updatedInput"]?["questions"] == HookText.questions["questions"])
        let plan: JSONValue = ["tool_name": "ExitPlanMode", "input": HookText.plan]
        #expect(try Self.decision(answer("approve", plan, with: .approve))["updatedInput"] == HookText.plan)
    }

    @Test(
        "Without an answer approve denies",
        arguments: [
            MCPServer.CallEnding.failed("no answer in time"), .failed("Cannot connect to http://127.0.0.1:1"),
            .notified(NotificationID(high: 1, low: 1)),
        ])
    func noAnswer(ending: MCPServer.CallEnding) throws {
        let (opened, step) = try Self.call("approve", Self.bash)
        var server = opened
        guard case .start(let call) = step else { throw NoAsk(step: step) }
        let line = server.finish(call.id, with: ending)
        let decision = try Self.decision(line)
        #expect(decision["behavior"] == "deny")
    }

    @Test("An answer to another input denies")
    func otherInput() throws {
        let (_, other) = try Self.call("approve", ["tool_name": "Bash", "input": ["command": "rm -rf /"]])
        guard case .start(let call) = other, let content = call.work.content else { throw NoAsk(step: other) }
        let stolen = try phone.verified(content, .approve)
        let (opened, step) = try Self.call("approve", Self.bash)
        var server = opened
        guard case .start(let own) = step else { throw NoAsk(step: step) }
        let line = server.finish(own.id, with: .answered(stolen))
        let decision = try Self.decision(line)
        #expect(decision["behavior"] == "deny")
    }

    @Test(
        "Invalid arguments deny and name the field",
        arguments: [
            ([:], "tool_name"), (["tool_name": "Bash"], "input"), (["tool_name": 7, "input": [:]], "tool_name"),
            (["tool_name": "Bash", "input": "ls"], "input"),
            (["tool_name": "AskUserQuestion", "input": [:]], "questions"),
            (["tool_name": "ExitPlanMode", "input": [:]], "plan"),
            (["tool_name": "Write", "input": ["content": .string(String(repeating: "x", count: 600_000))]], "input"),
        ] as [(JSONValue, String)])
    func badArguments(arguments: JSONValue, field: String) throws {
        let (_, step) = try Self.call("approve", arguments)
        guard case .send(let line) = step else { throw NoAsk(step: step) }
        let decision = try Self.decision(line)
        #expect(decision["behavior"] == "deny")
        #expect(decision["message"]?.string?.contains(field) == true)
    }

    @Test("One question returns its answer as text and as structured content")
    func oneQuestion() throws {
        let arguments: JSONValue = ["question": "Which port?", "options": ["80", "443"], "details": "For the proxy."]
        let (_, step) = try Self.call("ask", arguments)
        guard case .start(let call) = step, case .ask(let content) = call.work else { throw NoAsk(step: step) }
        #expect(content.body.contains("Which port?") && content.body.contains("For the proxy."))
        let result = try Self.result(answer("ask", arguments, with: .replies([.init(selected: ["443"])])))
        #expect(result["content"]?.array?.first?["text"] == "443")
        #expect(result["structuredContent"] == ["answers": [["question": "Which port?", "selected": ["443"]]]])
    }

    @Test("Several questions return a line each, and a refusal to answer is an error")
    func severalQuestions() throws {
        let arguments: JSONValue = [
            "questions": [
                ["question": "Name?"], ["question": "Colours?", "options": ["red", "blue"], "multi_select": true],
            ]
        ]
        let replies: Answer = .replies([.init(text: "Ada"), .init(selected: ["red", "blue"])])
        let result = try Self.result(answer("ask", arguments, with: replies))
        #expect(result["content"]?.array?.first?["text"] == "Name?: Ada\nColours?: red, blue")
        let declined = try Self.result(answer("ask", arguments, with: .deny(message: "later")))
        #expect(declined["isError"] == true)
        #expect(declined["content"]?.array?.first?["text"]?.string?.contains("later") == true)
    }

    @Test(
        "Invalid questions and notifications are errors for the model",
        arguments: [
            ("ask", [:], "question"), ("ask", ["questions": []], "questions"),
            ("ask", ["questions": [1]], "questions[0]"),
            ("ask", ["question": "a", "options": ["x", "x"]], "options"),
            ("ask", ["question": "a", "options": "yes,no"], "options"),
            ("ask", ["question": "a", "options": ["yes", ["no"]]], "options"),
            ("ask", ["question": "a", "options": ["yes", ""]], "options"), ("notify", ["title": "a"], "body"),
            ("notify", ["title": "a", "body": "b", "level": "loud"], "level"),
        ] as [(String, JSONValue, String)])
    func badQuestions(tool: String, arguments: JSONValue, field: String) throws {
        let (_, step) = try Self.call(tool, arguments)
        guard case .send(let line) = step else { throw NoAsk(step: step) }
        let result = try Self.result(line)
        #expect(result["isError"] == true)
        #expect(result["content"]?.array?.first?["text"]?.string?.hasPrefix(field) == true)
    }

    @Test("notify sends a notification of the given level")
    func notify() throws {
        let (opened, step) = try Self.call("notify", ["title": "Done", "body": "All green", "level": "success"])
        var server = opened
        guard case .start(let call) = step, case .notify(let request) = call.work else { throw NoAsk(step: step) }
        #expect(request.title == "Done" && request.category == .taskComplete)
        let result = try Self.result(server.finish(call.id, with: .notified(NotificationID(high: 1, low: 2))))
        #expect(result["structuredContent"]?["notification_id"]?.string?.isEmpty == false)
    }
}

extension MCPServer.Work {
    /// The content of the ask, if there is one.
    fileprivate var content: AskRequest.Content? {
        switch self {
        case .ask(let content), .approve(let content, _): content
        case .notify: nil
        }
    }
}
