import BellhopModel

/// The name of a hook event. An open set: agents add events every month, and unknown ones are ignored.
public struct HookEvent: RawRepresentable, Hashable, Sendable, CustomStringConvertible {
    public let rawValue: String
    public init(rawValue: String) { self.rawValue = rawValue }
    public var description: String { rawValue }

    /// The agent is about to ask for a permission.
    public static let permissionRequest = Self(rawValue: "PermissionRequest")
    /// The agent asks a question (OpenCode).
    public static let questionAsked = Self(rawValue: "QuestionAsked")
    /// A prompt of either kind was answered or dismissed in the terminal (OpenCode).
    public static let promptAnswered = Self(rawValue: "PromptAnswered")
    /// The agent or its settings refused a tool.
    public static let permissionDenied = Self(rawValue: "PermissionDenied")
    /// An MCP server of the agent asks for input (Claude Code). The agent's own form follows the hook.
    public static let elicitation = Self(rawValue: "Elicitation")
    public static let notification = Self(rawValue: "Notification")
    /// The user sent a prompt: a turn begins.
    public static let userPromptSubmit = Self(rawValue: "UserPromptSubmit")
    public static let stop = Self(rawValue: "Stop")
    public static let stopFailure = Self(rawValue: "StopFailure")
    /// The user stopped the turn (Codex).
    public static let interrupt = Self(rawValue: "Interrupt")
    public static let subagentStop = Self(rawValue: "SubagentStop")
    public static let preToolUse = Self(rawValue: "PreToolUse")
    public static let postToolUseFailure = Self(rawValue: "PostToolUseFailure")
    public static let postToolUse = Self(rawValue: "PostToolUse")
    public static let sessionStart = Self(rawValue: "SessionStart")
    public static let sessionEnd = Self(rawValue: "SessionEnd")
}

extension HookEvent {
    /// The event with `agent`'s name for it.
    public init(named name: String, by agent: Agent) {
        let fields = HookFields.canonical(["hook_event_name": .string(name)], of: agent)
        self.init(rawValue: fields["hook_event_name"]?.string ?? name)
    }

    /// The event that a hook's input names, also in input that is too large, truncated, nested too deep or invalid after
    /// the name. Agents write the name before a tool's input and output (google-gemini/gemini-cli,
    /// packages/core/src/hooks/hookEventHandler.ts, `createBaseInput`).
    ///
    /// - Returns: `nil` when no complete name is reached, or more than one.
    init?(namedIn bytes: [UInt8], by agent: Agent) {
        var scanner = JSONScanner(bytes: bytes)
        guard scanner.enter() else { return nil }
        var name: String?
        while let member = scanner.next() {
            guard member.key == "hook_event_name" else { continue }
            guard name == nil, let value = try? CanonicalJSON.decode(String.self, from: bytes[member.value]) else {
                return nil
            }
            name = value
        }
        guard let name, !name.isEmpty else { return nil }
        self.init(named: name, by: agent)
    }
}
