import BellhopModel

/// The name of a hook event. An open set: agents add events every month, and an unknown one asks for nothing.
public struct HookEvent: RawRepresentable, Hashable, Sendable, CustomStringConvertible {
    public let rawValue: String
    public init(rawValue: String) { self.rawValue = rawValue }
    public var description: String { rawValue }

    /// The agent is about to ask its person.
    public static let permissionRequest = Self(rawValue: "PermissionRequest")
    /// The agent asks its person something that is no permission (OpenCode).
    public static let questionAsked = Self(rawValue: "QuestionAsked")
    /// A prompt in the terminal, of either kind, was answered or sent away (OpenCode).
    public static let promptAnswered = Self(rawValue: "PromptAnswered")
    /// The agent refused a tool by itself, or by its settings.
    public static let permissionDenied = Self(rawValue: "PermissionDenied")
    /// A server of the agent's asks its person for something (Claude Code). Its own form comes after the hook.
    public static let elicitation = Self(rawValue: "Elicitation")
    public static let notification = Self(rawValue: "Notification")
    /// The person typed something: a turn begins.
    public static let userPromptSubmit = Self(rawValue: "UserPromptSubmit")
    public static let stop = Self(rawValue: "Stop")
    public static let stopFailure = Self(rawValue: "StopFailure")
    /// The person stopped the turn (Codex).
    public static let interrupt = Self(rawValue: "Interrupt")
    public static let subagentStop = Self(rawValue: "SubagentStop")
    public static let preToolUse = Self(rawValue: "PreToolUse")
    public static let postToolUseFailure = Self(rawValue: "PostToolUseFailure")
    public static let postToolUse = Self(rawValue: "PostToolUse")
    public static let sessionStart = Self(rawValue: "SessionStart")
    public static let sessionEnd = Self(rawValue: "SessionEnd")
}

extension HookEvent {
    /// The event that `agent` calls `name`.
    public init(named name: String, by agent: Agent) {
        let fields = HookFields.canonical(["hook_event_name": .string(name)], of: agent)
        self.init(rawValue: fields["hook_event_name"]?.string ?? name)
    }

    /// The event that a hook's input names, also where it cannot be read as a whole: it is too large, cut off, nested too
    /// deep, or no JSON further on. Agents name it before what a tool was given and said (google-gemini/gemini-cli,
    /// packages/core/src/hooks/hookEventHandler.ts, `createBaseInput`).
    ///
    /// - Returns: `nil` where no whole name is reached, or more than one.
    init?(namedIn bytes: [UInt8], by agent: Agent) {
        var walk = MemberWalk(bytes: bytes)
        guard walk.enter() else { return nil }
        var name: String?
        while let member = walk.next() {
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
