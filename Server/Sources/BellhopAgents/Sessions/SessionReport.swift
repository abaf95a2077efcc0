public import BellhopModel

/// The change of a session that an event reports to the server.
public enum SessionReport: Hashable, Sendable {
    /// The session began, or continues after a pause.
    case start(SessionRequest)
    case update(SessionID, SessionUpdate)

    public var id: SessionID {
        switch self {
        case .start(let request): request.id
        case .update(let id, _): id
        }
    }

    /// `true` when the report may be dropped if it follows another one shortly: it does not change the session's status.
    public var isDetail: Bool {
        if case .update(_, let update) = self { update.status == nil } else { false }
    }

    /// - Parameters:
    ///   - tasks: the agent's task list after `input`.
    ///   - host: the name of this machine, to be shown.
    /// - Returns: `nil` when `input` does not change the session, or names no valid session.
    public init?(of input: HookInput, tasks: TaskList, host: String?) {
        guard let id = input.sessionID else { return nil }
        switch input.event {
        case .userPromptSubmit:
            self = .start(Self.request(id, input, host))
        case .preToolUse:
            guard let activity = ToolUse(of: input)?.activity else { return nil }
            self = .update(id, SessionUpdate(operation: Self.operation(activity, tasks)))
        case .postToolUse where tasks.progress != nil:
            self = .update(id, SessionUpdate(progress: tasks.progress))
        // A subagent's end is not the session's.
        case .stop where input.subagent == nil:
            self = .update(id, Self.ending(input, tasks))
        case .stopFailure where input.subagent == nil:
            self = .update(
                id,
                SessionUpdate(status: .failed, operation: "Stopped: \(input.failure)", progress: tasks.progress))
        case .interrupt, .sessionEnd:
            self = .update(id, SessionUpdate(status: .completed))
        default:
            return nil
        }
    }

    /// The request that starts or resumes the session of `input`.
    public static func request(_ id: SessionID, _ input: HookInput, _ host: String?) -> SessionRequest {
        let origin = Origin(of: input, host: host)
        let title =
            input.text("session_title").map { DisplayText.line($0, characters: APILimits.title) } ?? origin.project
        return SessionRequest(id: id, title: title ?? input.agent.name, origin: origin)
    }

    /// The update at the end of a turn. An agent with background tasks or a wake-up time continues by itself.
    private static func ending(_ input: HookInput, _ tasks: TaskList) -> SessionUpdate {
        let waiting: String
        switch input.backgroundTasks {
        case 0 where input.hasWakeUp: waiting = "Waiting for its time to go on"
        case 0: return SessionUpdate(status: .completed, progress: tasks.progress)
        case 1: waiting = "Waiting for a background task"
        case let count: waiting = "Waiting for \(count) background tasks"
        }
        return SessionUpdate(status: .running, operation: waiting, progress: tasks.progress)
    }

    private static func operation(_ activity: String, _ tasks: TaskList) -> String {
        tasks.progress == nil && tasks.calls > 0 ? "\(activity) · \(tasks.calls) steps so far" : activity
    }
}
