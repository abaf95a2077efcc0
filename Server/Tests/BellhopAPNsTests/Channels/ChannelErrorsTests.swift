import BellhopModel
import BellhopPush
import NIOCore
import Testing

@testable import BellhopAPNs

@Suite("APNs' errors about channels")
struct ChannelErrorsTests {
    private static let now = TestClock.start

    /// Every row of Apple's table, and what is to come of it.
    static let expected: [(Int, String, Outcome)] = [
        (400, "BadChannelId", .rejected("BadChannelId", .pushInvalid)),
        (400, "BadExpirationDate", .rejected("BadExpirationDate", .pushInvalid)),
        (400, "BadMessageId", .rejected("BadMessageId", .pushInvalid)),
        (400, "BadPriority", .rejected("BadPriority", .pushInvalid)),
        (400, "BadRequestParams", .rejected("BadRequestParams", .pushInvalid)),
        (400, "BadRequestPayload", .rejected("BadRequestPayload", .pushInvalid)),
        (400, "CannotCreateChannelConfig", .rejected("CannotCreateChannelConfig", .pushInvalid)),
        (400, "ChannelNotRegistered", .rejected("ChannelNotRegistered", .pushInvalid)),
        (400, "FeatureNotEnabled", .rejected("FeatureNotEnabled", .pushInvalid)),
        (400, "InvalidPushType", .rejected("InvalidPushType", .pushInvalid)),
        (400, "MissingChannelId", .rejected("MissingChannelId", .pushInvalid)),
        (400, "MissingPushType", .rejected("MissingPushType", .pushInvalid)),
        (400, "PayloadEmpty", .rejected("PayloadEmpty", .pushInvalid)),
        (400, "TopicDisallowed", .rejected("TopicDisallowed", .pushInvalid)),
        (403, "BadCertificate", .rejected("BadCertificate", .credentialInvalid)),
        (403, "BadCertificateEnvironment", .rejected("BadCertificateEnvironment", .credentialInvalid)),
        (403, "ExpiredProviderToken", .deferred(Reason(rawValue: "ExpiredProviderToken"))),
        (403, "InvalidProviderToken", .rejected("InvalidProviderToken", .credentialInvalid)),
        (403, "MissingProviderToken", .rejected("MissingProviderToken", .credentialInvalid)),
        (403, "TopicMismatch", .rejected("TopicMismatch", .credentialInvalid)),
        (404, "BadPath", .rejected("BadPath", .pushInvalid)),
        (405, "MethodNotAllowed", .rejected("MethodNotAllowed", .pushInvalid)),
        (413, "PayloadTooLarge", .rejected("PayloadTooLarge", .pushInvalid)),
        (
            429, "TooManyProviderTokenUpdates",
            .deferred(Reason(rawValue: "TooManyProviderTokenUpdates"), until: now + .seconds(60))
        ),
        (429, "TooManyRequests", .deferred(Reason(rawValue: "TooManyRequests"), until: now + .seconds(60))),
        (500, "InternalServerError", .deferred(Reason(rawValue: "InternalServerError"))),
        (503, "ServiceUnavailable", .deferred(Reason(rawValue: "ServiceUnavailable"))),
        (503, "Shutdown", .deferred(Reason(rawValue: "Shutdown"))),
    ]

    private func verdict(_ status: Int, _ body: String, from service: APNsService) -> Verdict {
        Verdict(
            APNsResponse(status: status, body: ByteBuffer(string: body)), from: service, now: Self.now, token: "")
    }

    @Test("each have their outcome, from both services", arguments: expected)
    func outcome(status: Int, reason: String, outcome: Outcome) throws {
        for service in [APNsService.broadcasts, .channels] {
            #expect(try verdict(status, #"{"reason":"\#(reason)"}"#, from: service).outcome.get() == outcome)
        }
    }

    @Test("are in the table, each once, and no others")
    func complete() {
        #expect(APNsErrors.channelTable.map { "\($0.status) \($0.reason)" } == Self.expected.map { "\($0.0) \($0.1)" })
        #expect(APNsErrors.channelTable.allSatisfy { $0.meaning.hasSuffix(".") })
    }

    @Test("A word means what the answering service's table says: a team may not push, but a topic must not be named")
    func ownTables() throws {
        let body = #"{"reason":"TopicDisallowed"}"#
        #expect(
            try verdict(400, body, from: .pushes).outcome.get() == .rejected("TopicDisallowed", .credentialInvalid))
        #expect(
            try verdict(400, body, from: .broadcasts).outcome.get() == .rejected("TopicDisallowed", .pushInvalid))
    }

    @Test("Making and deleting have statuses of their own; a broadcast has 200 alone", arguments: [201, 204])
    func successes(status: Int) throws {
        #expect(try verdict(status, "", from: .channels).outcome.get() == .accepted)
        #expect(throws: UnknownResponse.self) { try verdict(status, "what?", from: .broadcasts).outcome.get() }
    }
}
