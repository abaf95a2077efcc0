public import BellhopModel

/// What a hook's input asks of the person.
public enum HookIntent: Hashable, Sendable {
    /// Ask the person, wait, and print the answer.
    case ask(AskDraft)
    /// Tell the person.
    case notify(NotificationRequest)
    /// Tell the person of a prompt in the terminal, unless a phone shows it already.
    case remind(NotificationRequest)
    /// Nothing at all, and why, in one line.
    case nothing(String)
}

extension HookIntent {
    /// - Parameters:
    ///   - host: what this machine is called, to be shown.
    ///   - isGate: the hook decides instead of a prompt, so that every tool it is run for is asked about.
    ///   - scripts: reads the scripts that a command runs; called for what is asked about only.
    public init(
        of input: HookInput, host: String? = nil, isGate: Bool = false,
        reading scripts: ScriptReading = { _ in [] }
    ) throws(HookProblem) {
        switch input.event {
        case .preToolUse where isGate:
            self = .ask(try AskDraft(of: input, host: host, reading: scripts))
        // Gemini's prompts take no hook's answer: its one dialect is the gate's.
        case .permissionRequest where input.agent != .gemini:
            self = .ask(try AskDraft(of: input, host: host, reading: scripts))
        case .questionAsked where input.agent == .opencode:
            self = .ask(try AskDraft(of: input, host: host))
        case .elicitation where input.agent == .claude:
            let draft = try AskDraft(elicitation: input, host: host)
            self = draft.map(HookIntent.ask) ?? .nothing("its form is one for the terminal")
        case .stop, .stopFailure:
            self =
                input.subagent == nil ? Self.telling(input, host) : .nothing("a subagent's end is its agent's business")
        case .notification where input.saysThatPromptStands:
            self = Self.reminding(input, host)
        case .notification:
            self = Self.telling(input, host)
        case .postToolUse where input.toolName == "PushNotification":
            self = Self.telling(input, host)
        default:
            // PreToolUse fires before every call, asked or not; SubagentStop is its agent's business.
            self = .nothing("\(DisplayText.line(input.event.rawValue, characters: 60)) asks nothing of anybody")
        }
    }

    private static func telling(_ input: HookInput, _ host: String?) -> HookIntent {
        guard let request = request(telling: input, host) else {
            return .nothing("this \(input.event) is nothing to tell")
        }
        return .notify(request)
    }

    /// As loud as an ask: the agent stands still.
    private static func reminding(_ input: HookInput, _ host: String?) -> HookIntent {
        guard var request = request(telling: input, host) else { return .nothing("no prompt is named") }
        request.options = .ofPrompt
        return .remind(request)
    }

    private static func request(telling input: HookInput, _ host: String?) -> NotificationRequest? {
        Notice(of: input).map { notice in
            NotificationRequest(
                title: notice.title, subtitle: Origin(of: input, host: host).subtitle, body: notice.body,
                category: notice.category, sessionID: input.sessionID)
        }
    }
}
