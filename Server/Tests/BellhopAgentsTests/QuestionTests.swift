import BellhopAgents
import BellhopModel
import Testing

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

    @Test("A plan says which mode follows, and the answer to its gate cannot set one")
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
        "What a plan asks to be allowed from then on is said first, and whatever else it says stands below",
        arguments: [
            ([["tool": "Bash", "prompt": "run any command"]], "(1):\n- Bash: run any command\n"),
            (
                [["tool": "Bash", "prompt": "a\nb"], "everything", ["tool": "Bash", "prompt": "c", "for": "good"]],
                "(3):\n- Bash: a⏎b\n- \"everything\"\n- {\"for\":\"good\",\"prompt\":\"c\",\"tool\":\"Bash\"}\n"
            ),
            (["tool": "Bash", "prompt": "all"], "(1):\n- Bash: all\n"),
            (.array(.init(repeating: 1, count: 7)), "(7):\n- 1\n- 1\n- 1\n- 1\n- 1\n- … and 2 more\n"),
        ] as [(JSONValue, String)])
    func allowances(_ asked: JSONValue, _ shown: String) throws {
        let input: JSONValue = ["plan": "Read the README", "allowedPrompts": asked, "pushToRemote": true]
        let body = try HookText.draft(.claude, tool: "ExitPlanMode", input).content.body
        #expect(
            body == Self.follows
                + "⚠ not granted from a phone, asked about each time \(shown)Read the README\npushToRemote: true")
    }

    @Test("A plan that asks for nothing more is the plan alone", arguments: [.null, []] as [JSONValue])
    func nothingAllowed(_ asked: JSONValue) throws {
        let draft = try HookText.draft(.claude, tool: "ExitPlanMode", ["plan": "Read", "allowedPrompts": asked])
        #expect(draft.content.body == Self.follows + "Read")
    }
}
