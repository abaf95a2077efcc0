import BellhopAgents
import BellhopModel
import Testing

@Suite("Questions of OpenCode")
struct OpenCodeQuestionTests {
    let phone = Phone()

    static let questions: JSONValue = [
        [
            "question": "Which database?", "header": "Database", "custom": false,
            "options": [
                ["label": "SQLite", "description": "One file"], ["label": "PostgreSQL", "description": "A server"],
            ],
        ],
        [
            "question": "Which features?", "header": "Features", "multiple": true,
            "options": [["label": "Search"], ["label": "Export"], ["label": "Import"]],
        ],
    ]

    static func event(_ name: String, _ properties: [String: JSONValue]) throws -> [UInt8] {
        let place: [String: JSONValue] = ["sessionID": "ses_1"]
        return try CanonicalJSON.encode(
            JSONValue.object([
                "hook_event_name": .string(name), "cwd": "/home/user/shop",
                "properties": .object(place.merging(properties) { $1 }),
            ]))
    }

    static func asked(_ questions: JSONValue = questions, as name: String = "question.asked") throws -> [UInt8] {
        try event(name, ["id": "que_1", "questions": questions, "tool": ["messageID": "msg_1", "callID": "call_1"]])
    }

    @Test(
        "Questions keep their options, free text and multiple choice",
        arguments: ["question.asked", "question.v2.asked"])
    func shown(_ name: String) throws {
        let draft = try HookText.draft(from: Self.asked(as: name), .opencode)
        #expect(draft.content.title == "OpenCode asks 2 questions" && draft.sessionID == "ses_1")
        #expect(draft.content.toolName == "question" && draft.content.origin.project == "shop")
        #expect(
            draft.content.questions == [
                Question(
                    text: "Which database?", header: "Database",
                    options: [
                        .init(label: "SQLite", description: "One file"),
                        .init(label: "PostgreSQL", description: "A server"),
                    ], allowsText: false),
                Question(
                    text: "Which features?", header: "Features",
                    options: [.init(label: "Search"), .init(label: "Export"), .init(label: "Import")], multiSelect: true
                ),
            ])
        let input = try CanonicalJSON.decode(JSONValue.self, from: draft.content.input.utf8)
        #expect(input["tool_input"] == ["questions": Self.questions])
    }

    static let answers: [(Answer, String)] = [
        (
            .replies([Reply(selected: ["SQLite"]), Reply(selected: ["Search", "Import"])]),
            #"{"answers":[["SQLite"],["Search","Import"]]}"#
        ),
        (
            .replies([Reply(selected: ["PostgreSQL"]), Reply(selected: ["Export"], text: "and, \"sync\"")]),
            #"{"answers":[["PostgreSQL"],["Export","and, \"sync\""]]}"#
        ),
        (.replies([Reply(selected: ["SQLite"]), Reply(text: "None")]), #"{"answers":[["SQLite"],["None"]]}"#),
        (.deny(message: "Not now"), #"{"message":"Not now","reply":"reject"}"#),
        (.deny(message: nil, interrupt: true), #"{"message":"Denied from phone","reply":"reject"}"#),
        // None of these answers fits the questions.
        (.approve, ""), (.approveAndRemember([]), ""), (.replies([]), ""),
        (.replies([Reply(selected: ["SQLite"])]), ""),
        (.replies([Reply(text: "DuckDB"), Reply(selected: ["Search"])]), ""),
        (.replies([Reply(selected: ["SQLite", "PostgreSQL"]), Reply(selected: ["Search"])]), ""),
        (.replies([Reply(selected: ["Oracle"]), Reply(selected: ["Search"])]), ""),
        (.replies([Reply(selected: ["SQLite"]), Reply()]), ""),
    ]

    @Test(
        "Each reply is a body that OpenCode's server accepts, and an answer that does not fit is rejected",
        arguments: answers)
    func answer(_ row: (Answer, String)) throws {
        let draft = try HookText.draft(from: Self.asked(), .opencode)
        let ask = try phone.answered(draft.content, with: row.0)
        let verdict = AnswerVerification(keys: [phone.id: phone.publicKey])
            .verify(ask, askedAbout: draft.content.inputDigest)
        let reply = HookReply(to: draft, verdict)
        #expect(String(decoding: reply.standardOutput, as: UTF8.self) == row.1)
        #expect((reply.remark == nil) == !row.1.isEmpty)
    }

    @Test(
        "Questions that cannot be asked on a phone are left to the terminal",
        arguments: [
            [], "Which?", .null, [[:]], [["question": ""]], [["question": "Same?"], ["question": "Same?"]],
            [["question": "Which?", "options": [["label": "a"], ["label": "a"]]]],
            .array((0...APILimits.questions).map { ["question": .string("\($0)?")] }),
        ] as [JSONValue])
    func unusable(_ questions: JSONValue) throws {
        #expect(throws: HookProblem.missing(field: "tool_input.questions")) {
            try HookText.draft(from: Self.asked(questions), .opencode)
        }
    }

    @Test("A permission to ask is a permission, and another agent's event of that name is ignored")
    func permission() throws {
        let bytes = try HookText.permission(.opencode, tool: "question", ["questions": Self.questions])
        let draft = try HookText.draft(from: bytes, .opencode)
        #expect(draft.content.isApproval && draft.dialect == .openCode)
        let foreign = try HookText.event(
            .claude, "QuestionAsked", ["tool_name": "question", "tool_input": ["questions": Self.questions]])
        #expect(throws: HookText.NoAsk.self) { try HookText.draft(from: foreign) }
    }

    @Test(
        "An answer or dismissal in the terminal ends that question only",
        arguments: ["question.replied", "question.rejected", "question.v2.replied", "question.v2.rejected"])
    func settled(_ name: String) throws {
        let call = try #require(ToolCall(of: HookInput(Self.asked(), from: .opencode)))
        for (id, ends) in [("que_1", true), ("que_2", false)] {
            let input = try HookInput(Self.event(name, ["requestID": .string(id)]), from: .opencode)
            #expect(HookSessionEvent(of: input)?.ends(call) == ends)
            #expect(throws: HookText.NoAsk.self) { try HookText.draft(from: Self.event(name, [:]), .opencode) }
        }
        // The tool's own events have other names.
        let used = try HookInput(
            Self.event("tool.execute.before", ["tool": "question", "callID": "call_1", "args": [:]]), from: .opencode)
        #expect(HookSessionEvent(of: used)?.ends(call) == false)
    }
}
