import BellhopAgents

extension Agent {
    /// Empty for OpenCode, which has a plugin instead.
    var plannedHooks: [PlannedHook] {
        switch self {
        case .claude: Self.claudeHooks
        case .codex: Self.codexHooks
        case .gemini: Self.geminiHooks
        case .opencode: []
        }
    }

    /// Those that wait are the ones whose order among each other matters.
    private static let claudeHooks = [
        PlannedHook("PermissionRequest", timeout: .seconds(600), status: "Asking your phone"),
        PlannedHook("PreToolUse", isAsync: true),
        PlannedHook("PostToolUse", isAsync: true),
        PlannedHook("PostToolUseFailure", isAsync: true),
        PlannedHook("PermissionDenied", isAsync: true),
        // Claude Code shows its own form only when the hook has ended.
        PlannedHook("Elicitation", timeout: .seconds(60), status: "Asking your phone", wait: .seconds(45)),
        PlannedHook("Notification", isAsync: true),
        PlannedHook("Stop", timeout: .seconds(30)),
        PlannedHook("StopFailure", timeout: .seconds(30)),
        PlannedHook("SubagentStop", isAsync: true),
        PlannedHook("UserPromptSubmit", isAsync: true),
        PlannedHook("SessionStart", isAsync: true),
        // Its timeout raises the 1.5 s that all hooks of this event share.
        PlannedHook("SessionEnd", timeout: .seconds(10)),
    ]

    /// 3 s is the most that the end of a session may take.
    private static let codexHooks = [
        PlannedHook("PermissionRequest", timeout: .seconds(60), status: "Asking your phone"),
        PlannedHook("UserPromptSubmit", timeout: .seconds(10)),
        PlannedHook("PreToolUse", timeout: .seconds(10)),
        PlannedHook("PostToolUse", timeout: .seconds(10)),
        PlannedHook("Stop", timeout: .seconds(30)),
        PlannedHook("SubagentStop", timeout: .seconds(10)),
        PlannedHook("Interrupt", timeout: .seconds(3)),
        PlannedHook("SessionEnd", timeout: .seconds(3)),
    ]

    /// Asked about are the tools that change something.
    private static let geminiHooks = [
        PlannedHook("BeforeTool", matcher: "run_shell_command|write_file|replace|mcp_.*", timeout: .seconds(300)),
        PlannedHook("AfterTool", timeout: .seconds(10)),
        PlannedHook("BeforeAgent", timeout: .seconds(10)),
        PlannedHook("AfterAgent", timeout: .seconds(30)),
        PlannedHook("SessionStart", timeout: .seconds(10)),
        PlannedHook("SessionEnd", timeout: .seconds(5)),
        PlannedHook("Notification", timeout: .seconds(10)),
    ]
}
