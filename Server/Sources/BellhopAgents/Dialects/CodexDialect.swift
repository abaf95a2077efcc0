import BellhopModel

/// Codex' hooks are named like Claude Code's. Its older `notify` program is not: it gets one kind of event, with dashes in
/// its names (openai/codex, codex-rs/hooks/src/legacy_notify.rs).
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
