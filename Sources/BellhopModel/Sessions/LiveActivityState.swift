/// The `ContentState` of a session's Live Activity.
///
/// ActivityKit decodes it with Swift's default strategies, so the keys are the property names, and a rename requires a
/// new app. Unknown statuses decode, so that a newer server does not freeze the activity of an older app.
public struct LiveActivityState: Codable, Hashable, Sendable {
    public var status: Status
    /// The agent's current operation, in a few words.
    public var currentOperation: String?
    /// The time since the start of the session, in seconds.
    public var elapsedSeconds: Int
    public var todoProgress: TodoProgress?
    /// The ask that the session waits for, which can be answered in the activity.
    public var ask: WaitingAsk?

    public init(
        status: Status, currentOperation: String? = nil, elapsedSeconds: Int, todoProgress: TodoProgress? = nil,
        ask: WaitingAsk? = nil
    ) {
        self.status = status
        self.currentOperation = currentOperation
        self.elapsedSeconds = elapsedSeconds
        self.todoProgress = todoProgress
        self.ask = ask
    }

    public struct Status: RawRepresentable, Codable, Hashable, Sendable {
        public let rawValue: String
        public init(rawValue: String) { self.rawValue = rawValue }

        public static let processing = Self(rawValue: "processing")
        /// Paused until a person answers.
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

    /// An ask that can be approved or denied. Its fields are plain values, so that an unknown value disables the
    /// buttons and not the activity.
    public struct WaitingAsk: Codable, Hashable, Sendable {
        public var id: String
        public var title: String
        /// The whole text of the decision. `nil` when it does not fit: then the ask can be denied and opened, but not
        /// approved.
        public var body: String?
        /// The input digest that an answer must contain.
        public var inputDigest: String
        /// The deadline in milliseconds since 1970, as in the signed statement.
        public var deadline: Int64

        public init(_ ask: Ask) {
            id = ask.id.description
            title = DisplayText.line(ask.request.title, characters: 80)
            let review = ReviewText(ask.request.body, omitted: ask.request.hiddenCharacters)
            body = review.isWhole && Self.fits(review.lines) ? review.lines : nil
            inputDigest = ask.request.inputDigest
            deadline = ask.deadline.milliseconds
        }

        /// The system clips a Live Activity at a height of 160 points (Human Interface Guidelines, *Live Activities*).
        /// The session's own lines take half of it.
        private static func fits(_ text: String) -> Bool {
            text.count <= 120 && text.count(where: \.isNewline) < 3
        }

        /// The typed id; `nil` when `id` is not an id of Bellhop, and the ask cannot be answered.
        public var askID: AskID? { AskID(id) }
    }
}

extension LiveActivityState {
    /// The state of `session` at the moment `now`.
    public init(_ session: AgentSession, at now: Timestamp) {
        let progress = session.progress.map {
            TodoProgress(
                completed: $0.completed, total: $0.total,
                currentTask: $0.currentTask.map { DisplayText.line($0, characters: 100) })
        }
        self.init(
            status: Status(session.status),
            currentOperation: session.operation.map { DisplayText.line($0, characters: 100) },
            elapsedSeconds: max(0, Int(clamping: (now - session.startedAt).components.seconds)), todoProgress: progress)
    }

    /// The state as `content-state` of a push.
    public var json: JSONValue { JSONValue(encoding: self) }
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

extension LiveActivityState {
    /// The state of `session` while it waits for `ask`.
    ///
    /// A session with a pending ask has the status waiting, even if its agent did not report it. Only pending approvals
    /// have buttons.
    public init(_ session: AgentSession, waitingFor ask: Ask?, at now: Timestamp) {
        self.init(session, at: now)
        guard !session.isOver, let ask, ask.state == .pending, now < ask.deadline else { return }
        status = .waiting
        if ask.request.isApproval { self.ask = WaitingAsk(ask) }
    }

    /// Returns whether both states look the same. The elapsed time is ignored, because the device counts it itself.
    public func looksLike(_ other: Self) -> Bool {
        var (a, b) = (self, other)
        (a.elapsedSeconds, b.elapsedSeconds) = (0, 0)
        return a == b
    }
}

/// The `ActivityAttributes` of a session's Live Activity: the values that do not change.
///
/// ActivityKit decodes them with Swift's default strategies, so the keys are the property names, and a rename requires
/// a new app.
public struct SessionAttributes: Codable, Hashable, Sendable {
    /// The value of `aps.attributes-type` in a push that starts the activity.
    public static let typeName = "SessionAttributes"

    public var sessionID: SessionID
    /// The title of the session.
    public var title: String
    /// The name of the session's project.
    public var project: String?
    /// The start of the session, from which the device counts the elapsed time.
    public var startedAt: Timestamp?

    public init(sessionID: SessionID, title: String, project: String? = nil, startedAt: Timestamp? = nil) {
        self.sessionID = sessionID
        self.title = title
        self.project = project
        self.startedAt = startedAt
    }

    public init(_ session: AgentSession) {
        self.init(
            sessionID: session.id, title: DisplayText.line(session.title, characters: 80),
            project: session.origin.project.map { DisplayText.line($0, characters: 80) }, startedAt: session.startedAt)
    }

    /// The value as `attributes` of a push.
    public var json: JSONValue { JSONValue(encoding: self) }
}
