import BellhopModel
import BellhopPush
import NIOCore
import Testing

@testable import BellhopAPNs

@Suite("APNs' errors")
struct APNsErrorsTests {
    static let now = Timestamp(seconds: 1_800_000_000)
    static let expected: [(Int, String, Outcome)] = [
        (400, "BadCollapseId", .rejected("BadCollapseId", .pushInvalid)),
        (400, "BadDeviceToken", .rejected("BadDeviceToken", .deviceSuspect)),
        (400, "BadExpirationDate", .rejected("BadExpirationDate", .pushInvalid)),
        (400, "BadMessageId", .rejected("BadMessageId", .pushInvalid)),
        (400, "BadPriority", .rejected("BadPriority", .pushInvalid)),
        (400, "BadTopic", .rejected("BadTopic", .pushInvalid)),
        (400, "DeviceTokenNotForTopic", .rejected("DeviceTokenNotForTopic", .deviceGone(since: nil))),
        (400, "DuplicateHeaders", .rejected("DuplicateHeaders", .pushInvalid)),
        (400, "IdleTimeout", .deferred(Reason(rawValue: "IdleTimeout"))),
        (400, "InvalidPushType", .rejected("InvalidPushType", .pushInvalid)),
        (400, "MissingDeviceToken", .rejected("MissingDeviceToken", .pushInvalid)),
        (400, "MissingTopic", .rejected("MissingTopic", .pushInvalid)),
        (400, "PayloadEmpty", .rejected("PayloadEmpty", .pushInvalid)),
        (400, "TopicDisallowed", .rejected("TopicDisallowed", .credentialInvalid)),
        (403, "BadCertificate", .rejected("BadCertificate", .credentialInvalid)),
        (403, "BadCertificateEnvironment", .rejected("BadCertificateEnvironment", .credentialInvalid)),
        (403, "BadEnvironmentKeyIdInToken", .rejected("BadEnvironmentKeyIdInToken", .credentialInvalid)),
        (403, "BadEnvironmentKeyInToken", .rejected("BadEnvironmentKeyInToken", .credentialInvalid)),
        (403, "ExpiredProviderToken", .deferred(Reason(rawValue: "ExpiredProviderToken"))),
        (403, "Forbidden", .rejected("Forbidden", .credentialInvalid)),
        (403, "InvalidProviderToken", .rejected("InvalidProviderToken", .credentialInvalid)),
        (403, "MissingProviderToken", .rejected("MissingProviderToken", .credentialInvalid)),
        (403, "UnrelatedKeyIdInToken", .deferred(Reason(rawValue: "UnrelatedKeyIdInToken"))),
        (404, "BadPath", .rejected("BadPath", .pushInvalid)),
        (405, "MethodNotAllowed", .rejected("MethodNotAllowed", .pushInvalid)),
        (410, "ExpiredToken", .rejected("ExpiredToken", .deviceGone(since: nil))),
        (410, "Unregistered", .rejected("Unregistered", .deviceGone(since: nil))),
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

    private func classify(_ status: Int, _ body: String, retryAfter: String? = nil) -> APNsResult {
        APNsResult(
            APNsResponse(status: status, retryAfter: retryAfter, body: ByteBuffer(string: body)), now: Self.now,
            token: "a1b2c3d4")
    }

    @Test("each map to their outcome", arguments: expected)
    func outcome(status: Int, reason: String, outcome: Outcome) throws {
        #expect(try classify(status, #"{"reason":"\#(reason)"}"#).outcome.get() == outcome)
    }

    @Test("are in the table, each once, and no others")
    func complete() {
        #expect(APNsErrors.table.map { "\($0.status) \($0.reason)" } == Self.expected.map { "\($0.0) \($0.1)" })
        #expect(APNsErrors.table.allSatisfy { $0.meaning.hasSuffix(".") })
    }

    @Test(
        "that are new are classified by status",
        arguments: [
            (400, Outcome.rejected("NewReason", .pushInvalid)), (403, .rejected("NewReason", .credentialInvalid)),
            (404, .rejected("NewReason", .pushInvalid)), (405, .rejected("NewReason", .pushInvalid)),
            (410, .rejected("NewReason", .deviceGone(since: nil))), (413, .rejected("NewReason", .pushInvalid)),
            (429, .deferred(Reason(rawValue: "NewReason"), until: now + .seconds(60))),
            (500, .deferred(Reason(rawValue: "NewReason"))), (503, .deferred(Reason(rawValue: "NewReason"))),
            (504, .deferred(Reason(rawValue: "NewReason"))),
        ])
    func unknownReason(status: Int, outcome: Outcome) throws {
        #expect(try classify(status, #"{"reason":"NewReason","more":[1]}"#).outcome.get() == outcome)
    }

    @Test(
        "without a readable body are classified by status", arguments: ["", "<html>", "[]", #"{"reason":7}"#, "null"])
    func noReason(body: String) throws {
        #expect(try classify(503, body).outcome.get() == .deferred(Reason(rawValue: "Status503")))
    }

    @Test("with an unknown status throw without the device token", arguments: [204, 302, 401, 418])
    func unknownStatus(status: Int) throws {
        let answer = #expect(throws: UnknownResponse.self) {
            try classify(status, "no such token: a1b2c3d4").outcome.get()
        }
        #expect(answer?.status == status)
        #expect(answer?.body == "no such token: <token>")
    }

    @Test("with an unknown status contain no part of the token where the text is truncated")
    func cut() throws {
        let token = "a1b2c3d4"
        let body = String(repeating: token, count: 20) + String(repeating: "-", count: 44) + token
        let answer = #expect(throws: UnknownResponse.self) { try classify(418, body).outcome.get() }
        #expect(answer?.body == String(repeating: "<token>", count: 20) + String(repeating: "-", count: 44) + "<token>")
    }

    @Test("contain no line breaks or long texts")
    func sanitized() throws {
        let reason = classify(400, #"{"reason":"Bad\nnews \#(String(repeating: "x", count: 200))"}"#).reason
        #expect(reason?.rawValue == "Bad_news_" + String(repeating: "x", count: 55))
    }

    @Test("with 410 contain the time since which the device is gone")
    func since() throws {
        let gone = classify(410, #"{"reason":"Unregistered","timestamp":1799999999123}"#)
        #expect(
            try gone.outcome.get()
                == .rejected("Unregistered", .deviceGone(since: Timestamp(milliseconds: 1_799_999_999_123))))
    }

    @Test("with Retry-After defer the push until then")
    func retryAfter() throws {
        let busy = classify(429, #"{"reason":"TooManyRequests"}"#, retryAfter: "5")
        #expect(try busy.outcome.get() == .deferred(Reason(rawValue: "TooManyRequests"), until: Self.now + .seconds(5)))
        let away = classify(503, "", retryAfter: "300")
        #expect(try away.outcome.get() == .deferred(Reason(rawValue: "Status503"), until: Self.now + .seconds(300)))
    }

    @Test(
        "determine the status of the connection",
        arguments: [
            (200, "", APNsResult.ConnectionStatus.authenticated), (400, "BadDeviceToken", .authenticated),
            (410, "Unregistered", .authenticated),
            (429, "TooManyRequests", .authenticated), (429, "TooManyProviderTokenUpdates", .unknown),
            (403, "InvalidProviderToken", .unknown), (403, "ExpiredProviderToken", .unknown), (500, "", .unknown),
            (503, "ServiceUnavailable", .unknown), (503, "Shutdown", .unusable), (400, "IdleTimeout", .unusable),
            (403, "UnrelatedKeyIdInToken", .unusable), (403, "BadEnvironmentKeyInToken", .unusable),
            (403, "BadEnvironmentKeyIdInToken", .unusable),
        ])
    func connection(status: Int, reason: String, connection: APNsResult.ConnectionStatus) {
        #expect(classify(status, #"{"reason":"\#(reason)"}"#).connection == connection)
    }

    @Test("are absent for an accepted push, which returns its id in Apple's console")
    func accepted() throws {
        let answer = APNsResult(APNsResponse(status: 200, uniqueID: "f00"), now: Self.now, token: "")
        #expect(try answer.outcome.get() == .accepted(AcceptedPush(gatewayID: "f00")))
    }
}

@Suite("Retry-After")
struct RetryAfterTests {
    static let now = Timestamp(seconds: 1_792_567_680)

    @Test(
        "is parsed as seconds or as a date, never in the past, at most a day ahead",
        arguments: [
            ("0", now), ("120", now + .seconds(120)), ("999999999", now + .seconds(86_400)),
            ("Wed, 21 Oct 2026 07:29:00 GMT", now + .seconds(60)), ("Sun, 06 Nov 1994 08:49:37 GMT", now),
            ("Fri, 01 Jan 2100 00:00:00 GMT", now + .seconds(86_400)),
        ])
    func reads(field: String, moment: Timestamp) {
        #expect(Timestamp(retryAfter: field, now: Self.now) == moment)
    }

    @Test(
        "is ignored otherwise",
        arguments: ["", "soon", "-1", "1.5", "21 Oct 2026", "Wed, 21 Okt 2026 07:28:00 GMT"])
    func ignores(field: String) {
        #expect(Timestamp(retryAfter: field, now: Self.now) == nil)
    }
}

@Suite("APNs' errors about channels")
struct ChannelErrorsTests {
    private static let now = TestClock.start

    /// Every row of Apple's table, with the expected outcome.
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

    private func classify(_ status: Int, _ body: String, from service: APNsService) -> APNsResult {
        APNsResult(
            APNsResponse(status: status, body: ByteBuffer(string: body)), from: service, now: Self.now, token: "")
    }

    @Test("of both services each map to their outcome", arguments: expected)
    func outcome(status: Int, reason: String, outcome: Outcome) throws {
        for service in [APNsService.broadcasts, .channels] {
            #expect(try classify(status, #"{"reason":"\#(reason)"}"#, from: service).outcome.get() == outcome)
        }
    }

    @Test("are in the table, each once, and no others")
    func complete() {
        #expect(APNsErrors.channelTable.map { "\($0.status) \($0.reason)" } == Self.expected.map { "\($0.0) \($0.1)" })
        #expect(APNsErrors.channelTable.allSatisfy { $0.meaning.hasSuffix(".") })
    }

    @Test("TopicDisallowed is a credential error for pushes, and a push error for broadcasts")
    func ownTables() throws {
        let body = #"{"reason":"TopicDisallowed"}"#
        #expect(
            try classify(400, body, from: .pushes).outcome.get() == .rejected("TopicDisallowed", .credentialInvalid))
        #expect(
            try classify(400, body, from: .broadcasts).outcome.get() == .rejected("TopicDisallowed", .pushInvalid))
    }

    @Test(
        "Creating and deleting channels return other success statuses than a broadcast, which returns 200",
        arguments: [201, 204])
    func successes(status: Int) throws {
        #expect(try classify(status, "", from: .channels).outcome.get() == .accepted)
        #expect(throws: UnknownResponse.self) { try classify(status, "what?", from: .broadcasts).outcome.get() }
    }
}
