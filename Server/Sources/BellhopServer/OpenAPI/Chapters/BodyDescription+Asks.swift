import BellhopModel

extension BodyDescription {
    private static let content: [Property] = [
        .required("title", .title, "What is asked, in a few words."),
        .required("body", .text(0...APILimits.text), "One or a few lines for the notification itself."),
        .optional("tool_name", .text(0...APILimits.title), "The tool that the agent wants to use."),
        .optional(
            "agent_says", .text(0...APILimits.text), "The agent's own words. A model wrote them: they prove nothing."),
        .required(
            "input", .text(0...APILimits.input),
            "Everything the agent is about to do, as one exact text of at most 512 KiB. This is what is signed."),
        .required(
            "input_digest", .digest,
            "Of the UTF-8 of `input`, in lower-case hexadecimal: HMAC-SHA-256 keyed with `nonce`, or SHA-256 where "
                + "there is none."),
        .optional(
            "nonce", .nonce,
            "A new one for each ask, so that no answer to an earlier ask about the same input fits this one."),
        .optional(
            "questions", .list(of: .named("Question"), atMost: APILimits.questions),
            "What to answer, in order; none for an approval."),
        .optional(
            "rules", .list(of: .named("OfferedRule"), atMost: APILimits.rules),
            "What an approval may allow from now on as well; `input` says it too. None with questions."),
        .optional(
            "deny_with", .list(of: .choice(of: DenialDetail.self), atMost: DenialDetail.allCases.count),
            "What a denial may carry to the agent; `message` alone unless given."),
        .optional("origin", .named("Origin"), "Where the ask comes from."),
    ]

    static let askRequest = BodyDescription(
        "AskRequest", AskRequest.self, "A request for an approval, or for answers to questions.",
        .object(
            content + [
                .optional("session_id", .name, "The run of the agent that it belongs to."),
                .required("expires_in", .integer(APILimits.askSeconds), "Seconds until the deadline."),
                .optional("category", .category, "The category that shows it; by default the one that fits."),
                .optional(
                    "hold", .integer(APILimits.holdSeconds),
                    "Seconds that the person at the desk has before devices are told, less than `expires_in`. Whoever "
                        + "is connected sees the ask at once."),
            ]),
        examples: [
            AskRequest(content: push, sessionID: Sample.session, expiresIn: 120, category: .approvalRequest),
            AskRequest(content: database, expiresIn: 600),
            AskRequest(content: tests, expiresIn: 570, hold: 20),
        ])

    static let ask = BodyDescription(
        "Ask", Ask.self, "A notification that expects an answer, and how it ended.",
        .object(
            content.written(always: ["questions", "origin"]) + [
                .required("id", .id, "What the ask is called from now on."),
                .required("user_id", .name, "Who is asked."),
                .sometimes("session_id", .name, "The run of the agent that it belongs to."),
                .required("category", .category, "The category that shows it."),
                .required("created_at", .time, "When it was accepted."),
                .required("deadline", .time, "At this moment it is too late."),
                .required("state", .choice(of: AskState.self), "Exactly one transition, ever."),
                .sometimes("resolution", .named("Resolution"), "How it ended."),
                .sometimes("applied_at", .time, "When the agent said that it went on with the answer."),
            ]),
        examples: [
            pending, approvedAsk,
            Ask(
                id: Sample.ask, userID: Sample.user, sessionID: Sample.session, category: .approvalRequest,
                request: tests, createdAt: Sample.time(), deadline: Sample.time(570)),
        ])

    static let askPage = BodyDescription.page("AskPage", of: ask, pending)

    static let resolution = BodyDescription(
        "Resolution", Resolution.self, "The one end of an ask.",
        .object([
            .required("state", .choice(of: AskState.self), "Never `pending`."),
            .required("at", .time, "When it ended."),
            .sometimes("answer", .named("SignedAnswer"), "Where a device answered."),
            .sometimes("reason", .text, "Why it was withdrawn, such as `answered_in_terminal`."),
        ]),
        examples: [
            resolved,
            Resolution(state: .withdrawn, at: Sample.time(9), reason: .answeredInTerminal),
        ])

    static let question = BodyDescription(
        "Question", Question.self, "One question with its options.",
        .object([
            .required("text", .text(1...APILimits.text), "The question."),
            .optional("header", .text(0...APILimits.title), "A word or two above it."),
            .optional(
                "options", .list(of: .named("Option"), atMost: APILimits.options), "What can be chosen; labels differ."),
            .optional("multi_select", .boolean, "More than one option may be chosen; false unless given."),
            .optional("allows_text", .boolean, "The person may type an answer of their own; true unless given."),
        ]),
        examples: database.questions)

    static let offeredRule = BodyDescription(
        "OfferedRule", OfferedRule.self, "What an agent suggests to allow from now on, without asking again.",
        .object([
            .required(
                "text", .text(1...APILimits.ruleText),
                "Exactly what is allowed, in the agent's own notation. Shown whole, and part of what is signed."),
            .required(
                "scope", .choice(of: OfferedRule.Scope.self),
                "Until the session ends; in this project, for this person; or in it, for everybody who works on it."),
        ]),
        examples: tests.rules)

    static let option = BodyDescription(
        "Option", Question.Option.self, "One answer to choose.",
        .object([
            .required("label", .text(1...APILimits.title), "What a reply names it by."),
            .optional("description", .text(0...APILimits.text), "What it means."),
        ]),
        examples: [Question.Option(label: "SQLite", description: "One file, no server")])

    private static let push = AskRequest.Content(
        title: "Claude wants to run Bash", body: "git push origin main", toolName: "Bash",
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
        title: "Claude wants to run Bash", body: "npm test", toolName: "Bash",
        input: #"{"command":"npm test","permission_suggestions":["Bash(npm test:*)"]}"#,
        inputDigest: "b7bb8992a76ab2da7779d7522455f17cdbb4daf2328763ce94a6289a43d36498",
        nonce: "6f1c2f6d0c5b4e0e9d1a7b3c8e5f4a21",
        rules: [OfferedRule(text: "Bash(npm test:*)", scope: .session)], denyWith: [.interrupt, .message],
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
