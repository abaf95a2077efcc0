import BellhopAgents

/// What each agent's hook gets on standard input when it wants to run a command, in the form of its own contract.
enum DemoPayload {
    static func permissionRequest(of agent: Agent) -> String {
        switch agent {
        case .codex:
            """
            {"session_id":"demo-session","turn_id":"demo-turn","transcript_path":null,"cwd":"/home/you/weather-app",\
            "hook_event_name":"PermissionRequest","model":"gpt","permission_mode":"default","tool_name":"Bash",\
            "tool_input":{"command":"npm test && git push origin main","description":"Run the tests, then publish"}}
            """
        default:
            """
            {"session_id":"demo-session","prompt_id":"demo-prompt","transcript_path":"/home/you/.claude/demo.jsonl",\
            "cwd":"/home/you/weather-app","permission_mode":"default","hook_event_name":"PermissionRequest",\
            "tool_name":"Bash","tool_input":{"command":"npm test && git push origin main",\
            "description":"Run the tests, then publish"}}
            """
        }
    }
}
