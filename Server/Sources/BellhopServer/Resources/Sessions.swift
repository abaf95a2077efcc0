import BellhopCore
import BellhopModel

extension Resource {
    static let sessions = Resource(
        "Sessions", "Runs of agents. Each groups its notifications.",
        operations: [
            Operation(
                API.startSession, details: "One with the same `id` keeps its start.", body: "SessionRequest",
                .json("Session", status: 201, "The session.", leadsTo: ["updateSession"]), handle: SessionHandlers.start
            ),
            Operation(
                API.updateSession, details: "Fields that are left out keep their values.", pathID: .name,
                body: "SessionUpdate",
                .json("Session", "The session as it is now."), handle: SessionHandlers.update),
            Operation(
                API.listSessions, query: [.limit], .json("SessionPage", "Latest change first."),
                handle: SessionHandlers.list),
        ],
        components: [request, update, session, progress, page])

    private static let request = Component(
        "SessionRequest", SessionRequest.self, "A run of an agent.",
        .object([
            .required("id", .name, "As the agent names it; unique for its user."),
            .required("title", .title, "The title."),
            .optional("origin", .named("Origin"), "The origin of the session."),
        ]),
        examples: [SessionRequest(id: Sample.session, title: "Fix the tests", origin: Sample.origin)])

    private static let update = Component(
        "SessionUpdate", SessionUpdate.self, "The changes of a session.",
        .object([
            .optional("status", .choice(of: SessionStatus.self), "The status."),
            .optional("operation", .text(0...APILimits.text), "The current operation, such as `Running tests`."),
            .optional("progress", .named("Progress"), "The progress of the agent's list of tasks."),
        ]),
        examples: [
            SessionUpdate(
                status: .running, operation: "Running tests",
                progress: .init(completed: 3, total: 5, currentTask: "Run the tests"))
        ])

    private static let progress = Component(
        "Progress", AgentSession.Progress.self, "The progress of the agent's list of tasks.",
        .object([
            .required("completed", .integer(0...Int.max), "At most `total`."),
            .required("total", .integer(0...Int.max), "The number of tasks."),
            .optional("current_task", .text(0...APILimits.text), "The current task."),
        ]),
        examples: [AgentSession.Progress(completed: 3, total: 5, currentTask: "Run the tests")])

    private static let session = Component(
        "Session", AgentSession.self, "One run of an agent.",
        .object([
            .required("id", .name, "As the agent names it."),
            .required("user_id", .name, "The user of the agent."),
            .required("title", .text, "The title."),
            .required("origin", .named("Origin"), "The origin of the session."),
            .required("status", .choice(of: SessionStatus.self), "`waiting` until a person answers."),
            .sometimes("operation", .text, "The current operation."),
            .sometimes("progress", .named("Progress"), "The progress of the agent's list of tasks."),
            .required("started_at", .time, "The time of its start."),
            .required("updated_at", .time, "The time of its last update."),
        ]),
        examples: [sampleSession])

    private static let page = Component.page("SessionPage", of: session, sampleSession)

    static let sampleSession = AgentSession(
        id: Sample.session, userID: Sample.user, title: "Fix the tests", origin: Sample.origin, status: .running,
        operation: "Running tests", progress: .init(completed: 3, total: 5, currentTask: "Run the tests"),
        startedAt: Sample.time(-600), updatedAt: Sample.time())
}

private enum SessionHandlers {
    @Sendable static func start(_ request: SessionRequest, _ call: Call) async throws -> AgentSession {
        try await call.services.sessions.start(request, by: call.key())
    }

    @Sendable static func update(_ update: SessionUpdate, _ call: Call) async throws -> AgentSession {
        try await call.services.sessions.update(call.externalID(), update, by: call.key())
    }

    @Sendable static func list(_ call: Call) async throws -> Page<AgentSession> {
        Page(items: try await call.services.sessions.list(for: call.key(), limit: call.limit()))
    }

    @Sendable static func get(_ call: Call) async throws -> SessionDetail {
        try await call.services.sessions.session(call.externalID(), for: call.key())
    }

    @Sendable static func report(_ report: LiveActivityReport, _ call: Call) async throws -> LiveActivitySummary {
        try await call.services.sessions.report(report, on: call.externalID(), by: call.key())
    }

    @Sendable static func putPushToStart(_ request: PushToStartRequest, _ call: Call) async throws -> EmptyBody {
        try await call.services.sessions.setStartToken(request.token, of: call.id(), by: call.key())
        return EmptyBody()
    }

    @Sendable static func removePushToStart(_ call: Call) async throws -> EmptyBody {
        try await call.services.sessions.setStartToken(nil, of: call.id(), by: call.key())
        return EmptyBody()
    }
}

