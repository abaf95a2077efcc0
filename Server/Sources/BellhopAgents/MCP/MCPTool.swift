import BellhopModel

/// A tool that `bellhop mcp` offers.
enum MCPTool: String, CaseIterable {
    case ask, notify, approve

    /// The entry in the response to `tools/list` for a client that uses `version`.
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
        case .ask: "Ask the user on their phone"
        case .notify: "Notify the user on their phone"
        case .approve: "Get a tool use approved on the phone"
        }
    }

    private var description: String {
        switch self {
        case .ask:
            """
            Asks the user, who may be away from this computer, one or several questions, and waits for the answer. Use it \
            when you cannot continue without a decision or a fact that only the user has. Offer options when you can; the \
            user may always type another answer unless allow_text is false.
            """
        case .notify:
            """
            Sends a notification to the user's phone and does not wait: long work is done, or has failed. Use ask for \
            everything that needs an answer.
            """
        case .approve:
            """
            Asks the user to approve or deny the use of a tool. Made for Claude Code's --permission-prompt-tool; it returns \
            {"behavior":"allow","updatedInput":…} or {"behavior":"deny","message":…} and denies without an approval.
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

/// Schemas in the part of JSON Schema that all clients support: no references, no conditions.
extension MCPTool {
    var inputSchema: JSONValue {
        switch self {
        case .ask:
            Self.object(
                [
                    "question": Self.text("The question. Omit it with questions."),
                    "options": Self.options,
                    "multi_select": Self.flag("More than one option may be chosen."),
                    "allow_text": Self.flag("The user may type another answer. Default: true."),
                    "details": Self.text("The background that the user needs to answer."),
                    "questions": [
                        "type": "array", "minItems": 1, "maxItems": .integer(Int64(APILimits.questions)),
                        "description": "Several questions at once, instead of question.",
                        "items": Self.object(
                            [
                                "question": Self.text("The question."),
                                "header": Self.text("A word or two above it."),
                                "options": Self.options,
                                "multi_select": Self.flag("More than one option may be chosen."),
                                "allow_text": Self.flag("The user may type another answer. Default: true."),
                            ], required: ["question"]),
                    ],
                ])
        case .notify:
            Self.object(
                [
                    "title": Self.text("A few words."), "body": Self.text("The message, in a sentence or two."),
                    "level": [
                        "type": "string", "enum": .array(NotificationLevel.allCases.map { .string($0.rawValue) }),
                        "description": "The kind of notification. Default: info.",
                    ],
                ], required: ["title", "body"])
        case .approve:
            Self.object(
                [
                    "tool_name": Self.text("The tool to be used."),
                    "input": ["type": "object", "description": "The tool's input."],
                    "tool_use_id": Self.text("The identifier of this use."),
                ], required: ["tool_name", "input"])
        }
    }

    /// `nil` for `approve`, whose caller reads the text.
    var outputSchema: JSONValue? {
        switch self {
        case .ask:
            Self.object(
                [
                    "answers": [
                        "type": "array", "description": "One per question, in order.",
                        "items": Self.object(
                            [
                                "question": Self.text("The question."),
                                "selected": [
                                    "type": "array", "items": ["type": "string"], "description": "The chosen options.",
                                ],
                                "text": Self.text("The typed text, if any."),
                            ], required: ["question", "selected"]),
                    ]
                ], required: ["answers"])
        case .notify:
            Self.object(
                ["notification_id": Self.text("The identifier of the notification.")], required: ["notification_id"])
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
