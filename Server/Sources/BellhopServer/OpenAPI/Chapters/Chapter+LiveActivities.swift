import BellhopModel

extension Chapter {
    static let liveActivities = Chapter(
        "Live Activities", "Sessions on the lock screens of devices. The server starts, updates and ends them by push.",
        operations: [
            Operation(
                .getSession, id: "getSession", pathID: .name,
                .json("SessionDetail", "The session, and what each device shows.")),
            Operation(
                .reportLiveActivity, id: "reportLiveActivity",
                details: "A token takes the place of the one before. What is over begins again with the session only.",
                pathID: .name, body: "LiveActivityReport", .json("LiveActivity", "The activity as the server sees it.")
            ),
            Operation(
                .putPushToStart, id: "putPushToStart", details: "It takes the place of the one before.",
                body: "PushToStartRequest", .noContent("Kept.")),
            Operation(.removePushToStart, id: "removePushToStart", .noContent("Forgotten.")),
        ],
        bodies: [detail, activity, state, report, pushToStart])

    private static let report = BodyDescription(
        "LiveActivityReport", LiveActivityReport.self, "What a device says of the Live Activity of a session.",
        .object([
            .optional(
                "token", .visible(1...1024),
                "By which it is updated, in hexadecimal. An active one has it; of one that is over it says which."),
            .optional("state", .choice(of: LiveActivityReport.State.self), "`active` unless given."),
        ]),
        examples: [
            LiveActivityReport(token: DeviceToken("80a1c2e3d4f50617")),
            LiveActivityReport(token: nil, state: .dismissed),
        ])

    private static let pushToStart = BodyDescription(
        "PushToStartRequest", PushToStartRequest.self, "By which token a device starts Live Activities.",
        .object([.required("token", .visible(1...1024), "In hexadecimal.")]),
        examples: [["token": "80b1c2e3d4f50617"] as JSONValue])

    private static let state = BodyDescription(
        "LiveActivityState", LiveActivityState.self, "What a Live Activity shows.",
        .object([
            .required("status", .text, "Such as `processing`, `waiting`, `completed` or `failed`."),
            .sometimes("currentOperation", .text, "What the agent is doing."),
            .required("elapsedSeconds", .integer(0...Int.max), "Since the session began."),
            .sometimes(
                "todoProgress",
                .object([
                    .required("completed", .integer(0...Int.max), "At most `total`."),
                    .required("total", .integer(0...Int.max), "How many there are."),
                    .sometimes("currentTask", .text, "What it is at."),
                ]).titled("LiveActivityProgress"), "Of the agent's own list of tasks."),
            .sometimes(
                "ask",
                .object([
                    .required("id", .text, "The ask's."),
                    .required("title", .text, "What is asked."),
                    .sometimes(
                        "body", .text, "All of what is decided on. Without it there is no Approve: it did not fit."),
                    .required("inputDigest", .text, "What an answer must name."),
                    .required("deadline", .integer, "In milliseconds since 1970."),
                ]).titled("LiveActivityAsk"), "What can be approved or denied right there."),
        ]),
        examples: [sampleState])

    private static let activity = BodyDescription(
        "LiveActivity", LiveActivitySummary.self, "A session on the lock screen of one device, without its token.",
        .object([
            .required("id", .id, "What it is called."),
            .required("device_id", .id, "Whose lock screen."),
            .required("phase", .choice(of: LiveActivitySummary.Phase.self), "How far it is."),
            .sometimes("started_at", .time, "When the present one began."),
            .sometimes("sent_at", .time, "When the gateway last took an update."),
            .sometimes("shown", .named("LiveActivityState"), "What it shows since then."),
            .required("failures", .integer(0...Int.max), "How often the present update was put off."),
            .sometimes("reason", .text, "Why it ended."),
        ]),
        examples: [sampleActivity])

    private static let detail = BodyDescription(
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
