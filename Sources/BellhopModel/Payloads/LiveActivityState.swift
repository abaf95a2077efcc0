/// What a session's Live Activity shows: its `ContentState`.
///
/// ActivityKit decodes it with Swift's own strategies, so the keys are the properties' names and nothing here may be
/// renamed without a new app. Unknown statuses decode, so that a newer server does not freeze an older app's activity.
public struct LiveActivityState: Codable, Hashable, Sendable {
    public var status: Status
    /// What the agent is doing now, in a few words.
    public var currentOperation: String?
    /// Since the session began.
    public var elapsedSeconds: Int
    public var todoProgress: TodoProgress?
    /// What it stands still for, while it does.
    public var approval: LiveActivityApproval?

    public init(
        status: Status, currentOperation: String? = nil, elapsedSeconds: Int, todoProgress: TodoProgress? = nil,
        approval: LiveActivityApproval? = nil
    ) {
        self.status = status
        self.currentOperation = currentOperation
        self.elapsedSeconds = elapsedSeconds
        self.todoProgress = todoProgress
        self.approval = approval
    }

    public struct Status: RawRepresentable, Codable, Hashable, Sendable {
        public let rawValue: String
        public init(rawValue: String) { self.rawValue = rawValue }

        public static let processing = Self(rawValue: "processing")
        /// Stands still until a person answers.
        public static let waiting = Self(rawValue: "waiting")
        public static let completed = Self(rawValue: "completed")
        public static let failed = Self(rawValue: "failed")
    }

    public struct TodoProgress: Codable, Hashable, Sendable {
        public var completed: Int
        public var total: Int
        public var currentTask: String?

        public init(completed: Int, total: Int, currentTask: String? = nil) {
            self.completed = completed
            self.total = total
            self.currentTask = currentTask
        }
    }
}

extension LiveActivityState {
    /// What to show of `session` at the moment `now`.
    ///
    /// - Parameter ask: the one that it waits for, if it does.
    public init(_ session: AgentSession, at now: Timestamp, waitingFor ask: Ask? = nil) {
        let progress = session.progress.map {
            TodoProgress(
                completed: $0.completed, total: $0.total,
                currentTask: $0.currentTask.map { ShownText.line($0, characters: 100) })
        }
        self.init(
            status: Status(session.status),
            currentOperation: session.operation.map { ShownText.line($0, characters: 100) },
            elapsedSeconds: max(0, Int(clamping: (now - session.startedAt).components.seconds)), todoProgress: progress,
            approval: ask.flatMap(LiveActivityApproval.init))
    }

    var json: JSONValue {
        var object: [String: JSONValue] = [
            "status": .string(status.rawValue), "elapsedSeconds": .integer(Int64(elapsedSeconds)),
        ]
        if let currentOperation { object["currentOperation"] = .string(currentOperation) }
        if let todoProgress {
            var progress: [String: JSONValue] = [
                "completed": .integer(Int64(todoProgress.completed)), "total": .integer(Int64(todoProgress.total)),
            ]
            if let task = todoProgress.currentTask { progress["currentTask"] = .string(task) }
            object["todoProgress"] = .object(progress)
        }
        if let approval { object["approval"] = approval.json }
        return .object(object)
    }
}

extension LiveActivityState.Status {
    public init(_ status: SessionStatus) {
        self =
            switch status {
            case .running: .processing
            case .waiting: .waiting
            case .completed: .completed
            case .failed: .failed
            }
    }
}
