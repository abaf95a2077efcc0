import BellhopModel

/// How an agent wants to be told what its person said: one for each kind of hook that can be answered.
public enum ReplyDialect: Hashable, Sendable, CaseIterable {
    /// `PermissionRequest` of Claude Code and Codex. Says nothing where there is no answer: a prompt stands beside it.
    case permissionRequest
    /// `PreToolUse` of Claude Code where no prompt can be shown, as in `claude -p`.
    case preToolUse
    /// `Elicitation` of Claude Code. Says nothing where there is no answer: the form in the terminal comes after it.
    case elicitation
    /// `BeforeTool` of Gemini CLI.
    case beforeTool
    /// The plugin for OpenCode, which posts it to the server that asks.
    case openCode
    /// The same, for what OpenCode's `question` tool asks.
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

    /// The dialect in which a gate has to say no if it fails.
    ///
    /// - Parameters:
    ///   - bytes: what the hook reads, or the beginning of it. Where it names no event it may be what the gate is there for,
    ///     unless it shows what the gate's never does; where it names another, a no would undo what has been done.
    ///   - isGate: the hook was set up as a gate; those of some agents always are.
    /// - Returns: `nil` when the hook decides nothing, or a prompt stands beside it.
    public init?(decidedBy bytes: [UInt8], of agent: Agent, isGate: Bool) {
        guard isGate || agent.isGate else { return nil }
        if let event = HookEvent(namedIn: bytes, by: agent) {
            guard event == .preToolUse else { return nil }
        } else if agent == .gemini, bytes.count <= HookInput.limit, GeminiDialect.isNoToolToCome(bytes) {
            return nil
        }
        self = agent == .gemini ? .beforeTool : .preToolUse
    }

    /// What a denial in it carries to `agent`. Codex fails a hook that says `interrupt` (developers.openai.com/codex/hooks); a
    /// declined form, and OpenCode's questions, take no words.
    func denyWith(of agent: Agent) -> Set<DenialDetail> {
        switch self {
        case .permissionRequest: agent == .claude ? [.message, .interrupt] : [.message]
        case .preToolUse, .beforeTool: [.message, .interrupt]
        case .openCode: [.message]
        case .elicitation, .openCodeQuestion: []
        }
    }

    /// Whether an approval in it can set the mode that its agent goes on in.
    var setsMode: Bool { self == .permissionRequest }

    /// Where nothing is said the tool is used, so that a failure has to say no.
    public var isGate: Bool { self == .preToolUse || self == .beforeTool }
}

/// What Claude Code's `ExitPlanMode` is given, as a person decides about it.
///
/// With the plan a model could ask to be allowed kinds of commands from then on (`allowedPrompts`, deprecated). From a phone
/// that is never granted: an approval is for what is shown, this once. It is left out of what goes back to Claude Code,
/// which then asks for each command, and the person is told so. Whatever else goes back is shown.
///
/// After a plan Claude Code returns to the mode that it was in before, which may ask for nothing. So an approval from a phone
/// also sets the mode in which Claude Code asks for everything (Claude Code 2.1.330 follows; it has
/// no mode that asks more), and the phone says so.
enum PlanText {
    /// An entry of `updatedPermissions` (code.claude.com/docs/en/hooks, permission update entries).
    static let nextMode: JSONValue = ["type": "setMode", "mode": "default", "destination": "session"]
    static let allowances = "allowedPrompts"
    /// As many are named; the rest is counted.
    private static let mostNamed = 5

    /// - Parameter setsMode: whether the answer can set the mode that follows.
    static func of(_ input: [String: JSONValue], setsMode: Bool = true) -> String {
        var text = ToolText(input)
        let plan = text.take("plan") ?? ""
        // Where Claude Code keeps the plan. It puts that in itself.
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
        let lines = entries.prefix(mostNamed).map { "- \(ShownText.line(line($0), characters: 200))" }
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
