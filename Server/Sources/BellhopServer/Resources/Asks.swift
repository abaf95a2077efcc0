import BellhopCore
import BellhopModel
import ServiceLifecycle

extension Resource {
    static let asks = Resource(
        "Asks",
        "Notifications that expect an answer: pending, then exactly one of approved, denied, answered, expired, withdrawn.",
        operations: [
            Operation(
                API.createAsk,
                details: "Durable before the response. The server checks `input_digest` against `input` and `nonce`.",
                body: "AskRequest",
                .json(
                    "Ask", status: 201, "The ask, pending.",
                    leadsTo: ["getAsk", "answerAsk", "withdrawAsk"]), accept: AskHandlers.create),
            Operation(
                API.listAsks, query: [.query("state", .choice(of: AskState.self), "Only asks in this state."), .limit],
                .json("AskPage", "The user's asks, newest first."), handle: AskHandlers.list),
            Operation(
                API.getAsk,
                query: [
                    .query(
                        "wait", .integer(0...APILimits.wait),
                        "Hold the response until the ask ends, so many seconds at most.")
                ], .json("Ask", "The ask; still pending when the wait has ended without an answer."),
                handle: AskHandlers.get),
            Operation(
                API.answerAsk, details: "The same answer again gets the same response.", body: "AnswerRequest",
                .json("Ask", "The ask with its answer."), handle: AskHandlers.answer),
            Operation(
                API.withdrawAsk, details: "To withdraw again changes nothing.",
                query: [.query("reason", .text(bytes: 1...64), "Why; `withdrawn_by_agent` unless given.")],
                .json("Ask", "The ask, withdrawn."), handle: AskHandlers.withdraw),
        ],
        components: [
            .askRequest, .ask, .askPage, .resolution, .question, .option, .permissionRule, .origin, .answerRequest,
            .answer,
            .signedAnswer,
        ])
}

private enum AskHandlers {
    @Sendable static func create(
        _ request: AskRequest, _ call: Call, _ recorder: ResponseRecorder<Ask>?
    ) async throws -> IdempotentResult<Ask> {
        try await call.services.asks.create(request, by: call.key(), recorder: recorder)
    }

    @Sendable static func list(_ call: Call) async throws -> Page<Ask> {
        let state = try call.query("state", as: String.self).flatMap(AskState.init)
        return Page(items: try await call.services.asks.list(for: call.key(), state: state, limit: call.limit()))
    }

    @Sendable static func get(_ call: Call) async throws -> Ask {
        let (id, key): (AskID, KeyRecord) = (try call.id(), try call.key())
        let seconds = try call.query("wait", as: Int.self) ?? 0
        guard seconds > 0 else { return try await call.services.asks.ask(id, for: key) }
        // A stopping server responds to waiting callers, which then wait at the next server.
        return try await cancelWhenGracefulShutdown {
            try await call.services.asks.wait(for: id, by: key, atMost: .seconds(seconds))
        }
    }

    @Sendable static func answer(_ answer: AnswerRequest, _ call: Call) async throws -> Ask {
        try await call.services.asks.answer(call.id(), answer, by: call.key())
    }

    @Sendable static func withdraw(_ call: Call) async throws -> Ask {
        let reason = try call.query("reason", as: String.self).map(WithdrawalReason.init) ?? .withdrawnByAgent
        return try await call.services.asks.withdraw(call.id(), reason: reason, by: call.key())
    }
}

extension Component {
    private static let content: [Property] = [
        .required("title", .title, "The title."),
        .required("body", .text(0...APILimits.text), "The decision to make, in lines for the notification."),
        .optional(
            "omitted_characters", .integer(0...APILimits.input),
            "How many characters of what is decided on `body` leaves out or masks; 0 promises that it shows all of `input` "
                + "that matters. Where this is missing and `input` does not stand in `body` word for word, all of `input` "
                + "counts. Only an approval of which nothing is hidden can be approved without opening it."),
        .optional("tool_name", .text(0...APILimits.title), "The tool that the agent wants to use."),
        .optional(
            "agent_says", .text(0...APILimits.text), "The agent's own words. A model wrote them: they prove nothing."),
        .required(
            "input", .text(bytes: 0...APILimits.input),
            "Everything the agent is about to do, as one exact text of at most 512 KiB. This is what is signed."),
        .required(
            "input_digest", .digest,
            "The digest of the UTF-8 of `input`, in lower-case hexadecimal: HMAC-SHA-256 keyed with `nonce`, or SHA-256 where "
                + "there is none."),
        .optional(
            "nonce", .nonce,
            "A new one for each ask, so that no answer to an earlier ask about the same input fits this one."),
        .optional(
            "questions", .list(of: .named("Question"), atMost: APILimits.questions),
            "The questions in order; none for an approval."),
        .optional(
            "rules", .list(of: .named("PermissionRule"), atMost: APILimits.rules),
            "The rules that an approval may add; `input` contains them too. None with questions."),
        .optional(
            "deny_with", .list(of: .choice(of: DenialDetail.self), atMost: DenialDetail.allCases.count),
            "The details that a denial may carry to the agent; `message` alone unless given."),
        .optional("origin", .named("Origin"), "The origin of the ask."),
    ]

