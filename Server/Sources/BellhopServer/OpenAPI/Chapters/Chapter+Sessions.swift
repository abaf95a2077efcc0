import BellhopModel

extension Chapter {
    static let sessions = Chapter(
        "Sessions", "Runs of agents. Each groups its notifications.",
        operations: [
            Operation(
                .startSession, id: "startSession", details: "One with the same `id` keeps its start.",
                body: "SessionRequest", .json("Session", status: 201, "The session.", leadsTo: ["updateSession"])),
            Operation(
                .updateSession, id: "updateSession", details: "What is left out stays as it is.", pathID: .name,
                body: "SessionUpdate", .json("Session", "The session as it is now.")),
            Operation(
                .listSessions, id: "listSessions", query: [.limit], .json("SessionPage", "Latest change first.")),
        ],
        bodies: [request, update, session, progress, page])

    private static let request = BodyDescription(
        "SessionRequest", SessionRequest.self, "A run of an agent.",
        .object([
            .required("id", .name, "As the agent names it; unique for its user."),
            .required("title", .title, "What it is about."),
            .optional("origin", .named("Origin"), "Where it runs."),
        ]),
        examples: [SessionRequest(id: Sample.session, title: "Fix the tests", origin: Sample.origin)])

    private static let update = BodyDescription(
        "SessionUpdate", SessionUpdate.self, "What a session is doing now.",
        .object([
            .optional("status", .choice(of: SessionStatus.self), "How it stands."),
            .optional("operation", .text, "What it is doing now, such as `Running tests`."),
            .optional("progress", .named("Progress"), "Of the agent's own list of tasks."),
        ]),
        examples: [
            SessionUpdate(
                status: .running, operation: "Running tests",
                progress: .init(completed: 3, total: 5, currentTask: "Run the tests"))
        ])

    private static let progress = BodyDescription(
        "Progress", AgentSession.Progress.self, "Of the agent's own list of tasks.",
        .object([
            .required("completed", .integer(0...Int.max), "At most `total`."),
            .required("total", .integer(0...Int.max), "How many there are."),
            .optional("current_task", .text, "What it is at."),
        ]),
        examples: [AgentSession.Progress(completed: 3, total: 5, currentTask: "Run the tests")])

    private static let session = BodyDescription(
        "Session", AgentSession.self, "One run of an agent.",
        .object([
            .required("id", .name, "As the agent names it."),
            .required("user_id", .name, "Whose agent it is."),
            .required("title", .text, "What it is about."),
            .required("origin", .named("Origin"), "Where it runs."),
            .required("status", .choice(of: SessionStatus.self), "`waiting` until a person answers."),
            .sometimes("operation", .text, "What it is doing now."),
            .sometimes("progress", .named("Progress"), "Of its own list of tasks."),
            .required("started_at", .time, "When it began."),
            .required("updated_at", .time, "When it last said something."),
        ]),
        examples: [sampleSession])

    private static let page = BodyDescription.page("SessionPage", of: session, sampleSession)

    static let sampleSession = AgentSession(
        id: Sample.session, userID: Sample.user, title: "Fix the tests", origin: Sample.origin, status: .running,
        operation: "Running tests", progress: .init(completed: 3, total: 5, currentTask: "Run the tests"),
        startedAt: Sample.time(-600), updatedAt: Sample.time())
}
