import BellhopModel
import BellhopTesting
import Testing

@testable import BellhopKit

@Suite("Server replies to an answer")
struct AnswerReplyTests {
    struct Row: Sendable, CustomTestStringConvertible {
        var name: String
        var response: APIResponse
        var verdict: AnswerReplyResult
        var testDescription: String { name }
    }

    private static let answer = QueuedAnswer(AnswerDraft(to: Fixture.ask(), .approve), of: Fixture.user)

    private static func resolved(_ answer: Answer, applied: Bool = false) -> Ask {
        var ask = Fixture.ask()
        let signed = SignedAnswer(
            answer: answer, deviceID: DeviceID(high: 1, low: 1), deviceName: "iPad", signature: "s")
        ask.resolution = Resolution(state: answer.state, at: Fixture.start, answer: signed)
        if applied { ask.appliedAt = Fixture.start }
        return ask
    }

    private static let denial = Resolution(
        state: .denied, at: Fixture.start,
        answer: SignedAnswer(
            answer: .deny(message: nil), deviceID: DeviceID(high: 2, low: 2), deviceName: "iPad", signature: "s"))
    private static let terminal = Resolution(state: .withdrawn, at: Fixture.start, reason: .answeredInTerminal)

    static let rows: [Row] = [
        Row(name: "200 approved", response: .json(resolved(.approve)), verdict: .ended(.sent(resolved(.approve)))),
        Row(
            name: "200 approved and applied", response: .json(resolved(.approve, applied: true)),
            verdict: .ended(.agentWentOn(resolved(.approve, applied: true)))),
        Row(
            name: "201 is as good", response: .json(resolved(.approve), status: 201),
            verdict: .ended(.sent(resolved(.approve)))),
        Row(name: "200 still pending", response: .json(Fixture.ask()), verdict: .retry(atLeast: nil)),
        Row(name: "200 of another ask", response: .json(Fixture.ask(2)), verdict: .retry(atLeast: nil)),
        Row(name: "200 sign-in page", response: .signInPage, verdict: .retry(atLeast: nil)),
        Row(name: "302 sign-in page", response: APIResponse(status: 302), verdict: .retry(atLeast: nil)),
        Row(name: "401 of a proxy", response: APIResponse(status: 401), verdict: .retry(atLeast: nil)),
        Row(name: "403 of a proxy", response: APIResponse(status: 403, body: [60]), verdict: .retry(atLeast: nil)),
        Row(
            name: "401", response: .error(.unauthorized),
            verdict: .keyRejected(.refused(message: AnswerMessages.keyRevoked))),
        Row(
            name: "403 forbidden", response: .error(.forbidden),
            verdict: .ended(.refused(message: APIErrorCode.forbidden.meaning))),
        Row(
            name: "403 signature", response: .error(.signatureInvalid),
            verdict: .ended(.refused(message: APIErrorCode.signatureInvalid.meaning))),
        Row(
            name: "404", response: .error(.notFound),
            verdict: .ended(.refused(message: APIErrorCode.notFound.meaning))),
        Row(
            name: "409", response: .error(.askAlreadyAnswered, resolution: denial),
            verdict: .ended(.answeredElsewhere(by: denial))),
        Row(
            name: "409 without who", response: .error(.askAlreadyAnswered),
            verdict: .ended(.refused(message: APIErrorCode.askAlreadyAnswered.meaning))),
        Row(name: "410 expired", response: .error(.askExpired), verdict: .ended(.tooLate)),
        Row(
            name: "410 answered in the terminal", response: .error(.askWithdrawn, resolution: terminal),
            verdict: .ended(.withdrawn(reason: .answeredInTerminal))),
        Row(name: "410 withdrawn", response: .error(.askWithdrawn), verdict: .ended(.withdrawn(reason: nil))),
        Row(
            name: "422 digest", response: .error(.inputDigestMismatch),
            verdict: .ended(.refused(message: AnswerMessages.inputChanged))),
        Row(
            name: "422 misfit", response: .error(.answerDoesNotFit),
            verdict: .ended(.refused(message: APIErrorCode.answerDoesNotFit.meaning))),
        Row(
            name: "429", response: .error(.tooManyRequests, retryAfter: 7),
            verdict: .retry(atLeast: .seconds(7))),
        Row(name: "500", response: .error(.internalError), verdict: .retry(atLeast: nil)),
        Row(name: "502 of a proxy", response: APIResponse(status: 502), verdict: .retry(atLeast: nil)),
        Row(
            name: "503", response: .error(.storageUnavailable, retryAfter: 3),
            verdict: .retry(atLeast: .seconds(3))),
        Row(
            name: "400 of a later version",
            response: APIResponse(
                status: 400, body: Array(#"{"error":{"code":"brand_new","message":"No.","docs":"x"}}"#.utf8)),
            verdict: .ended(.refused(message: "No."))),
    ]

    @Test("Every reply has a result", arguments: rows)
    func table(row: Row) {
        let reply = ServerReplyReader.reply(to: row.response) { try CanonicalJSON.decode(Ask.self, from: $0) }
        #expect(AnswerReplyResult(reply, to: Self.answer) == row.verdict)
    }

    @Test("Every error code has a result", arguments: APIErrorCode.allCases)
    func complete(code: APIErrorCode) {
        let reply = ServerReplyReader.reply(to: .error(code)) { try CanonicalJSON.decode(Ask.self, from: $0) }
        switch AnswerReplyResult(reply, to: Self.answer) {
        case .retry: #expect(code.isRetryable)
        case .ended, .keyRejected: #expect(!code.isRetryable)
        }
    }
}