extension Resource {
    static let liveActivities = Resource(
        "Live Activities", "Sessions on the lock screens of devices. The server starts, updates and ends them by push.",
        operations: [
            Operation(
                API.getSession, pathID: .name, .json("SessionDetail", "The session, and what each device shows."),
                handle: SessionHandlers.get),
            Operation(
                API.reportLiveActivity,
                details: "A token takes the place of the one before. What is over begins again with the session only.",
                pathID: .name, body: "LiveActivityReport", .json("LiveActivity", "The activity as the server sees it."),
                handle: SessionHandlers.report),
            Operation(
                API.putPushToStart, details: "It takes the place of the one before.", body: "PushToStartRequest",
                .noContent("Kept."), handle: SessionHandlers.putPushToStart),
            Operation(API.removePushToStart, .noContent("Forgotten."), handle: SessionHandlers.removePushToStart),
        ],
        components: [detail, activity, state, report, pushToStart])

    private static let report = Component(
        "LiveActivityReport", LiveActivityReport.self, "A device's report about the Live Activity of a session.",
        .object([
            .optional(
                "token", .ascii(1...1024),
                "By which it is updated, in hexadecimal. An active one has it; of one that is over it says which."),
            .optional("state", .choice(of: LiveActivityReport.State.self), "`active` unless given."),
        ]),
        examples: [
            LiveActivityReport(token: DeviceToken("80a1c2e3d4f50617")),
            LiveActivityReport(token: nil, state: .dismissed),
        ])

    private static let pushToStart = Component(
        "PushToStartRequest", PushToStartRequest.self, "By which token a device starts Live Activities.",
        .object([.required("token", .ascii(1...1024), "In hexadecimal.")]),
        examples: [["token": "80b1c2e3d4f50617"] as JSONValue])

    private static let state = Component(
        "LiveActivityState", LiveActivityState.self, "The content of a Live Activity.",
        .object([
            .required("status", .text, "Such as `processing`, `waiting`, `completed` or `failed`."),
            .sometimes("currentOperation", .text, "The current operation."),
            .required("elapsedSeconds", .integer(0...Int.max), "Since the session began."),
            .sometimes(
                "todoProgress",
                .object([
                    .required("completed", .integer(0...Int.max), "At most `total`."),
                    .required("total", .integer(0...Int.max), "The number of tasks."),
                    .sometimes("currentTask", .text, "The current task."),
                ]).titled("LiveActivityProgress"), "The progress of the agent's list of tasks."),
            .sometimes(
                "ask",
                .object([
                    .required("id", .text, "The ask's."),
                    .required("title", .text, "The title of the ask."),
                    .sometimes(
                        "body", .text, "All of what is decided on. Without it there is no Approve: it did not fit."),
                    .required("inputDigest", .text, "The digest that an answer must name."),
                    .required("deadline", .integer, "In milliseconds since 1970."),
                ]).titled("LiveActivityAsk"), "The ask that can be approved or denied on the lock screen."),
        ]),
        examples: [sampleState])

    private static let activity = Component(
        "LiveActivity", LiveActivitySummary.self, "A session on the lock screen of one device, without its token.",
        .object([
            .required("id", .id, "The Live Activity's id."),
            .required("device_id", .id, "The device."),
            .required("phase", .choice(of: LiveActivitySummary.Phase.self), "The phase."),
            .sometimes("started_at", .time, "The time when the current activity began."),
            .sometimes("sent_at", .time, "The time when the gateway last accepted an update."),
            .sometimes("shown", .named("LiveActivityState"), "The content since then."),
            .required("failures", .integer(0...Int.max), "The number of deferrals of the current update."),
            .sometimes("reason", .text, "Why it ended."),
        ]),
        examples: [sampleActivity])

    private static let detail = Component(
        "SessionDetail", SessionDetail.self, "A session, and where it is shown.",
        .object([
            .required("session", .named("Session"), "The session."),
            .required("live_activities", .list(of: .named("LiveActivity")), "One for each device that shows it."),
        ]),
        examples: [SessionDetail(session: sampleSession, liveActivities: [sampleActivity])])

    private static let sampleState = LiveActivityState(
        .waiting, operation: "Running tests",
        ask: .init(
            Ask(
                id: Sample.ask, userID: Sample.user, sessionID: Sample.session, category: .approvalRequest,
                request: .init(
                    title: "Run a command", body: "npm test", input: "npm test",
                    inputDigest: "af1b4b3c17d3e4650d609c72472402dd9874f9d1a13aeab9e2988a25d88d6f97"),
                createdAt: Sample.time(), deadline: Sample.time(120))))

    private static let sampleActivity = LiveActivitySummary(
        id: LiveActivityID(high: 0x0192_F0C4_8A00_7D13, low: 0x9B60_2F3A_4C5D_6E81), deviceID: Sample.device,
        phase: .ended, startedAt: Sample.time(-600), sentAt: Sample.time(), shown: sampleState,
        reason: "the session is over")
}

extension LiveActivityState {
    fileprivate init(_ status: Status, operation: String, ask: WaitingAsk) {
        self.init(
            status: status, currentOperation: operation, elapsedSeconds: 600,
            todoProgress: .init(completed: 3, total: 5, currentTask: "Run the tests"), ask: ask)
    }
}
