import BellhopModel

extension BodyDescription {
    static let answerRequest = BodyDescription(
        "AnswerRequest", AnswerRequest.self, "An answer with its proof. What is signed is in docs/protocol.md.",
        .object([
            .required("answer", .named("Answer"), "What the person said."),
            .required("input_digest", .text, "The digest of the input that the person saw."),
            .required("signature", .text, "Base64 of the 64-byte ECDSA signature (R‖S), P-256 with SHA-256."),
        ]),
        examples: [
            AnswerRequest(
                answer: .deny(message: "Run the tests first"),
                inputDigest: "af1b4b3c17d3e4650d609c72472402dd9874f9d1a13aeab9e2988a25d88d6f97",
                signature: Sample.signature)
        ])

    static let answer = BodyDescription(
        "Answer", Answer.self, "What a person said to an ask.",
        .alternatives([
            .object([
                .required("decision", .choice(["approve"]), "Go on."),
                .optional(
                    "remember", .list(of: .named("OfferedRule"), atMost: APILimits.rules),
                    "Rules of the ask, word for word, that are allowed from now on as well."),
            ]).titled("AnswerApprove"),
            .object([
                .required("decision", .choice(["deny"]), "Do not."),
                .optional("message", .text(0...APILimits.text), "An instruction to the agent."),
                .optional("interrupt", .boolean, "The agent is to stop, where it can be told so; false unless given."),
            ]).titled("AnswerDeny"),
            .object([
                .required("decision", .choice(["reply"]), "The questions are answered."),
                .required(
                    "replies",
                    .list(
                        of: .object([
                            .required("selected", .list(of: .text), "Labels of the chosen options."),
                            .optional("text", .text(0...APILimits.text), "What the person typed."),
                        ]).titled("QuestionReply")),
                    "One for each question, in their order: `selected` labels of options, typed `text`, or both."),
            ]).titled("AnswerReply"),
        ]),
        examples: [
            Answer.approve, Answer.deny(message: "Run the tests first"),
            Answer.deny(message: nil, interrupt: true),
            Answer.approveAndRemember([OfferedRule(text: "Bash(npm test:*)", scope: .session)]),
            Answer.replies([.init(selected: ["SQLite"], text: "in memory")]),
        ])

    static let signedAnswer = BodyDescription(
        "SignedAnswer", SignedAnswer.self, "An answer with the proof of who gave it, to be verified again.",
        .object([
            .required("answer", .named("Answer"), "What the person said."),
            .required("device_id", .id, "The device that signed it."),
            .required("device_name", .text, "What the device is called. Not part of what is signed."),
            .required("signature", .text, "Base64 of the 64-byte ECDSA signature (R‖S), P-256 with SHA-256."),
        ]),
        examples: [
            SignedAnswer(
                answer: .approve, deviceID: Sample.device, deviceName: "Ada's iPhone", signature: Sample.signature)
        ])
}