    static let askRequest = Component(
        "AskRequest", AskRequest.self, "A request for an approval, or for answers to questions.",
        .object(
            content + [
                .optional("session_id", .name, "The run of the agent that it belongs to."),
                .required("expires_in", .integer(APILimits.askSeconds), "Seconds until the deadline."),
                .optional("category", .category, "The category that shows it; by default the one that fits."),
                .optional(
                    "hold", .integer(APILimits.holdSeconds),
                    "The delay before devices are notified, in seconds, less than `expires_in`. "
                        + "Connected clients see the ask at once."),
            ]),
        examples: [
            AskRequest(content: push, sessionID: Sample.session, expiresIn: 120, category: .approvalRequest),
            AskRequest(content: database, expiresIn: 600),
            AskRequest(content: tests, expiresIn: 570, hold: 20),
        ])

    static let ask = Component(
        "Ask", Ask.self, "A notification that expects an answer, and how it ended.",
        .object(
            content.written(always: ["questions", "origin"]) + [
                .required("id", .id, "The ask's id."),
                .required("user_id", .name, "The user."),
                .sometimes("session_id", .name, "The run of the agent that it belongs to."),
                .required("category", .category, "The category that shows it."),
                .required("created_at", .time, "The time of its creation."),
                .required("deadline", .time, "At this moment it is too late."),
                .required("state", .choice(of: AskState.self), "Exactly one transition, ever."),
                .sometimes("resolution", .named("Resolution"), "The outcome."),
                .sometimes("applied_at", .time, "The time when the agent reported that it went on with the answer."),
            ]),
        examples: [
            pending, approvedAsk,
            Ask(
                id: Sample.ask, userID: Sample.user, sessionID: Sample.session, category: .approvalRequest,
                request: tests, createdAt: Sample.time(), deadline: Sample.time(570)),
        ])

    static let askPage = Component.page("AskPage", of: ask, pending)

    static let resolution = Component(
        "Resolution", Resolution.self, "The one end of an ask.",
        .object([
            .required("state", .choice(of: AskState.self), "Never `pending`."),
            .required("at", .time, "The time of the outcome."),
            .sometimes("answer", .named("SignedAnswer"), "The answer of a device."),
            .sometimes("reason", .text, "Why it was withdrawn, such as `answered_in_terminal`."),
        ]),
        examples: [
            resolved,
            Resolution(state: .withdrawn, at: Sample.time(9), reason: .answeredInTerminal),
        ])

    static let question = Component(
        "Question", Question.self, "One question with its options.",
        .object([
            .required("text", .text(1...APILimits.text), "The question."),
            .optional("header", .text(0...APILimits.title), "A word or two above it."),
            .optional(
                "options", .list(of: .named("Option"), atMost: APILimits.options), "The options; labels differ."),
            .optional("multi_select", .boolean, "More than one option may be chosen; false unless given."),
            .optional("allows_text", .boolean, "The person may type an answer of their own; true unless given."),
        ]),
        examples: database.questions)

    static let permissionRule = Component(
        "PermissionRule", PermissionRule.self, "A rule that an agent suggests to allow from now on.",
        .object([
            .required(
                "text", .text(1...APILimits.ruleText),
                "Exactly what is allowed, in the agent's own notation. Shown whole, and part of what is signed."),
            .required(
                "scope", .choice(of: PermissionRule.Scope.self),
                "Until the session ends; in this project, for this person; or in this project, for all who work on it."),
        ]),
        examples: tests.rules)

    static let option = Component(
        "Option", Question.Option.self, "One answer to choose.",
        .object([
            .required("label", .text(1...APILimits.title), "The label, by which a reply names it."),
            .optional("description", .text(0...APILimits.text), "The meaning."),
        ]),
        examples: [Question.Option(label: "SQLite", description: "One file, no server")])

    private static let push = AskRequest.Content(
        title: "Claude wants to run Bash", body: "git push origin main", omittedCharacters: 0, toolName: "Bash",
        agentSays: "Push the finished work", input: #"{"command":"git push origin main"}"#,
        inputDigest: "af1b4b3c17d3e4650d609c72472402dd9874f9d1a13aeab9e2988a25d88d6f97", origin: Sample.origin)

    private static let database = AskRequest.Content(
        title: "Claude has a question", body: "Which database should the tests use?",
        input: "Which database should the tests use?",
        inputDigest: "a64a40aa11a4e3c7eaa23bada012ad636fcdbb884f307c64d56d391dae9ba81d",
        questions: [
            Question(
                text: "Which database should the tests use?", header: "Database",
                options: [.init(label: "SQLite", description: "One file, no server"), .init(label: "PostgreSQL")],
                multiSelect: false, allowsText: true)
        ])

