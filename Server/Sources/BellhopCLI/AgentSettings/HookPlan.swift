import BellhopAgents

/// The hooks of one agent, and how its settings name them.
struct HookPlan: Hashable, Sendable {
    let agent: Agent
    /// The path of the tool, or its name where the agent finds it by itself.
    let program: String
    /// The folder of the configuration that the hooks use; `nil` leaves it to their environment.
    var config: String?

    var hooks: [PlannedHook] { agent.plannedHooks }

    /// An entry of an event's list.
    func group(of hook: PlannedHook) -> JSONDraft {
        let matcher = hook.matcher.map { [JSONDraft.Member("matcher", .text($0))] } ?? []
        return .object(matcher + [.init("hooks", .list([.object(handler(of: hook))]))])
    }

    /// - Parameter options: of the person's own, behind ours.
    func handler(of hook: PlannedHook, options: [String] = []) -> [JSONDraft.Member] {
        var members: [JSONDraft.Member] = agent == .gemini ? [.init("name", .text("bellhop"))] : []
        members.append(.init("type", .text("command")))
        members += call(of: hook, options: options)
        if let timeout = hook.timeout { members.append(.init("timeout", .number(number(of: timeout)))) }
        if hook.isAsync { members.append(.init("async", .flag(true))) }
        if let status = hook.status { members.append(.init("statusMessage", .text(status))) }
        return members
    }

    /// What is run. Claude Code starts a program with `args` without a shell (code.claude.com/docs/en/hooks); the others
    /// know a line for a shell only.
    func call(of hook: PlannedHook, options: [String] = []) -> [JSONDraft.Member] {
        // Which configuration counts is ours to say, once for all hooks.
        let own = config == nil ? options : OwnCall.withoutConfig(options)
        let wait = own.isEmpty ? hook.wait.map { ["--wait", String($0.components.seconds)] } ?? [] : []
        let words =
            (OwnCall.words(behind: program, for: agent) ?? ["hook", agent.rawValue])
            + (config.map { ["--config", $0] } ?? []) + wait + own
        guard agent != .claude else {
            return [.init("command", .text(program)), .init("args", .list(words.map(JSONDraft.text)))]
        }
        let line = ([program] + words).map(ShellWords.quoted).joined(separator: " ")
        let isGate = agent.isGate && hook.event == "BeforeTool"
        return [.init("command", .text(isGate ? Self.gate(line) : line))]
    }

    /// All of them, as the value of `hooks`.
    var draft: JSONDraft { draft(of: hooks) }

    func draft(of hooks: [PlannedHook]) -> JSONDraft { .object(hooks.map { .init($0.event, .list([group(of: $0)])) }) }

    /// What the line of a gate begins with.
    static let gateOpening = "o=$("

    /// Gemini CLI takes a hook that fails, is missing or says nothing for a yes, and half an answer too: it is no JSON
    /// then, but text with exit code 0. So the shell passes on a whole object, and otherwise says no itself
    /// (google-gemini/gemini-cli, packages/core/src/hooks/hookRunner.ts).
    private static func gate(_ line: String) -> String {
        let deny = #"{"decision":"deny","reason":"Not approved: Bellhop did not run. See `bellhop doctor`."}"#
        return
            "\(gateOpening)\(line)) || o=; case $o in '{'*'}') printf %s \"$o\";; *) printf %s \(ShellWords.quoted(deny));; esac"
    }
}
