public import BellhopModel

/// The action that a hook event needs.
public enum HookIntent: Hashable, Sendable {
    /// Ask, wait, and print the answer.
    case ask(AskDraft)
    /// Send a notification.
    case notify(NotificationRequest)
    /// Send a notification about a prompt in the terminal, unless a phone shows the prompt already.
    case remind(NotificationRequest)
    /// Nothing, for a reason of one line.
    case nothing(String)
}

extension HookIntent {
    /// - Parameters:
    ///   - host: the name of this machine, to be shown.
    ///   - isGate: whether the hook decides instead of a prompt: it then asks before every tool.
    ///   - scripts: reads the scripts that a command runs; called for asks only.
    public init(
        of input: HookInput, host: String? = nil, isGate: Bool = false,
        reading scripts: ScriptReading = { _ in [] }
    ) throws(HookProblem) {
        switch input.event {
        case .preToolUse where isGate:
            self = .ask(try AskDraft(of: input, host: host, reading: scripts))
        // A hook cannot answer Gemini's prompts, only act as a gate.
        case .permissionRequest where input.agent != .gemini:
            self = .ask(try AskDraft(of: input, host: host, reading: scripts))
        case .questionAsked where input.agent == .opencode:
            self = .ask(try AskDraft(of: input, host: host))
        case .elicitation where input.agent == .claude:
            let draft = try AskDraft(elicitation: input, host: host)
            self = draft.map(HookIntent.ask) ?? .nothing("the form must be filled in on the terminal")
        case .stop, .stopFailure:
            self =
                input.subagent == nil ? Self.notification(of: input, host) : .nothing("ignored: a subagent stopped")
        case .notification where input.isPromptReminder:
            self = Self.reminder(of: input, host)
        case .notification:
            self = Self.notification(of: input, host)
        case .postToolUse where input.toolName == "PushNotification":
            self = Self.notification(of: input, host)
        default:
            // PreToolUse fires before every call, with or without a prompt.
            self = .nothing("\(DisplayText.line(input.event.rawValue, characters: 60)) needs no response")
        }
    }

    private static func notification(of input: HookInput, _ host: String?) -> HookIntent {
        guard let request = request(for: input, host) else {
            return .nothing("this \(input.event) needs no notification")
        }
        return .notify(request)
    }

    /// As urgent as an ask: the agent waits.
    private static func reminder(of input: HookInput, _ host: String?) -> HookIntent {
        guard var request = request(for: input, host) else { return .nothing("the event names no prompt") }
        request.options = .prompt
        return .remind(request)
    }

    private static func request(for input: HookInput, _ host: String?) -> NotificationRequest? {
        NotificationText(of: input).map { text in
            NotificationRequest(
                title: text.title, subtitle: Origin(of: input, host: host).subtitle, body: text.body,
                category: text.category, sessionID: input.sessionID)
        }
    }
}

/// The text and category of a notification about an event.
struct NotificationText: Hashable {
    var category: CategoryID
    var title: String
    var body: String

    /// The maximum length of the body, in characters; the rest is in the terminal.
    private static let longestBody = 1000

    private init(_ category: CategoryID, _ title: String, _ body: String?, or fallback: String) {
        let text = body.map { DisplayText.paragraph($0, characters: Self.longestBody) } ?? ""
        self.category = category
        self.title = title
        self.body = text.isEmpty ? fallback : text
    }

    /// - Returns: `nil` when `input` needs no notification.
    init?(of input: HookInput) {
        switch input.event {
        case .stop: self.init(stop: input)
        case .stopFailure: self.init(failure: input)
        case .notification: self.init(notification: input)
        case .postToolUse: self.init(push: input)
        default: return nil
        }
    }

    /// An agent with background tasks has paused, not finished: it continues when one of them ends.
    private init(stop input: HookInput) {
        let message = input.text("last_assistant_message")
        let name = input.agent.name
        switch input.backgroundTasks {
        case 0 where input.hasWakeUp:
            self.init(.taskPaused, "\(name) pauses", message, or: "It goes on by itself at a time that it has set.")
        case 0: self.init(.taskComplete, "\(name) is done", message, or: "It has finished its turn.")
        case 1:
            self.init(.taskPaused, "\(name) waits for a task", message, or: "One task is running in the background.")
        case let count:
            self.init(
                .taskPaused, "\(name) waits for \(count) tasks", message, or: "They are running in the background.")
        }
    }

    private init(failure input: HookInput) {
        self.init(
            .taskError, "\(input.agent.name) stopped: \(input.failure)",
            input.text("error_details") ?? input.text("last_assistant_message"), or: "It could not go on.")
    }

    private init?(notification input: HookInput) {
        let name = input.agent.name
        let message = input.text("message")
        switch input.text("notification_type") {
        case _ where input.isPromptReminder:
            self.init(.taskPaused, "\(name) asks in the terminal", message, or: "It wants to use a tool.")
        case nil where message == nil: return nil
        case "elicitation_complete", "elicitation_response": return nil
        case "idle_prompt":
            self.init(.taskPaused, "\(name) is waiting for you", message, or: "It waits for your input.")
        case "ToolPermission":
            self.init(.taskPaused, "\(name) asks in the terminal", message, or: "It wants to use a tool.")
        case "agent_needs_input", "elicitation_dialog", "elicitation_url_dialog":
            self.init(.taskPaused, "\(name) needs your input", message, or: "Answer in the terminal.")
        case "agent_completed":
            self.init(.taskComplete, "\(name) is done", message, or: "A background agent has finished.")
        case "auth_success":
            self.init(.sessionStatus, "\(name) is signed in", message, or: "The sign-in succeeded.")
        default:
            guard let message else { return nil }
            let title = input.text("title").map { DisplayText.line($0, characters: APILimits.title) }
            self.init(.sessionStatus, title ?? name, message, or: name)
        }
    }

    /// The agent's own tool for notifications.
    private init?(push input: HookInput) {
        guard let message = input.toolInput?["message"]?.lenientText, !message.isEmpty else { return nil }
        self.init(.sessionStatus, input.agent.name, message, or: input.agent.name)
    }
}
