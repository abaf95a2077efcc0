import BellhopModel

/// OpenCode's events as its plugin passes them on: `{"hook_event_name": TYPE, "cwd": …, "properties": {…}}`, with the
/// properties as OpenCode has them (opencode.ai/docs/plugins, `Event` of @opencode-ai/sdk).
enum OpenCodeDialect {
    static func canonical(_ fields: [String: JSONValue]) -> [String: JSONValue] {
        guard let event = fields["hook_event_name"]?.string else { return fields }
        let properties = fields["properties"]?.object ?? [:]
        var canonical = fields
        canonical["hook_event_name"] = .string(events[event] ?? event)
        canonical["session_id"] = fields["session_id"] ?? properties["sessionID"]
        switch event {
        case "permission.asked", "permission.v2.asked", "permission.updated":
            canonical["tool_name"] = properties["permission"] ?? properties["type"]
            canonical["tool_use_id"] = properties["id"]
            canonical["tool_input"] = .object(input(properties))
        case "question.asked", "question.v2.asked":
            canonical["tool_name"] = "question"
            canonical["tool_use_id"] = properties["id"]
            canonical["tool_input"] = .object(["questions": properties["questions"] ?? .null])
        case _ where events[event] == "PromptAnswered":
            canonical["tool_name"] = .string(String(event.prefix { $0 != "." }))
            canonical["tool_use_id"] = properties["requestID"] ?? properties["permissionID"]
        case "session.error":
            canonical["error"] = properties["error"]?["name"]
            canonical["error_details"] = properties["error"]?["data"]?["message"]
        case "todo.updated":
            canonical["tool_name"] = "TodoWrite"
            canonical["tool_input"] = .object(["todos": properties["todos"] ?? []])
        case "tool.execute.before", "tool.execute.after":
            canonical["tool_name"] = properties["tool"]
            canonical["tool_use_id"] = properties["callID"]
            canonical["tool_input"] = properties["args"]
        default: break
        }
        return canonical
    }

    private static let events = [
        "permission.asked": "PermissionRequest", "permission.v2.asked": "PermissionRequest",
        "permission.updated": "PermissionRequest", "permission.replied": "PromptAnswered",
        "permission.v2.replied": "PromptAnswered", "question.asked": "QuestionAsked",
        "question.v2.asked": "QuestionAsked", "question.replied": "PromptAnswered",
        "question.v2.replied": "PromptAnswered", "question.rejected": "PromptAnswered",
        "question.v2.rejected": "PromptAnswered", "session.created": "SessionStart", "session.deleted": "SessionEnd",
        "session.idle": "Stop", "session.error": "StopFailure", "chat.message": "UserPromptSubmit",
        "todo.updated": "PostToolUse", "tool.execute.before": "PreToolUse", "tool.execute.after": "PostToolUse",
    ]

    /// What the tool is given, as far as the request tells: what it matches, and what the tool says of itself.
    private static func input(_ properties: [String: JSONValue]) -> [String: JSONValue] {
        var input = properties["metadata"]?.object ?? [:]
        input["patterns"] = properties["patterns"] ?? properties["pattern"]
        input["title"] = properties["title"]
        return input
    }
}
