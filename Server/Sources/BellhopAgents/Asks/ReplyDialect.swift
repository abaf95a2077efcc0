import BellhopModel

/// The format of a reply to an agent: one for each kind of hook that can answer.
public enum ReplyDialect: Hashable, Sendable, CaseIterable {
    /// `PermissionRequest` of Claude Code and Codex. Without an answer it is empty: the agent has its own prompt.
    case permissionRequest
    /// `PreToolUse` of Claude Code when no prompt can be shown, as in `claude -p`.
    case preToolUse
    /// `Elicitation` of Claude Code. Without an answer it is empty: the form in the terminal follows.
    case elicitation
    /// `BeforeTool` of Gemini CLI.
    case beforeTool
    /// The reply of OpenCode's plugin to a permission, which the plugin posts to OpenCode's server.
    case openCode
    /// The reply of OpenCode's plugin to the `question` tool.
    case openCodeQuestion

    init(of input: HookInput) {
        switch (input.agent, input.event) {
        case (.gemini, _): self = .beforeTool
        case (.opencode, .questionAsked): self = .openCodeQuestion
        case (.opencode, _): self = .openCode
        case (.claude, .preToolUse): self = .preToolUse
        case (.claude, .elicitation): self = .elicitation
        case (.claude, _), (.codex, _): self = .permissionRequest
        }
    }

    /// The dialect in which a gate must deny when it fails.
    ///
    /// - Parameters:
    ///   - bytes: the hook's input, or the beginning of it. Input that names no event is treated as the event that the gate
    ///     decides, unless it has fields that this event never has. Input that names another event gets no denial, because
    ///     the tool has already run or does not run.
    ///   - isGate: `true` if the hook was configured as a gate; the hooks of some agents always are gates.
    /// - Returns: `nil` when the hook decides nothing, or the agent has its own prompt.
    public init?(gateFor bytes: [UInt8], of agent: Agent, isGate: Bool) {
        guard isGate || agent.isGate else { return nil }
        if let event = HookEvent(namedIn: bytes, by: agent) {
            guard event == .preToolUse else { return nil }
        } else if agent == .gemini, bytes.count <= HookInput.limit, GeminiDialect.isNotBeforeTool(bytes) {
            return nil
        }
        self = agent == .gemini ? .beforeTool : .preToolUse
    }

    /// The details that a denial may carry to `agent`. Codex fails a hook that replies `interrupt`
    /// (developers.openai.com/codex/hooks); a declined form and OpenCode's questions have no message.
    func denyWith(of agent: Agent) -> Set<DenialDetail> {
        switch self {
        case .permissionRequest: agent == .claude ? [.message, .interrupt] : [.message]
        case .preToolUse, .beforeTool: [.message, .interrupt]
        case .openCode: [.message]
        case .elicitation, .openCodeQuestion: []
        }
    }

    /// `true` when an approval can set the agent's permission mode.
    var setsMode: Bool { self == .permissionRequest }

    /// `true` when the tool runs after an empty reply, so that a failure must deny.
    public var isGate: Bool { self == .preToolUse || self == .beforeTool }
}

/// The input of Claude Code's `ExitPlanMode` as the phone shows it.
///
/// With the plan, a model can ask for permission to run kinds of commands (`allowedPrompts`, deprecated). A phone never grants
/// it, because an approval covers only the shown text, once. The permission is removed from the reply, and Claude Code then
/// asks for each command. The phone shows this change, and everything else in the reply.
///
/// After a plan, Claude Code returns to its former permission mode, which may ask for nothing. An approval from a phone
/// therefore also sets the mode in which Claude Code asks for everything (verified with Claude Code 2.1.330; no mode asks
/// more). The phone shows this change too.
enum PlanText {
    /// An entry of `updatedPermissions` (code.claude.com/docs/en/hooks, permission update entries).
    static let nextMode: JSONValue = ["type": "setMode", "mode": "default", "destination": "session"]
    static let allowances = "allowedPrompts"
    /// The maximum number of permissions that are named; the others are counted.
    private static let mostNamed = 5

    /// - Parameter setsMode: whether the reply can set the permission mode.
    static func of(_ input: [String: JSONValue], setsMode: Bool = true) -> String {
        var text = ToolText(input)
        let plan = text.take("plan") ?? ""
        // The path of the plan, which Claude Code adds itself.
        text.leaveOut(["planFilePath", allowances])
        let follows =
            setsMode
            ? "Then Claude asks before each edit and command (mode: default)."
            : "⚠ then Claude goes on in the mode that it was in before the plan"
        return ([follows, refused(input[allowances]), plan].compactMap(\.self) + text.rest).joined(separator: "\n")
    }

    private static func refused(_ asked: JSONValue?) -> String? {
        guard let asked, asked != .null, asked != [] else { return nil }
        let entries = asked.array ?? [asked]
        let lines = entries.prefix(mostNamed).map { "- \(DisplayText.line(line($0), characters: 200))" }
        let more = entries.count > mostNamed ? ["- … and \(entries.count - mostNamed) more"] : []
        let title = "⚠ not granted from a phone, asked about each time (\(entries.count)):"
        return ([title] + lines + more).joined(separator: "\n")
    }

    private static func line(_ entry: JSONValue) -> String {
        if entry.object?.count == 2, let tool = entry["tool"]?.string, let prompt = entry["prompt"]?.string {
            return "\(tool): \(prompt)"
        }
        return (try? CanonicalJSON.text(entry)) ?? "…"
    }
}
