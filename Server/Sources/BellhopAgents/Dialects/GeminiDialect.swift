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

    /// What the prompt in the terminal is about.
    private static func prompt(_ details: JSONValue?) -> JSONValue? {
        let title = details?["title"]?.string
        let subject = details?["command"]?.string ?? details?["filePath"]?.string ?? details?["fileName"]?.string
        let words = [title, subject].compactMap(\.self)
        return words.isEmpty ? nil : .string(words.joined(separator: "\n"))
    }
}
