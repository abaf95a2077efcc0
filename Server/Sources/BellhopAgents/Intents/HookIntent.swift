public import BellhopModel

/// What a hook's input asks Bellhop to do.
public enum HookIntent: Hashable, Sendable {
    /// Ask the person, wait, and print the answer.
    case ask(AskDraft)
    /// Tell the person.
    case notify(NotificationRequest)
    case session(SessionIntent)
    /// Nothing at all, and why, in one line.
    case nothing(String)

    public enum SessionIntent: Hashable, Sendable {
        case start(SessionRequest)
        case update(SessionID, SessionUpdate)
    }
}

extension HookIntent {
    /// - Parameter host: what this machine is called, to be shown.
    public init(of input: HookInput, host: String? = nil) throws(HookProblem) {
        switch input.event {
        case .permissionRequest:
            self = .ask(try AskDraft(of: input, host: host))
        case .stop, .stopFailure, .notification:
            self = Self.telling(input, host)
        case .postToolUse where input.toolName == "PushNotification":
            self = Self.telling(input, host)
        case .sessionStart, .sessionEnd:
            self = Self.session(input, host)
        default:
            // PreToolUse fires before every call, asked or not; a subagent's end is its agent's business.
            self = .nothing("\(ShownText.line(input.event.rawValue, characters: 60)) needs nothing")
        }
    }

    private static func telling(_ input: HookInput, _ host: String?) -> HookIntent {
        guard let notice = Notice(of: input) else { return .nothing("this \(input.event) needs nothing") }
        return .notify(
            NotificationRequest(
                title: notice.title, subtitle: Origin(of: input, host: host).line, body: notice.body,
                category: notice.category, sessionID: input.sessionID))
    }

    private static func session(_ input: HookInput, _ host: String?) -> HookIntent {
        guard let id = input.sessionID else { return .nothing("\(input.event) without a usable session_id") }
        guard input.event == .sessionStart else { return .session(.update(id, SessionUpdate(status: .completed))) }
        let origin = Origin(of: input, host: host)
        let title =
            input.text("session_title").map { ShownText.line($0, characters: APILimits.title) } ?? origin.project
        return .session(.start(SessionRequest(id: id, title: title ?? input.agent.name, origin: origin)))
    }
}
