import BellhopModel
import Testing

@testable import BellhopAgents

@Suite("Questions of an agent")
struct QuestionTests {
    @Test("Questions carry their options, their header and whether more than one may be chosen")
    func questions() throws {
        let draft = try HookText.draft(.claude, tool: "AskUserQuestion", HookText.questions)
        #expect(draft.content.title == "Claude asks 2 questions")
        #expect(draft.content.body == "Which database?\n… and 1 more")
        #expect(
            draft.content.questions == [
                Question(
                    text: "Which database?", header: "Database",
                    options: [
                        .init(label: "SQLite", description: "One file"),
                        .init(label: "PostgreSQL", description: "A server"),
                    ]),
                Question(
                    text: "Which features?", header: "Features",
                    options: [.init(label: "Search"), .init(label: "Export"), .init(label: "Import")], multiSelect: true
                ),
            ])
    }

    @Test("One question without options is answered in free text")
    func freeText() throws {
        let draft = try HookText.draft(.claude, tool: "AskUserQuestion", ["questions": [["question": "Name?"]]])
        #expect(draft.content.title == "Claude asks")
        #expect(draft.content.body == "Name?")
        #expect(draft.content.questions == [Question(text: "Name?")])
    }

    @Test(
        "Questions that cannot be asked on a phone are left to the terminal",
        arguments: [
            ["questions": []], ["questions": "Which?"], [:], ["questions": [[:]]], ["questions": [["question": ""]]],
            ["questions": [["question": 7]]],
            ["questions": [["question": "Same?"], ["question": "Same?"]]],
            ["questions": [["question": "Which?", "options": [["label": "a"], ["label": "a"]]]]],
            ["questions": [["question": "Which?", "options": [["label": ""]]]]],
            ["questions": [["question": "Which?", "options": [["label": ["a"]]]]]],
            ["questions": .array((0...APILimits.questions).map { ["question": .string("\($0)?")] })],
        ] as [JSONValue])
    func unusable(_ input: JSONValue) throws {
        #expect(throws: HookProblem.missing(field: "tool_input.questions")) {
            try HookText.draft(.claude, tool: "AskUserQuestion", input)
        }
    }

    @Test("A plan is an approval that shows the plan")
    func plan() throws {
        let draft = try HookText.draft(.claude, tool: "ExitPlanMode", HookText.plan)
        #expect(draft.content.title == "Claude has a plan")
        #expect(draft.content.body == "\(Self.follows)# Plan\n1. Read\n2. Write")
        #expect(draft.content.isApproval)
    }

    /// The first line of each plan.
    private static let follows = "Then Claude asks before each edit and command (mode: default).\n"

    @Test("A plan shows the mode that follows, and the reply of a gate cannot set a mode")
    func modeAfterPlan() throws {
        let draft = try HookText.draft(.claude, tool: "ExitPlanMode", HookText.plan)
        let mode = #""updated_permissions":[{"destination":"session","mode":"default","type":"setMode"}]"#
        #expect(draft.content.input.contains(mode))
        let call: [String: JSONValue] = ["tool_name": "ExitPlanMode", "tool_input": HookText.plan, "tool_use_id": "t"]
        let bytes = try HookText.event(.claude, "PreToolUse", call)
        let intent = try HookIntent(of: HookInput(bytes, from: .claude), isGate: true)
        guard case .ask(let gated) = intent else { throw HookText.NoAsk(intent: intent) }
        #expect(!gated.content.input.contains("updated_permissions"))
        #expect(gated.content.body.hasPrefix("⚠ then Claude goes on in the mode that it was in before the plan\n"))
    }

    @Test(
        "Permissions that a plan asks for are shown first, and its other fields below",
        arguments: [
            ([["tool": "Bash", "prompt": "run any command"]], "(1):\n- Bash: run any command\n"),
            (
                [["tool": "Bash", "prompt": "a\nb"], "everything", ["tool": "Bash", "prompt": "c", "for": "good"]],
                "(3):\n- Bash: a⏎b\n- \"everything\"\n- {\"for\":\"good\",\"prompt\":\"c\",\"tool\":\"Bash\"}\n"
            ),
            (["tool": "Bash", "prompt": "all"], "(1):\n- Bash: all\n"),
            (.array(.init(repeating: 1, count: 7)), "(7):\n- 1\n- 1\n- 1\n- 1\n- 1\n- … and 2 more\n"),
        ] as [(JSONValue, String)])
    func permissions(_ asked: JSONValue, _ shown: String) throws {
        let input: JSONValue = ["plan": "Read the README", "allowedPrompts": asked, "pushToRemote": true]
        let body = try HookText.draft(.claude, tool: "ExitPlanMode", input).content.body
        #expect(
            body == Self.follows
                + "⚠ not granted from a phone, asked about each time \(shown)Read the README\npushToRemote: true")
    }

    @Test("A plan without permissions shows the plan alone", arguments: [.null, []] as [JSONValue])
    func noPermissions(_ asked: JSONValue) throws {
        let draft = try HookText.draft(.claude, tool: "ExitPlanMode", ["plan": "Read", "allowedPrompts": asked])
        #expect(draft.content.body == Self.follows + "Read")
    }
}

@Suite("Questions as they are shown")
struct ShownQuestionTests {
    /// The source of a question.
    enum Way: CaseIterable, CustomTestStringConvertible {
        case claude, openCode, codex, mcp, elicitation
        var testDescription: String { "\(self)" }

        func question(_ entry: [String: JSONValue]) throws -> Question? {
            let entries: JSONValue = [.object(entry)]
            switch self {
            case .claude:
                return try HookText.draft(.claude, tool: "AskUserQuestion", ["questions": entries]).content.questions
                    .first
            case .openCode:
                return try HookText.draft(from: OpenCodeQuestionTests.asked(entries), .opencode).content.questions.first
            case .codex:
                var bench = ProxyBench()
                let params: JSONValue = ["threadId": "t", "itemId": "i", "questions": entries]
                try bench.agent(Line.request(60, "item/tool/requestUserInput", params, isMarked: false))
                return bench.tickets.first?.content.questions.first
            case .mcp:
                var server = MCPServer(version: "1", host: nil, folder: nil)
                let params: JSONValue = ["name": "ask", "arguments": .object(entry)]
                let step = server.receive(.line(try Line.request(9, "tools/call", params))).first
                guard case .start(let call)? = step, case .ask(let content) = call.work else { return nil }
                return content.questions.first
            case .elicitation:
                let field: JSONValue = [
                    "type": "string", "title": entry["header"] ?? .null, "description": entry["question"] ?? .null,
                ]
                return ElicitationForm(["properties": ["a": field], "required": ["a"]])?.questionForm.questions.first
            }
        }
    }

    @Test(
        "A long question keeps its end, counts the omitted characters, and warns of hidden ones",
        arguments: Way.allCases)
    func long(_ way: Way) throws {
        let text = "Delete \u{200B}" + String(repeating: "all ", count: 1000) + "of it?"
        let question = try #require(try way.question(["id": "a", "question": .string(text), "header": "One\nline"]))
        let lines = question.text.split(separator: "\n")
        #expect(lines.count == 3 && lines[0].hasPrefix("⚠ ") && lines[0].hasSuffix(" characters not shown"))
        #expect(lines[1] == "⚠ invisible characters")
        #expect(lines[2].hasPrefix("Delete ‹U+200B›") && lines[2].hasSuffix("of it?"))
        #expect(question.text.count < 1100)
        #expect(question.header?.contains("\n") == false)
    }
}
