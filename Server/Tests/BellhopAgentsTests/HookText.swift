import BellhopAgents
import BellhopModel

/// Hook input built from fields.
enum HookText {
    /// The hook input for a permission, in the agent's own format.
    static func permission(
        _ agent: Agent, tool: String, _ input: JSONValue, adding more: [String: JSONValue] = [:]
    ) throws -> [UInt8] {
        let call: [String: JSONValue] = ["tool_name": .string(tool), "tool_input": input]
        return switch agent {
        case .claude, .codex: try event(agent, "PermissionRequest", call.merging(more) { $1 })
        case .gemini: try event(agent, "BeforeTool", call.merging(more) { $1 })
        case .opencode:
            try event(
                agent, "permission.asked",
                [
                    "properties": [
                        "id": "per_1", "sessionID": "s-1", "permission": .string(tool), "metadata": input,
                        "always": ["*"],
                    ]
                ].merging(more) { $1 })
        }
    }

    static func event(_ agent: Agent, _ name: String, _ fields: [String: JSONValue] = [:]) throws -> [UInt8] {
        var object: [String: JSONValue] = [
            "session_id": "s-1", "cwd": "/home/user/shop", "hook_event_name": .string(name),
            "permission_mode": "default",
        ]
        switch agent {
        case .claude:
            object["prompt_id"] = "p-7"
            object["transcript_path"] = "/home/user/.claude/projects/shop/s-1.jsonl"
        case .codex:
            object["turn_id"] = "t-7"
            object["model"] = "gpt-6"
            object["transcript_path"] = nil
        case .gemini:
            object["timestamp"] = "2026-11-21T12:00:00.000Z"
        case .opencode:
            break
        }
        return try CanonicalJSON.encode(JSONValue.object(object.merging(fields) { $1 }))
    }

    static func draft(_ agent: Agent, tool: String, _ input: JSONValue) throws -> AskDraft {
        try draft(from: permission(agent, tool: tool, input), agent)
    }

    static func draft(from bytes: [UInt8], _ agent: Agent = .claude) throws -> AskDraft {
        let intent = try HookIntent(of: HookInput(bytes, from: agent), host: "studio", isGate: agent.isGate)
        guard case .ask(let draft) = intent else { throw NoAsk(intent: intent) }
        return draft
    }

    struct NoAsk: Error { var intent: HookIntent }

    static let bash: JSONValue = ["command": "npm test", "description": "Run the tests"]

    static let questions: JSONValue = [
        "questions": [
            [
                "question": "Which database?", "header": "Database", "multiSelect": false,
                "options": [
                    ["label": "SQLite", "description": "One file"],
                    ["label": "PostgreSQL", "description": "A server"],
                ],
            ],
            [
                "question": "Which features?", "header": "Features", "multiSelect": true,
                "options": [["label": "Search"], ["label": "Export"], ["label": "Import"]],
            ],
        ]
    ]
    static let plan: JSONValue = ["plan": "# Plan\n1. Read\n2. Write", "planFilePath": "/home/user/plans/a.md"]
}
