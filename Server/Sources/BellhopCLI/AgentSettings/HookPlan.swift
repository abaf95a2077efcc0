import BellhopAgents
import BellhopModel

/// The hooks to install for one agent, and their entries in its settings.
struct HookPlan: Hashable, Sendable {
    let agent: Agent
    /// The path of the tool, or its name when the agent finds it on the PATH.
    let program: String
    /// The configuration folder for the hooks; `nil` leaves it to their environment.
    var config: String?

    var hooks: [PlannedHook] { agent.plannedHooks }

    /// An entry of an event's list.
    func group(of hook: PlannedHook) -> JSONDraft {
        let matcher = hook.matcher.map { [JSONDraft.Member("matcher", .text($0))] } ?? []
        return .object(matcher + [.init("hooks", .list([.object(handler(of: hook))]))])
    }

    /// - Parameter options: the user's own options, appended to Bellhop's.
    func handler(of hook: PlannedHook, options: [String] = []) -> [JSONDraft.Member] {
        var members: [JSONDraft.Member] = agent == .gemini ? [.init("name", .text("bellhop"))] : []
        members.append(.init("type", .text("command")))
        members += command(of: hook, options: options)
        if let timeout = hook.timeout { members.append(.init("timeout", .number(number(of: timeout)))) }
        if hook.isAsync { members.append(.init("async", .flag(true))) }
        if let status = hook.status { members.append(.init("statusMessage", .text(status))) }
        return members
    }

    /// The members that name the command. Claude Code starts a program with `args` without a shell
    /// (code.claude.com/docs/en/hooks); the other agents support only a shell command line.
    func command(of hook: PlannedHook, options: [String] = []) -> [JSONDraft.Member] {
        // The plan's configuration folder replaces the one in the options: all hooks use the same.
        let own = config == nil ? options : HookCommandLine.withoutConfig(options)
        let wait = own.isEmpty ? hook.wait.map { ["--wait", String($0.components.seconds)] } ?? [] : []
        let words =
            (HookCommandLine.arguments(of: program, for: agent) ?? ["hook", agent.rawValue])
            + (config.map { ["--config", $0] } ?? []) + wait + own
        guard agent != .claude else {
            return [.init("command", .text(program)), .init("args", .list(words.map(JSONDraft.text)))]
        }
        let line = ([program] + words).map(ShellWords.quoted).joined(separator: " ")
        let isGate = agent.isGate && hook.event == "BeforeTool"
        return [.init("command", .text(isGate ? Self.gate(line) : line))]
    }

    /// The value of `hooks` with all hooks of the plan.
    var draft: JSONDraft { draft(of: hooks) }

    func draft(of hooks: [PlannedHook]) -> JSONDraft { .object(hooks.map { .init($0.event, .list([group(of: $0)])) }) }

    /// The prefix of a gate's shell command line.
    static let gateOpening = "o=$("

    /// Wraps the hook in a shell command line that denies unless the hook prints a whole JSON object. Gemini CLI allows the
    /// tool when a hook fails, is missing or prints nothing, and also when it prints half an object, which is then text with
    /// exit code 0 (google-gemini/gemini-cli, packages/core/src/hooks/hookRunner.ts).
    private static func gate(_ line: String) -> String {
        let deny = #"{"decision":"deny","reason":"Not approved: Bellhop did not run. See `bellhop doctor`."}"#
        return
            "\(gateOpening)\(line)) || o=; case $o in '{'*'}') printf %s \"$o\";; *) printf %s \(ShellWords.quoted(deny));; esac"
    }
}

// Conversions of an entry's `timeout`, the time that the agent waits for a hook.
extension HookPlan {
    /// `timeout` in the unit of the agent's settings.
    func number(of timeout: Duration) -> Int { Int((timeout / unit).rounded()) }

    /// - Parameter handler: an entry of the agent's settings.
    /// - Returns: the agent's default timeout when the entry has none.
    func timeout(of handler: JSONValue) -> Duration {
        // Limited to what fits into a `Duration`.
        handler["timeout"]?.number.map { unit * min(max($0, 0), 1e12) } ?? defaultTimeout
    }

    /// code.claude.com/docs/en/hooks; developers.openai.com/codex/hooks; google-gemini/gemini-cli, docs/hooks/reference.md.
    private var unit: Duration {
        switch agent {
        case .claude, .codex, .opencode: .seconds(1)
        case .gemini: .milliseconds(1)
        }
    }

    private var defaultTimeout: Duration {
        switch agent {
        case .claude, .codex, .opencode: .seconds(600)
        case .gemini: .seconds(60)
        }
    }
}

/// A hook to install for one event of an agent.
struct PlannedHook: Hashable, Sendable {
    let event: String
    /// The pattern of the tools that the hook applies to; `nil` for all tools.
    var matcher: String?
    /// The time that the agent waits for the hook; `nil` for the agent's default.
    var timeout: Duration?
    /// The agent does not wait for the hook.
    var isAsync = false
    /// The text that the agent shows while it waits.
    var status: String?
    /// The time that the hook waits for the phone, in whole seconds; `nil` for the hook's default.
    var wait: Duration?

    init(
        _ event: String, matcher: String? = nil, timeout: Duration? = nil, isAsync: Bool = false, status: String? = nil,
        wait: Duration? = nil
    ) {
        self.event = event
        self.matcher = matcher
        self.timeout = timeout
        self.isAsync = isAsync
        self.status = status
        self.wait = wait
    }
}

extension Agent {
    /// The hooks to install; empty for OpenCode, which has a plugin instead.
    var plannedHooks: [PlannedHook] {
        switch self {
        case .claude: Self.claudeHooks
        case .codex: Self.codexHooks
        case .gemini: Self.geminiHooks
        case .opencode: []
        }
    }

    /// The hooks of Claude Code. Only hooks whose order matters are synchronous.
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

    /// The hooks of Codex. Codex allows 3 s at the end of a session.
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

    /// The hooks of Gemini CLI, which ask about tools that change something.
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
