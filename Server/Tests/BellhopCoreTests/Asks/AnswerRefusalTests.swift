import BellhopModel
import BellhopStore
import BellhopTestSupport
import Testing

@testable import BellhopCore

@Suite("Refused answers", .timeLimit(.minutes(10)))
struct AnswerRefusalTests {
    enum Mistake: String, CaseIterable, CustomTestStringConvertible {
        case unknownAsk = "an ask that there is not"
        case otherUser = "the device of another user"
        case agent = "an agent's key"
        case admin = "an admin's key"
        case noDevice = "a device key that names no device"
        case strangerDevice = "a device key whose device has another owner now"
        case removedDevice = "the key of a device that was removed this moment"
        case otherDevicesSignature = "another device's signature"
        case otherAnswerSigned = "a signature over another answer"
        case otherAskSigned = "a signature over another ask"
        case noSignature = "a signature that is none"
        case otherInput = "an answer about another input"
        case replyToApproval = "a reply to an approval"
        case otherAnswerBefore = "another answer than the one given before"
        case late = "an answer at the deadline"
        case afterExpiry = "an answer after the ask has been ended by its deadline"
        case withdrawn = "an answer to a withdrawn ask"

        var testDescription: String { rawValue }

        var code: APIErrorCode {
            switch self {
            case .unknownAsk: .notFound
            case .otherUser, .agent, .admin, .noDevice, .strangerDevice, .removedDevice: .forbidden
            case .otherDevicesSignature, .otherAnswerSigned, .otherAskSigned, .noSignature: .signatureInvalid
            case .otherInput: .inputDigestMismatch
            case .replyToApproval: .answerDoesNotFit
            case .otherAnswerBefore: .askAlreadyAnswered
            case .late, .afterExpiry: .askExpired
            case .withdrawn: .askWithdrawn
            }
        }

        var status: Int {
            switch self {
            case .unknownAsk: 404
            case .otherAnswerBefore: 409
            case .late, .afterExpiry, .withdrawn: 410
            case .otherInput, .replyToApproval: 422
            default: 403
            }
        }
    }

    @Test("Each invalid answer has its error, and changes nothing", arguments: Mistake.allCases)
    func refused(mistake: Mistake) async throws {
        let bench = EngineBench()
        let phone = try await bench.phone()
        let tablet = try await bench.phone("iPad")
        let ask = try await bench.ask()
        var (id, request, key) = (ask.id, try phone.answer(.approve, to: ask), phone.key)
        switch mistake {
        case .unknownAsk: id = .make(at: bench.time.now)
        case .otherUser: key = try await bench.phone(of: "bob").key
        case .agent: key = .agent()
        case .admin: key = .admin()
        case .noDevice:
            key = KeyRecord(id: key.id, role: .device, userID: "ada", label: "old", createdAt: key.createdAt)
        case .strangerDevice:
            var device = phone.device
            (device.id, device.userID) = (.make(at: bench.time.now), "bob")
            _ = try await bench.store.register(device)
        case .removedDevice: _ = try await bench.store.removeDevice(phone.device.id, at: bench.time.now)
        case .otherDevicesSignature: request = try tablet.answer(.approve, to: ask)
        case .otherAnswerSigned: request.answer = .deny(message: nil)
        case .otherAskSigned: id = try await bench.ask().id
        case .noSignature: request.signature = "AAAA"
        case .otherInput: request = try phone.answer(.approve, to: ask, digest: AskRequest.digest("ls"))
        case .replyToApproval: request = try phone.answer(.replies([Reply(text: "yes")]), to: ask)
        case .otherAnswerBefore:
            _ = try await bench.asks.answer(id, tablet.answer(.deny(message: nil), to: ask), by: tablet.key)
        case .late: bench.time.advance(to: ask.deadline)
        case .afterExpiry:
            bench.time.advance(to: ask.deadline)
            _ = try await bench.store.expireAsks(at: ask.deadline, limit: 9)
        case .withdrawn: _ = try await bench.asks.withdraw(id, reason: .answeredInTerminal, by: .agent())
        }
        let before = try await bench.store.ask(ask.id)

        let error = try await #require(throws: APIError.self) { try await bench.asks.answer(id, request, by: key) }
        #expect(error.code == mistake.code)
        #expect(error.code.status == mistake.status)
        #expect(try await bench.store.ask(ask.id) == before)
        #expect(error.resolution == ([409, 410].contains(mistake.status) ? before?.resolution : nil))
    }

    @Test("A late answer is refused with the device and time of the first answer")
    func firstAnswer() async throws {
        let bench = EngineBench()
        let phone = try await bench.phone("Ada's iPhone")
        let tablet = try await bench.phone("iPad")
        let ask = try await bench.ask()
        _ = try await bench.asks.answer(ask.id, phone.answer(.approve, to: ask), by: phone.key)
        bench.time.advance(by: .seconds(12))
        let error = try await #require(throws: APIError.self) {
            try await bench.asks.answer(ask.id, tablet.answer(.deny(message: nil), to: ask), by: tablet.key)
        }
        #expect(error.message == "Already approved on Ada's iPhone 12 s ago.")
    }

    private static let now = Timestamp(seconds: 1_767_225_600)
    private static let signed = SignedAnswer(
        answer: .approve, deviceID: .make(at: now), deviceName: "iPhone", signature: "")

    @Test(
        "Every refusal has an error code and a message",
        arguments: [
            (
                .answeredDifferently(Resolution(state: .denied, at: now - .seconds(90), answer: signed)),
                .askAlreadyAnswered, "Already denied on iPhone 1 min ago."
            ),
            (
                .answeredDifferently(Resolution(state: .expired, at: now - .seconds(7200))), .askExpired,
                "The deadline passed 2 h ago."
            ),
            (
                .withdrawn(Resolution(state: .withdrawn, at: now, reason: .answeredInTerminal)), .askWithdrawn,
                "Withdrawn just now: answered in terminal."
            ),
            (.expired(deadline: now - .seconds(5)), .askExpired, "The deadline passed 5 s ago."),
            (.inputDiffers, .inputDigestMismatch, APIErrorCode.inputDigestMismatch.meaning),
            (.answerDoesNotFit("only one option may be chosen"), .answerDoesNotFit, "only one option may be chosen"),
            (.notDue, .internalError, "The deadline has not been reached."),
        ] as [(AskStateMachine.Refusal, APIErrorCode, String)])
    func refusals(refusal: AskStateMachine.Refusal, code: APIErrorCode, message: String) {
        let ask = Ask(.approval(), by: .agent(), at: Self.now - .seconds(10_000))
        let error = APIError(refusal, of: ask, at: Self.now)
        #expect(error.code == code)
        #expect(error.message == message)
    }

    @Test(
        "Elapsed time is formatted for people",
        arguments: [
            (-5, "just now"), (0, "just now"), (1, "1 s ago"), (59, "59 s ago"), (60, "1 min ago"),
            (3599, "59 min ago"), (3600, "1 h ago"), (172_799, "47 h ago"), (172_800, "2 days ago"),
        ])
    func elapsed(seconds: Int64, words: String) {
        #expect(Elapsed.text(from: Self.now, to: Self.now + .seconds(seconds)) == words)
    }
}
