/// One run of a coding agent, which groups the run's notifications.
public struct AgentSession: Codable, Hashable, Sendable, Identifiable {
    /// The agent's id of the session; unique for the user.
    public let id: SessionID
    public let userID: UserID
    public var title: String
    public var origin: Origin
    public var status: SessionStatus
    /// The current operation, such as "Running tests".
    public var operation: String?
    public var progress: Progress?
    public let startedAt: Timestamp
    public var updatedAt: Timestamp

    /// The progress of the agent's to-do list.
    public struct Progress: Codable, Hashable, Sendable {
        public var completed: Int
        public var total: Int
        public var currentTask: String?

        public init(completed: Int, total: Int, currentTask: String? = nil) {
            self.completed = completed
            self.total = total
            self.currentTask = currentTask
        }

        enum CodingKeys: String, CodingKey {
            case completed, total
            case currentTask = "current_task"
        }
    }

    public init(
        id: SessionID, userID: UserID, title: String, origin: Origin = Origin(), status: SessionStatus = .running,
        operation: String? = nil, progress: Progress? = nil, startedAt: Timestamp, updatedAt: Timestamp
    ) {
        self.id = id
        self.userID = userID
        self.title = title
        self.origin = origin
        self.status = status
        self.operation = operation
        self.progress = progress
        self.startedAt = startedAt
        self.updatedAt = updatedAt
    }

    /// `true` if the run has ended.
    public var isOver: Bool { status == .completed || status == .failed }

    enum CodingKeys: String, CodingKey {
        case id, title, origin, status, operation, progress
        case userID = "user_id"
        case startedAt = "started_at"
        case updatedAt = "updated_at"
    }
}

public enum SessionStatus: String, Codable, Hashable, Sendable, CaseIterable {
    case running
    /// Paused until a person answers.
    case waiting
    case completed, failed
}
