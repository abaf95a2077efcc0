import BellhopModel

/// Renames an agent's fields to those of Claude Code's hooks, which most agents have adopted.
///
/// Fields without an equivalent keep their names.
enum HookFields {
    static func canonical(_ fields: [String: JSONValue], of agent: Agent) -> [String: JSONValue] {
        switch agent {
        case .claude: fields
        case .codex: CodexDialect.canonical(fields)
        case .gemini: GeminiDialect.canonical(fields)
        case .opencode: OpenCodeDialect.canonical(fields)
        }
    }
}

/// Codex' hooks use Claude Code's names. Its older `notify` program gets one kind of event with other names (openai/codex,
/// codex-rs/hooks/src/legacy_notify.rs).
enum CodexDialect {
    static func canonical(_ fields: [String: JSONValue]) -> [String: JSONValue] {
        guard fields["hook_event_name"] == nil, let type = fields["type"]?.string else { return fields }
        var canonical = fields
        canonical["hook_event_name"] = .string(type == "agent-turn-complete" ? "Stop" : type)
        canonical["session_id"] = fields["thread-id"]
        canonical["turn_id"] = fields["turn-id"]
        canonical["last_assistant_message"] = fields["last-assistant-message"]
        return canonical
    }
}

/// Gemini CLI's events (google-gemini/gemini-cli, docs/hooks/reference.md).
enum GeminiDialect {
    static func canonical(_ fields: [String: JSONValue]) -> [String: JSONValue] {
        guard let event = fields["hook_event_name"]?.string else { return fields }
        var canonical = fields
        canonical["hook_event_name"] = .string(events[event] ?? event)
        switch event {
        case "AfterAgent": canonical["last_assistant_message"] = fields["prompt_response"]
        case "Notification": canonical["message"] = prompt(fields["details"]) ?? fields["message"]
        default: break
        }
        return canonical
    }

    private static let events = [
        "BeforeTool": "PreToolUse", "AfterTool": "PostToolUse", "BeforeAgent": "UserPromptSubmit",
        "AfterAgent": "Stop", "PreCompress": "PreCompact",
    ]

    /// Returns whether complete input without an event name is not of `BeforeTool`: it has a tool's result, or no tool and the
    /// fields of other events. The field names are Gemini's own; the model writes only their values.
    static func isNotBeforeTool(_ bytes: [UInt8]) -> Bool {
        guard let fields = JSONValue(bounded: bytes)?.object?.keys,
            !fields.contains("hook_event_name")
        else { return false }
        if fields.contains("tool_response") { return true }
        return !fields.contains("tool_name") && !fields.contains("tool_input")
            && !fieldsOfReports.isDisjoint(with: fields)
    }

    /// Fields of AfterAgent, BeforeAgent, Notification, PreCompress, SessionStart and SessionEnd.
    private static let fieldsOfReports: Set = [
        "prompt", "prompt_response", "notification_type", "trigger", "source", "reason",
    ]

    /// The subject of the prompt in the terminal.
    private static func prompt(_ details: JSONValue?) -> JSONValue? {
        let title = details?["title"]?.string
        let subject = details?["command"]?.string ?? details?["filePath"]?.string ?? details?["fileName"]?.string
        let words = [title, subject].compactMap(\.self)
        return words.isEmpty ? nil : .string(words.joined(separator: "\n"))
    }
}

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

    /// The tool's input as far as the request contains it: the matched patterns and the tool's metadata.
    private static func input(_ properties: [String: JSONValue]) -> [String: JSONValue] {
        var input = properties["metadata"]?.object ?? [:]
        input["patterns"] = properties["patterns"] ?? properties["pattern"]
        input["title"] = properties["title"]
        return input
    }
}
