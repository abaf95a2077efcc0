import BellhopModel

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

    /// Whether a whole input that names no event is yet none of `BeforeTool`: it is about a tool that has run, or about no
    /// tool and has in it what other events tell. Its fields are Gemini's own; what a model writes stands inside them.
    static func isNoToolToCome(_ bytes: [UInt8]) -> Bool {
        guard let fields = JSONValue(bounded: bytes)?.object?.keys,
            !fields.contains("hook_event_name")
        else { return false }
        if fields.contains("tool_response") { return true }
        return !fields.contains("tool_name") && !fields.contains("tool_input") && !told.isDisjoint(with: fields)
    }

    /// Of AfterAgent, BeforeAgent, Notification, PreCompress, SessionStart and SessionEnd.
    private static let told: Set = ["prompt", "prompt_response", "notification_type", "trigger", "source", "reason"]

    /// What the prompt in the terminal is about.
    private static func prompt(_ details: JSONValue?) -> JSONValue? {
        let title = details?["title"]?.string
        let subject = details?["command"]?.string ?? details?["filePath"]?.string ?? details?["fileName"]?.string
        let words = [title, subject].compactMap(\.self)
        return words.isEmpty ? nil : .string(words.joined(separator: "\n"))
    }
}
