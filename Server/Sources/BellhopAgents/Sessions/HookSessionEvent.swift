/// A change to an agent's tool calls and turns, derived from a hook event.
///
/// No agent reports that its prompt was answered in the terminal. The events after the prompt show it.
public enum HookSessionEvent: Hashable, Sendable {
    /// A tool call begins; a prompt about it may follow.
    case callBegan(ToolCall)
    /// The tool call succeeded, failed or was refused: a prompt about it is over.
    case callEnded(ToolCall)
    /// The turn ended, or the next one began: no prompt of this agent is open any more.
    case turnEnded(subagent: String?)
    case sessionEnded

    /// - Returns: `nil` when `input` changes neither a call nor a turn.
    public init?(of input: HookInput) {
        switch input.event {
        case .preToolUse:
            guard let call = ToolCall(of: input) else { return nil }
            self = .callBegan(call)
        case .postToolUse, .postToolUseFailure, .permissionDenied, .promptAnswered:
            guard let call = ToolCall(of: input) else { return nil }
            self = .callEnded(call)
        case .stop, .stopFailure, .userPromptSubmit, .interrupt:
            self = .turnEnded(subagent: input.subagent)
        case .subagentStop:
            // Without a name it could be any subagent.
            guard let subagent = input.subagent else { return nil }
            self = .turnEnded(subagent: subagent)
        case .sessionEnd:
            self = .sessionEnded
        default:
            return nil
        }
    }

    /// Returns whether a prompt about `call` is over.
    public func ends(_ call: ToolCall) -> Bool {
        switch self {
        case .callBegan: false
        case .callEnded(let ended): ended.isSame(as: call)
        case .turnEnded(let subagent): call.subagent == subagent
        case .sessionEnded: true
        }
    }
}
