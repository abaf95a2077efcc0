import BellhopAgents

/// What each agent's hook gets on standard input when it wants to run a command, in the form of its own contract.
enum DemoPayload {
    static func permissionRequest(of agent: Agent) -> String {
        switch agent {
        case .claude:
            """
            {"session_id":"demo-session","prompt_id":"demo-prompt","transcript_path":"/home/you/.claude/demo.jsonl",\
            "cwd":"/home/you/weather-app","permission_mode":"default","hook_event_name":"PermissionRequest",\
            "tool_name":"Bash","tool_input":{"command":"npm test && git push --force origin main",\
            "description":"Run the tests, then publish"}}
            """
        case .codex:
            """
            {"session_id":"demo-session","turn_id":"demo-turn","transcript_path":null,"cwd":"/home/you/weather-app",\
            "hook_event_name":"PermissionRequest","model":"gpt","permission_mode":"default","tool_name":"Bash",\
            "tool_input":{"command":"npm test && git push --force origin main","description":"Run the tests, then publish"}}
            """
        case .gemini:
            """
            {"session_id":"demo-session","transcript_path":"/home/you/.gemini/demo.json","cwd":"/home/you/weather-app",\
            "hook_event_name":"BeforeTool","timestamp":"2026-11-21T12:00:00.000Z","tool_name":"run_shell_command",\
            "tool_input":{"command":"npm test && git push --force origin main","description":"Run the tests, then publish"}}
            """
        case .opencode:
            """
            {"hook_event_name":"permission.asked","cwd":"/home/you/weather-app","properties":{"id":"per_demo",\
            "sessionID":"ses_demo","permission":"bash","patterns":["npm test","git push --force origin main"],\
            "metadata":{"command":"npm test && git push --force origin main"},"always":["npm test*"]}}
            """
        }
    }
}
