import BellhopModel

extension Chapter {
    static let asks = Chapter(
        "Asks",
        "Notifications that expect an answer: pending, then exactly one of approved, denied, answered, expired, withdrawn.",
        operations: [
            Operation(
                .createAsk, id: "createAsk",
                details: "Durable before the response. The server checks `input_digest` against `input` and `nonce`.",
                body: "AskRequest", errors: [.inputDigestMismatch, .askPaused],
                .json(
                    "Ask", status: 201, "The ask, pending.",
                    leadsTo: ["getAsk", "answerAsk", "withdrawAsk"])),
            Operation(
                .listAsks, id: "listAsks",
                query: [.query("state", .choice(of: AskState.self), "Only asks in this state."), .limit],
                .json("AskPage", "The user's asks, newest first.")),
            Operation(
                .getAsk, id: "getAsk",
                query: [
                    .query(
                        "wait", .integer(0...APILimits.wait),
                        "Hold the response until the ask ends, so many seconds at most.")
                ],
                .json("Ask", "The ask as it stands; still pending when the wait was over.")),
            Operation(
                .answerAsk, id: "answerAsk",
                details: "The same answer again gets the same response.",
                body: "AnswerRequest",
                errors: [
                    .signatureInvalid, .askAlreadyAnswered, .askExpired, .askWithdrawn, .inputDigestMismatch,
                    .answerDoesNotFit,
                ],
                .json("Ask", "The ask with its answer.")),
            Operation(
                .withdrawAsk, id: "withdrawAsk", details: "To withdraw again changes nothing.",
                query: [.query("reason", .text(1...64), "Why; `withdrawn_by_agent` unless given.")],
                errors: [.askAlreadyAnswered, .askExpired],
                .json("Ask", "The ask, withdrawn.")),
        ],
        bodies: [
            .askRequest, .ask, .askPage, .resolution, .question, .option, .offeredRule, .origin, .answerRequest,
            .answer,
            .signedAnswer,
        ])
}
