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
    /// What the session waits for, so that it can be answered right there.
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

    /// An ask that can be approved or denied. Its fields are plain, so that a value which this version does not
    /// understand takes away the buttons and not the activity.
    public struct WaitingAsk: Codable, Hashable, Sendable {
        public var id: String
        public var title: String
        /// All of what is decided on. `nil` where it does not fit: then it can be denied and opened, but not approved.
        public var body: String?
        /// What an answer must name.
        public var inputDigest: String
        /// In milliseconds since 1970: the very number that the answer's signature is over.
        public var deadline: Int64

        public init(_ ask: Ask) {
            id = ask.id.description
            title = DisplayText.line(ask.request.title, characters: 80)
            let evidence = ReviewText(ask.request.body, omitted: ask.request.hiddenCharacters)
            body = evidence.isWhole && Self.fits(evidence.lines) ? evidence.lines : nil
            inputDigest = ask.request.inputDigest
            deadline = ask.deadline.milliseconds
        }

        /// The system cuts a Live Activity at 160 points of height (Human Interface Guidelines, *Live Activities*), of which
        /// the session's own lines take half.
        private static func fits(_ text: String) -> Bool {
            text.count <= 120 && text.count(where: \.isNewline) < 3
        }

        /// `nil` for an id that is none of Bellhop's: then there is nothing to answer.
        public var askID: AskID? { AskID(id) }
    }
}

extension LiveActivityState {
    /// What to show of `session` at the moment `now`.
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

    public var json: JSONValue {
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
        if let ask {
            var fields: [String: JSONValue] = [
                "id": .string(ask.id), "title": .string(ask.title), "inputDigest": .string(ask.inputDigest),
                "deadline": .integer(ask.deadline),
            ]
            if let body = ask.body { fields["body"] = .string(body) }
            object["ask"] = .object(fields)
        }
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
