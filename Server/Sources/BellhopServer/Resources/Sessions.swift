import BellhopCore
import BellhopModel

extension Resource {
    static let sessions = Resource(
        "Sessions", "Runs of agents, which group their notifications.",
        operations: [
            Operation(
                API.startSession, details: "The `id` of an existing session resumes it and keeps its start time.",
                body: "SessionRequest",
                .json("Session", status: 201, "The session.", leadsTo: ["updateSession"]), handle: SessionHandlers.start
            ),
            Operation(
                API.updateSession, details: "Omitted fields keep their values.", pathID: .name,
                body: "SessionUpdate",
                .json("Session", "The updated session."), handle: SessionHandlers.update),
            Operation(
                API.listSessions, query: [.limit], .json("SessionPage", "The sessions, latest change first."),
                handle: SessionHandlers.list),
        ],
        components: [request, update, session, progress, page])

    private static let request = Component(
        "SessionRequest", SessionRequest.self, "A run of an agent.",
        .object([
            .required("id", .name, "The agent's session id, unique for its user."),
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
            .required("completed", .integer(0...Int.max), "The number of completed tasks, at most `total`."),
            .required("total", .integer(0...Int.max), "The number of tasks."),
            .optional("current_task", .text(0...APILimits.text), "The current task."),
        ]),
        examples: [AgentSession.Progress(completed: 3, total: 5, currentTask: "Run the tests")])

    private static let session = Component(
        "Session", AgentSession.self, "A run of an agent.",
        .object([
            .required("id", .name, "The agent's session id."),
            .required("user_id", .name, "The user of the agent."),
            .required("title", .text, "The title."),
            .required("origin", .named("Origin"), "The origin of the session."),
            .required("status", .choice(of: SessionStatus.self), "The status; `waiting` while an answer is pending."),
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
        "Live Activities",
        "Live Activities that show sessions on lock screens. The server starts, updates and ends them by push.",
        operations: [
            Operation(
                API.getSession, pathID: .name, .json("SessionDetail", "The session and its Live Activities."),
                handle: SessionHandlers.get),
            Operation(
                API.reportLiveActivity,
                details:
                    "A new token replaces the previous one. An ended activity restarts only when the session is resumed.",
                pathID: .name, body: "LiveActivityReport", .json("LiveActivity", "The server's state of the activity."),
                handle: SessionHandlers.report),
            Operation(
                API.putPushToStart, details: "Replaces the previous token.", body: "PushToStartRequest",
                .noContent("The token was stored."), handle: SessionHandlers.putPushToStart),
            Operation(
                API.removePushToStart, .noContent("The token was deleted."), handle: SessionHandlers.removePushToStart),
        ],
        components: [detail, activity, state, report, pushToStart])

    private static let report = Component(
        "LiveActivityReport", LiveActivityReport.self, "A device's report about the Live Activity of a session.",
        .object([
            .optional(
                "token", .ascii(1...1024),
                "The update token, in hexadecimal. Required if `active`; otherwise limits the report to that activity."
            ),
            .optional("state", .choice(of: LiveActivityReport.State.self), "The state. Default: `active`."),
        ]),
        examples: [
            LiveActivityReport(token: DeviceToken("80a1c2e3d4f50617")),
            LiveActivityReport(token: nil, state: .dismissed),
        ])

    private static let pushToStart = Component(
        "PushToStartRequest", PushToStartRequest.self, "The push-to-start token of a device.",
        .object([.required("token", .ascii(1...1024), "The token, in hexadecimal.")]),
        examples: [["token": "80b1c2e3d4f50617"] as JSONValue])

    private static let state = Component(
        "LiveActivityState", LiveActivityState.self, "The content of a Live Activity.",
        .object([
            .required("status", .text, "The status, such as `processing`, `waiting`, `completed` or `failed`."),
            .sometimes("currentOperation", .text, "The current operation."),
            .required("elapsedSeconds", .integer(0...Int.max), "The time since the session's start, in seconds."),
            .sometimes(
                "todoProgress",
                .object([
                    .required("completed", .integer(0...Int.max), "The number of completed tasks, at most `total`."),
                    .required("total", .integer(0...Int.max), "The number of tasks."),
                    .sometimes("currentTask", .text, "The current task."),
                ]).titled("LiveActivityProgress"), "The progress of the agent's list of tasks."),
            .sometimes(
                "ask",
                .object([
                    .required("id", .text, "The id of the ask."),
                    .required("title", .text, "The title of the ask."),
                    .sometimes(
                        "body", .text,
                        "The complete action to approve. Absent if it does not fit; then there is no Approve button."
                    ),
                    .required("inputDigest", .text, "The input digest that an answer must contain."),
                    .required("deadline", .integer, "The deadline, in milliseconds since the Unix epoch."),
                ]).titled("LiveActivityAsk"), "The ask that can be approved or denied on the lock screen."),
        ]),
        examples: [sampleState])

    private static let activity = Component(
        "LiveActivity", LiveActivitySummary.self, "The Live Activity of a session on one device, without its token.",
        .object([
            .required("id", .id, "The Live Activity's id."),
            .required("device_id", .id, "The device."),
            .required("phase", .choice(of: LiveActivitySummary.Phase.self), "The phase."),
            .sometimes("started_at", .time, "The start of the current activity."),
            .sometimes("sent_at", .time, "The time of the last update that the gateway accepted."),
            .sometimes("shown", .named("LiveActivityState"), "The content of that update."),
            .required(
                "failures", .integer(0...Int.max), "The number of times that the gateway deferred the current update."),
            .sometimes("reason", .text, "The reason of the end."),
        ]),
        examples: [sampleActivity])

    private static let detail = Component(
        "SessionDetail", SessionDetail.self, "A session with its Live Activities.",
        .object([
            .required("session", .named("Session"), "The session."),
            .required(
                "live_activities", .list(of: .named("LiveActivity")),
                "One Live Activity for each device that shows the session."),
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
