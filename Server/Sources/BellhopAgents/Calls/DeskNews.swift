/// What an event tells of the prompts that its agent shows in the terminal.
///
/// No agent says that a prompt was answered there. What comes afterwards gives it away.
public enum HookSessionEvent: Hashable, Sendable {
    /// A tool is about to be used; a prompt about it may follow.
    case begins(ToolCall)
    /// The tool was used, failed, or was refused: a prompt about it is over.
    case settles(ToolCall)
    /// The turn has ended, or the next one has begun: no prompt of this agent is open any more.
    case turnEnds(subagent: String?)
    case sessionEnds

    /// - Returns: `nil` when `input` tells nothing of prompts.
    public init?(of input: HookInput) {
        switch input.event {
        case .preToolUse:
            guard let call = ToolCall(of: input) else { return nil }
            self = .begins(call)
        case .postToolUse, .postToolUseFailure, .permissionDenied, .promptAnswered:
            guard let call = ToolCall(of: input) else { return nil }
            self = .settles(call)
        case .stop, .stopFailure, .userPromptSubmit, .interrupt:
            self = .turnEnds(subagent: input.subagent)
        case .subagentStop:
            // Without a name it could be any of them.
            guard let subagent = input.subagent else { return nil }
            self = .turnEnds(subagent: subagent)
        case .sessionEnd:
            self = .sessionEnds
        default:
            return nil
        }
    }

    /// Whether a prompt about `call` is over.
    public func ends(_ call: ToolCall) -> Bool {
        switch self {
        case .begins: false
        case .settles(let settled): settled.isSame(as: call)
        case .turnEnds(let subagent): call.subagent == subagent
        case .sessionEnds: true
        }
    }
}
