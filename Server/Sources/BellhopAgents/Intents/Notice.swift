import BellhopModel

/// Something an agent's person is told, in words.
struct Notice: Hashable {
    var category: CategoryID
    var title: String
    var body: String

    /// In characters; the rest is in the terminal.
    private static let longestBody = 1000

    private init(_ category: CategoryID, _ title: String, _ body: String?, or fallback: String) {
        let text = body.map { DisplayText.paragraph($0, characters: Self.longestBody) } ?? ""
        self.category = category
        self.title = title
        self.body = text.isEmpty ? fallback : text
    }

    /// - Returns: `nil` when `input` is nothing to tell.
    init?(of input: HookInput) {
        switch input.event {
        case .stop: self.init(stop: input)
        case .stopFailure: self.init(failure: input)
        case .notification: self.init(notification: input)
        case .postToolUse: self.init(push: input)
        default: return nil
        }
    }

    /// With tasks in the background the agent has paused, not finished: it goes on when one of them ends.
    private init(stop input: HookInput) {
        let said = input.text("last_assistant_message")
        let name = input.agent.name
        switch input.backgroundTasks {
        case 0 where input.hasWakeUp:
            self.init(.taskPaused, "\(name) pauses", said, or: "It goes on by itself at a time that it has set.")
        case 0: self.init(.taskComplete, "\(name) is done", said, or: "It has finished its turn.")
        case 1: self.init(.taskPaused, "\(name) waits for a task", said, or: "One task is running in the background.")
        case let count:
            self.init(.taskPaused, "\(name) waits for \(count) tasks", said, or: "They are running in the background.")
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
        case _ where input.saysThatPromptStands:
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

    /// The agent's own tool for telling its person something.
    private init?(push input: HookInput) {
        guard let message = input.toolInput?["message"]?.lenientText, !message.isEmpty else { return nil }
        self.init(.sessionStatus, input.agent.name, message, or: input.agent.name)
    }
}
