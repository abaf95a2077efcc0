import BellhopModel

/// A tool that `bellhop mcp` offers.
enum MCPTool: String, CaseIterable {
    case ask, notify, approve

    /// As `tools/list` says it to a client that talks in `version`.
    func json(in version: MCPVersion) -> JSONValue {
        var tool: [String: JSONValue] = [
            "name": .string(rawValue), "description": .string(description), "inputSchema": inputSchema,
        ]
        if version >= .annotated { tool["annotations"] = annotations }
        if version >= .structured {
            tool["title"] = .string(title)
            tool["outputSchema"] = outputSchema
        }
        return .object(tool)
    }

    private var title: String {
        switch self {
        case .ask: "Ask the person on their phone"
        case .notify: "Tell the person on their phone"
        case .approve: "Get a tool use approved on the phone"
        }
    }

    private var description: String {
        switch self {
        case .ask:
            """
            Asks the person, who may be away from this computer, one question or several, and waits for the answer. Use \
            it when you cannot go on without a decision or a fact that only the person has. Offer options where you \
            can; the person may always type an answer of their own unless allow_text is false.
            """
        case .notify:
            """
            Tells the person something on their phone and does not wait: that long work is done, or has failed. For what \
            needs an answer use ask.
            """
        case .approve:
            """
            Asks the person to approve or deny the use of a tool. Made for Claude Code's --permission-prompt-tool; it \
            answers {"behavior":"allow","updatedInput":…} or {"behavior":"deny","message":…} and denies whenever no \
            approval was given.
            """
        }
    }

    private var annotations: JSONValue {
        switch self {
        case .ask, .approve: ["title": .string(title), "readOnlyHint": true, "openWorldHint": true]
        case .notify:
            [
                "title": .string(title), "readOnlyHint": false, "destructiveHint": false, "idempotentHint": false,
                "openWorldHint": true,
            ]
        }
    }
}

/// In JSON Schema, as far as all clients read it: no references, no conditions.
extension MCPTool {
    var inputSchema: JSONValue {
        switch self {
        case .ask:
            Self.object(
                [
                    "question": Self.text("The question. Leave it out when there is a list of questions."),
                    "options": Self.options,
                    "multi_select": Self.flag("More than one option may be chosen."),
                    "allow_text": Self.flag("The person may type an answer of their own. True unless given."),
                    "details": Self.text("What the person should know to answer."),
                    "questions": [
                        "type": "array", "minItems": 1, "maxItems": .integer(Int64(APILimits.questions)),
                        "description": "Several questions at once, instead of question.",
                        "items": Self.object(
                            [
                                "question": Self.text("The question."),
                                "header": Self.text("A word or two above it."),
                                "options": Self.options,
                                "multi_select": Self.flag("More than one option may be chosen."),
                                "allow_text": Self.flag("The person may type an answer. True unless given."),
                            ], required: ["question"]),
                    ],
                ])
        case .notify:
            Self.object(
                [
                    "title": Self.text("A few words."), "body": Self.text("What to tell, in a sentence or two."),
                    "level": [
                        "type": "string", "enum": .array(NoticeLevel.allCases.map { .string($0.rawValue) }),
                        "description": "What kind of news it is. info unless given.",
                    ],
                ], required: ["title", "body"])
        case .approve:
            Self.object(
                [
                    "tool_name": Self.text("The tool to be used."),
                    "input": ["type": "object", "description": "What it is to be used with."],
                    "tool_use_id": Self.text("What names this use."),
                ], required: ["tool_name", "input"])
        }
    }

    /// `nil` for `approve`: its caller reads the text.
    var outputSchema: JSONValue? {
        switch self {
        case .ask:
            Self.object(
                [
                    "answers": [
                        "type": "array", "description": "One for each question, in their order.",
                        "items": Self.object(
                            [
                                "question": Self.text("The question."),
                                "selected": [
                                    "type": "array", "items": ["type": "string"], "description": "The chosen options.",
                                ],
                                "text": Self.text("What the person typed, if anything."),
                            ], required: ["question", "selected"]),
                    ]
                ], required: ["answers"])
        case .notify:
            Self.object(["notification_id": Self.text("What names the notification.")], required: ["notification_id"])
        case .approve: nil
        }
    }

    private static let options: JSONValue = [
        "type": "array", "maxItems": .integer(Int64(APILimits.options)), "items": ["type": "string"],
        "description": "Answers to choose from, short and different from each other.",
    ]

    private static func object(_ properties: [String: JSONValue], required: [JSONValue] = []) -> JSONValue {
        var schema: [String: JSONValue] = ["type": "object", "properties": .object(properties)]
        if !required.isEmpty { schema["required"] = .array(required) }
        return .object(schema)
    }

    private static func text(_ description: String) -> JSONValue {
        ["type": "string", "description": .string(description)]
    }

    private static func flag(_ description: String) -> JSONValue {
        ["type": "boolean", "description": .string(description)]
    }
}
