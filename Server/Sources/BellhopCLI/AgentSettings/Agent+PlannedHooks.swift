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

    /// Timeouts in seconds. Those that wait are the ones whose order among each other matters.
    private static let claudeHooks = [
        PlannedHook("PermissionRequest", timeout: 600, status: "Asking your phone"),
        PlannedHook("PreToolUse", isAsync: true),
        PlannedHook("PostToolUse", isAsync: true),
        PlannedHook("PostToolUseFailure", isAsync: true),
        PlannedHook("PermissionDenied", isAsync: true),
        // Claude Code shows its own form only when the hook has ended.
        PlannedHook("Elicitation", timeout: 60, status: "Asking your phone", wait: 45),
        PlannedHook("Notification", isAsync: true),
        PlannedHook("Stop", timeout: 30),
        PlannedHook("StopFailure", timeout: 30),
        PlannedHook("SubagentStop", isAsync: true),
        PlannedHook("UserPromptSubmit", isAsync: true),
        PlannedHook("SessionStart", isAsync: true),
        // Its timeout raises the 1.5 s that all hooks of this event share.
        PlannedHook("SessionEnd", timeout: 10),
    ]

    /// Timeouts in seconds; 3 is the most that the end of a session may take.
    private static let codexHooks = [
        PlannedHook("PermissionRequest", timeout: 60, status: "Asking your phone"),
        PlannedHook("UserPromptSubmit", timeout: 10),
        PlannedHook("PreToolUse", timeout: 10),
        PlannedHook("PostToolUse", timeout: 10),
        PlannedHook("Stop", timeout: 30),
        PlannedHook("SubagentStop", timeout: 10),
        PlannedHook("Interrupt", timeout: 3),
        PlannedHook("SessionEnd", timeout: 3),
    ]

    /// Timeouts in milliseconds. Asked about are the tools that change something.
    private static let geminiHooks = [
        PlannedHook("BeforeTool", matcher: "run_shell_command|write_file|replace|mcp_.*", timeout: 300_000),
        PlannedHook("AfterTool", timeout: 10_000),
        PlannedHook("BeforeAgent", timeout: 10_000),
        PlannedHook("AfterAgent", timeout: 30_000),
        PlannedHook("SessionStart", timeout: 10_000),
        PlannedHook("SessionEnd", timeout: 5_000),
        PlannedHook("Notification", timeout: 10_000),
    ]
}