    private static let tests = AskRequest.Content(
        title: "Claude wants to run Bash", body: "npm test", omittedCharacters: 0, toolName: "Bash",
        input: #"{"command":"npm test","permission_suggestions":["Bash(npm test:*)"]}"#,
        inputDigest: "b7bb8992a76ab2da7779d7522455f17cdbb4daf2328763ce94a6289a43d36498",
        nonce: "6f1c2f6d0c5b4e0e9d1a7b3c8e5f4a21",
        rules: [PermissionRule(text: "Bash(npm test:*)", scope: .session)], denyWith: [.interrupt, .message],
        origin: Sample.origin)

    private static let resolved = Resolution(
        state: .approved, at: Sample.time(9),
        answer: SignedAnswer(
            answer: .approve, deviceID: Sample.device, deviceName: "Ada's iPhone", signature: Sample.signature))

    private static let pending = Ask(
        id: Sample.question, userID: Sample.user, sessionID: nil, category: .questionAsked, request: database,
        createdAt: Sample.time(), deadline: Sample.time(600))

    static let approvedAsk = Ask(
        id: Sample.ask, userID: Sample.user, sessionID: Sample.session, category: .approvalRequest, request: push,
        createdAt: Sample.time(), deadline: Sample.time(120), resolution: resolved, appliedAt: Sample.time(10))
}

extension Component {
    static let answerRequest = Component(
        "AnswerRequest", AnswerRequest.self, "An answer with its proof. What is signed is in docs/protocol.md.",
        .object([
            .required("answer", .named("Answer"), "The person's answer."),
            .required("input_digest", .text, "The digest of the input that the person saw."),
            .required("signature", .text, "Base64 of the 64-byte ECDSA signature (R‖S), P-256 with SHA-256."),
        ]),
        examples: [
            AnswerRequest(
                answer: .deny(message: "Run the tests first"),
                inputDigest: "af1b4b3c17d3e4650d609c72472402dd9874f9d1a13aeab9e2988a25d88d6f97",
                signature: Sample.signature)
        ])

    static let answer = Component(
        "Answer", Answer.self, "A person's answer to an ask.",
        .alternatives([
            .object([
                .required("decision", .choice(["approve"]), "Go on."),
                .optional(
                    "remember", .list(of: .named("PermissionRule"), atMost: APILimits.rules),
                    "Rules of the ask, word for word, that are allowed from now on as well."),
            ]).titled("AnswerApprove"),
            .object([
                .required("decision", .choice(["deny"]), "Do not."),
                .optional("message", .text(0...APILimits.text), "An instruction to the agent."),
                .optional("interrupt", .boolean, "Stops the agent, where it supports that; false unless given."),
            ]).titled("AnswerDeny"),
            .object([
                .required("decision", .choice(["reply"]), "The questions are answered."),
                .required(
                    "replies",
                    .list(
                        of: .object([
                            .required("selected", .list(of: .text), "Labels of the chosen options."),
                            .optional("text", .text(0...APILimits.text), "The typed text."),
                        ]).titled("QuestionReply")),
                    "One for each question, in their order: `selected` labels of options, typed `text`, or both."),
            ]).titled("AnswerReply"),
        ]),
        examples: [
            Answer.approve, Answer.deny(message: "Run the tests first"),
            Answer.deny(message: nil, interrupt: true),
            Answer.approveAndRemember([PermissionRule(text: "Bash(npm test:*)", scope: .session)]),
            Answer.replies([.init(selected: ["SQLite"], text: "in memory")]),
        ])

    static let signedAnswer = Component(
        "SignedAnswer", SignedAnswer.self, "An answer with the proof of who gave it, to be verified again.",
        .object([
            .required("answer", .named("Answer"), "The person's answer."),
            .required("device_id", .id, "The device that signed it."),
            .required("device_name", .text, "The device's name. It is not signed."),
            .required("signature", .text, "Base64 of the 64-byte ECDSA signature (R‖S), P-256 with SHA-256."),
        ]),
        examples: [
            SignedAnswer(
                answer: .approve, deviceID: Sample.device, deviceName: "Ada's iPhone", signature: Sample.signature)
        ])
}

extension Component {
    static let origin = Component(
        "Origin", Origin.self, "The origin of an ask or a session, which the person sees.",
        .object([
            .optional("agent", .text(0...APILimits.title), "The agent's name."),
            .optional("host", .text(0...APILimits.title), "The machine it runs on."),
            .optional("project", .text(0...APILimits.title), "The project."),
            .optional("folder", .text(0...APILimits.text), "The folder it works in."),
        ]),
        examples: [Sample.origin])
}
