import BellhopCore
import BellhopModel

extension Resource {
    static let asks = Resource(
        "Asks",
        "Notifications that expect an answer: `pending` until approved, denied, answered, expired or withdrawn.",
        operations: [
            Operation(
                API.createAsk,
                details:
                    "The ask is durable before the response. `input_digest` must match `input` and `nonce`.",
                body: "AskRequest",
                .json(
                    "Ask", status: 201, "The pending ask.",
                    leadsTo: ["getAsk", "answerAsk", "withdrawAsk"]), accept: AskHandlers.create),
            Operation(
                API.listAsks,
                query: [
                    .query("state", .choice(of: AskState.self), "Returns only asks in this state."),
                    .query("before", .id, "The cursor: the id of the last item of the previous page."), .limit,
                ],
                .json("AskPage", "The user's asks, newest first."), handle: AskHandlers.list),
            Operation(
                API.getAsk,
                query: [
                    .query(
                        "wait", .integer(0...APILimits.wait),
                        "The maximum time to wait for the ask to end, in seconds. Default: 0.")
                ], .json("Ask", "The ask; still `pending` if it did not end within `wait`."),
                handle: AskHandlers.get),
            Operation(
                API.answerAsk, details: "Idempotent: repeating the same answer returns the same response.",
                body: "AnswerRequest",
                .json("Ask", "The ask with its answer."), handle: AskHandlers.answer),
            Operation(
                API.withdrawAsk, details: "Idempotent: withdrawing again has no effect.",
                query: [.query("reason", .text(bytes: 1...64), "The reason. Default: `withdrawn_by_agent`.")],
                .json("Ask", "The withdrawn ask."), handle: AskHandlers.withdraw),
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
        return Page(
            items: try await call.services.asks.list(
                for: call.key(), state: state, before: call.query("before"), limit: call.limit()))
    }

    @Sendable static func get(_ call: Call) async throws -> Ask {
        let (id, key): (AskID, KeyRecord) = (try call.id(), try call.key())
        let seconds = try call.query("wait", as: Int.self) ?? 0
        guard seconds > 0 else { return try await call.services.asks.ask(id, for: key) }
        // A stopping server responds to waiting callers, which then wait at the next server.
        return try await call.services.asks.wait(for: id, by: key, atMost: .seconds(seconds))
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
        .required("body", .text(0...APILimits.text), "The decision to make, as the text of the notification."),
        .optional(
            "omitted_characters", .integer(0...APILimits.input),
            "The number of characters of `input` that `body` omits or masks; 0 states that `body` shows all relevant "
                + "parts of `input`. Without this field, all of `input` counts as hidden unless `body` contains it "
                + "exactly. Only an approval without hidden characters can be approved without opening it."),
        .optional("tool_name", .text(0...APILimits.title), "The tool that the agent wants to use."),
        .optional(
            "agent_says", .text(0...APILimits.text), "The agent's explanation, written by a model and not verified."),
        .required(
            "input", .text(bytes: 0...APILimits.input),
            "The complete action that the agent is about to take, as one exact text of at most 512 KiB. The signature "
                + "of the answer covers it."),
        .required(
            "input_digest", .digest,
            "The digest of the UTF-8 of `input`, in lowercase hexadecimal: HMAC-SHA-256 keyed with `nonce`, or SHA-256 "
                + "without a nonce."),
        .optional(
            "nonce", .nonce,
            "A value unique to this ask, which prevents the replay of an answer to an earlier ask with the same input."),
        .optional(
            "questions", .list(of: .named("Question"), atMost: APILimits.questions),
            "The questions in order; empty for an approval."),
        .optional(
            "rules", .list(of: .named("PermissionRule"), atMost: APILimits.rules),
            "The rules that an approval may add; `input` must contain them too. Not allowed with `questions`."),
        .optional(
            "deny_with", .list(of: .choice(of: DenialDetail.self), atMost: DenialDetail.allCases.count),
            "The details that a denial may carry to the agent. Default: `message` only."),
        .optional("origin", .named("Origin"), "The origin of the ask."),
    ]

    static let askRequest = Component(
        "AskRequest", AskRequest.self, "A request for an approval or for answers to questions.",
        .object(
            content + [
                .optional("session_id", .name, "The agent's session that the ask belongs to."),
                .required("expires_in", .integer(APILimits.askSeconds), "The time until the deadline, in seconds."),
                .optional("category", .category, "The notification category. Default: derived from the ask."),
                .optional(
                    "hold", .integer(APILimits.holdSeconds),
                    "The delay before devices are notified, in seconds, less than `expires_in`. "
                        + "Connected clients receive the ask immediately."),
            ]),
        examples: [
            AskRequest(content: push, sessionID: Sample.session, expiresIn: 120, category: .approvalRequest),
            AskRequest(content: database, expiresIn: 600),
            AskRequest(content: tests, expiresIn: 570, hold: 20),
        ])

    static let ask = Component(
        "Ask", Ask.self, "A notification that expects an answer, with its outcome.",
        .object(
            content.written(always: ["questions", "origin"]) + [
                .required("id", .id, "The ask's id."),
                .required("user_id", .name, "The user."),
                .sometimes("session_id", .name, "The agent's session that the ask belongs to."),
                .required("category", .category, "The notification category."),
                .required("created_at", .time, "The time of its creation."),
                .required("deadline", .time, "The time from which answers are rejected."),
                .required(
                    "state", .choice(of: AskState.self),
                    "The state; changes exactly once, from `pending` to a final state."),
                .sometimes("resolution", .named("Resolution"), "The outcome."),
                .sometimes("applied_at", .time, "The time when the agent reported that it applied the answer."),
            ]),
        examples: [
            pending, approvedAsk,
            Ask(
                id: Sample.ask, userID: Sample.user, sessionID: Sample.session, category: .approvalRequest,
                request: tests, createdAt: Sample.time(), deadline: Sample.time(570)),
        ])

    static let askPage = Component.page("AskPage", of: ask, pending)

    static let resolution = Component(
        "Resolution", Resolution.self, "The outcome of an ask.",
        .object([
            .required("state", .choice(of: AskState.self), "The final state; never `pending`."),
            .required("at", .time, "The time of the outcome."),
            .sometimes("answer", .named("SignedAnswer"), "The answer, if a device gave one."),
            .sometimes("reason", .text, "The reason of a withdrawal, such as `answered_in_terminal`."),
        ]),
        examples: [
            resolved,
            Resolution(state: .withdrawn, at: Sample.time(9), reason: .answeredInTerminal),
        ])

    static let question = Component(
        "Question", Question.self, "A question with its options.",
        .object([
            .required("text", .text(1...APILimits.text), "The question."),
            .optional("header", .text(0...APILimits.title), "A short heading of one or two words."),
            .optional(
                "options", .list(of: .named("Option"), atMost: APILimits.options), "The options, with unique labels."),
            .optional("multi_select", .boolean, "`true` to allow several options. Default: `false`."),
            .optional("allows_text", .boolean, "`true` to allow a typed answer. Default: `true`."),
        ]),
        examples: database.questions)

    static let permissionRule = Component(
        "PermissionRule", PermissionRule.self, "A permission rule that an agent suggests.",
        .object([
            .required(
                "text", .text(1...APILimits.ruleText),
                "The rule in the agent's notation. Shown in full and covered by the signature."),
            .required(
                "scope", .choice(of: PermissionRule.Scope.self),
                "The scope: the session; the project, for this person; or the project, for everyone who works on it."
            ),
        ]),
        examples: tests.rules)

    static let option = Component(
        "Option", Question.Option.self, "A selectable answer.",
        .object([
            .required("label", .text(1...APILimits.title), "The label, which identifies the option in a reply."),
            .optional("description", .text(0...APILimits.text), "The meaning of the option."),
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
        "AnswerRequest", AnswerRequest.self,
        "An answer with its signature. docs/protocol.md specifies the signed text.",
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
                .required("decision", .choice(["approve"]), "Approves the ask."),
                .optional(
                    "remember", .list(of: .named("PermissionRule"), atMost: APILimits.rules),
                    "The rules of the ask to add, copied exactly."),
            ]).titled("AnswerApprove"),
            .object([
                .required("decision", .choice(["deny"]), "Denies the ask."),
                .optional("message", .text(0...APILimits.text), "An instruction to the agent."),
                .optional(
                    "interrupt", .boolean, "`true` to stop the agent, if it supports interruption. Default: `false`."),
            ]).titled("AnswerDeny"),
            .object([
                .required("decision", .choice(["reply"]), "Answers the questions."),
                .required(
                    "replies",
                    .list(
                        of: .object([
                            .required("selected", .list(of: .text), "The labels of the selected options."),
                            .optional("text", .text(0...APILimits.text), "The typed text."),
                        ]).titled("QuestionReply")),
                    "One reply for each question, in order: `selected` labels, typed `text`, or both."),
            ]).titled("AnswerReply"),
        ]),
        examples: [
            Answer.approve, Answer.deny(message: "Run the tests first"),
            Answer.deny(message: nil, interrupt: true),
            Answer.approveAndRemember([PermissionRule(text: "Bash(npm test:*)", scope: .session)]),
            Answer.replies([.init(selected: ["SQLite"], text: "in memory")]),
        ])

    static let signedAnswer = Component(
        "SignedAnswer", SignedAnswer.self,
        "An answer with the signature of the device that gave it, so that others can verify it.",
        .object([
            .required("answer", .named("Answer"), "The person's answer."),
            .required("device_id", .id, "The device that signed it."),
            .required("device_name", .text, "The device's name, not covered by the signature."),
            .required("signature", .text, "Base64 of the 64-byte ECDSA signature (R‖S), P-256 with SHA-256."),
        ]),
        examples: [
            SignedAnswer(
                answer: .approve, deviceID: Sample.device, deviceName: "Ada's iPhone", signature: Sample.signature)
        ])
}

extension Component {
    static let origin = Component(
        "Origin", Origin.self, "The origin of an ask or a session, shown to the person.",
        .object([
            .optional("agent", .text(0...APILimits.title), "The agent's name."),
            .optional("host", .text(0...APILimits.title), "The machine on which the agent runs."),
            .optional("project", .text(0...APILimits.title), "The project."),
            .optional("folder", .text(0...APILimits.text), "The agent's working directory."),
        ]),
        examples: [Sample.origin])
}
