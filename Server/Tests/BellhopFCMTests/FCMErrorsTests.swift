import BellhopHTTP2
import BellhopModel
import BellhopPush
import BellhopSimulators
import Testing

@testable import BellhopFCM

@Suite("FCM's errors", .timeLimit(.minutes(10)))
struct FCMErrorsTests {
    /// The rows of the table as responses, with their outcomes.
    static let sending: [(FCMRefusal, Outcome)] = [
        (.invalidArgument("message.data", "bad"), .rejected("INVALID_ARGUMENT", .pushInvalid)),
        (.invalidToken, .rejected("INVALID_TOKEN", .deviceSuspect)),
        (.thirdPartyAuthError, .rejected("THIRD_PARTY_AUTH_ERROR", .credentialInvalid)),
        (.senderIDMismatch, .rejected("SENDER_ID_MISMATCH", .deviceGone(since: nil))),
        (.unregistered, .rejected("UNREGISTERED", .deviceGone(since: nil))),
        (.quotaExceeded(), .deferred("QUOTA_EXCEEDED", until: .test + .seconds(60))),
        (.internalError, .deferred("INTERNAL", until: .test + .seconds(10))),
        (.unspecified, .deferred("UNSPECIFIED_ERROR", until: .test + .seconds(10))),
        (.unavailable(), .deferred("UNAVAILABLE", until: .test + .seconds(10))),
        // The access token is new, so another one would be refused as well.
        (.unauthenticated, .rejected("UNAUTHENTICATED", .credentialInvalid)),
        (.permissionDenied, .rejected("PERMISSION_DENIED", .credentialInvalid)),
        (.projectNotFound, .rejected("NOT_FOUND", .credentialInvalid)),
        (.resourceExhausted, .deferred("RESOURCE_EXHAUSTED", until: .test + .seconds(60))),
        (.deadlineExceeded, .deferred("DEADLINE_EXCEEDED", until: .test + .seconds(10))),
    ]
    static let asking: [(FCMRefusal, Outcome)] = [
        (.invalidGrant("Invalid JWT Signature."), .rejected("invalid_grant", .credentialInvalid)),
        (.invalidScope, .rejected("invalid_scope", .credentialInvalid)),
        (.unsupportedGrantType, .rejected("unsupported_grant_type", .credentialInvalid)),
        (.invalidClient, .rejected("invalid_client", .credentialInvalid)),
        (.token(401, "unauthorized_client", ""), .rejected("unauthorized_client", .credentialInvalid)),
        (.token(403, "access_denied", ""), .rejected("access_denied", .credentialInvalid)),
    ]

    @Test("each map to their outcome", arguments: sending)
    func outcome(refusal: FCMRefusal, outcome: Outcome) async throws {
        try await Google.run { (google) async throws in
            google.fcm.script(.refuse(refusal))
            #expect(try await google.send(.test()) == outcome)
        }
    }

    @Test(
        "of the access token endpoint reject the credential, and no message is sent", arguments: asking
    )
    func tokens(refusal: FCMRefusal, outcome: Outcome) async throws {
        try await Google.run { (google) async throws in
            google.fcm.scriptToken(.refuse(refusal))
            #expect(try await google.send(.test()) == outcome)
            #expect(google.fcm.received.isEmpty)
        }
    }

    @Test("are in the table, each once, and no others")
    func complete() throws {
        let rows = (Self.sending + Self.asking).map { refusal, outcome in
            "\(refusal.status) \(outcome.reason?.rawValue ?? "")"
        }
        #expect(FCMErrors.table.map { "\($0.status) \($0.reason)" } == rows)
        #expect(FCMErrors.table.allSatisfy { $0.meaning.hasSuffix(".") })
    }

    private func classify(_ status: Int, _ body: String, retryAfter: String? = nil, age: Duration = .zero) throws
        -> FCMResult
    {
        FCMResult(
            GatewayHTTPResponse(status: status, retryAfter: retryAfter, body: Array(body.utf8)), now: .test,
            token: try #require(DeviceToken("a1b2c3d4")), tokenAge: age)
    }

    @Test(
        "with INVALID_ARGUMENT reject the token only when the details name nothing else",
        arguments: [
            (["message.token"], "INVALID_TOKEN"), (["message.token", "message.token"], "INVALID_TOKEN"),
            (["message.token", "message.data"], "INVALID_ARGUMENT"), (["message.android.ttl"], "INVALID_ARGUMENT"),
            ([], "INVALID_ARGUMENT"),
        ])
    func blame(fields: [String], reason: String) throws {
        let violations = fields.map { #"{"field":"\#($0)"}"# }.joined(separator: ",")
        let body = """
            {"error":{"status":"INVALID_ARGUMENT","message":"Request contains an invalid argument.","details":[\
            {"@type":"type.googleapis.com/google.firebase.fcm.v1.FcmError","errorCode":"INVALID_ARGUMENT"},\
            {"@type":"type.googleapis.com/google.rpc.BadRequest","fieldViolations":[\(violations)]}]}}
            """
        #expect(try classify(400, body).outcome.get().reason?.rawValue == reason)
    }

    @Test("with UNREGISTERED use FCM's own code and not the message")
    func ownCode() throws {
        let body =
            #"{"error":{"code":404,"message":"NotRegistered","status":"NOT_FOUND","details":[{"@type":"#
            + #""type.googleapis.com/google.firebase.fcm.v1.FcmError","errorCode":"UNREGISTERED"}]}}"#
        #expect(try classify(404, body).outcome.get() == .rejected("UNREGISTERED", .deviceGone(since: nil)))
    }

    @Test(
        "with Retry-After defer the push until then, at least by ten seconds",
        arguments: [
            (429, "QUOTA_EXCEEDED", "90", 90), (429, "QUOTA_EXCEEDED", "1", 10), (429, "QUOTA_EXCEEDED", "soon", 60),
            (503, "UNAVAILABLE", "30", 30), (503, "UNAVAILABLE", "Thu, 01 Jan 2026 00:02:00 GMT", 120),
            (500, "INTERNAL", "0", 10),
        ] as [(Int, String, String, Int64)])
    func retryAfter(status: Int, code: String, field: String, seconds: Int64) throws {
        let answer = try classify(status, #"{"error":{"status":"\#(code)"}}"#, retryAfter: field)
        #expect(try answer.outcome.get() == .deferred(code, until: .test + .seconds(seconds)))
    }

    @Test("with 401 defer the push for a new access token, unless the token was new")
    func unauthenticated() throws {
        let body = #"{"error":{"code":401,"status":"UNAUTHENTICATED"}}"#
        let old = try classify(401, body, age: .seconds(60))
        #expect(try old.outcome.get() == .deferred("UNAUTHENTICATED") && old.isTokenRefused)
        let new = try classify(401, body, age: .seconds(59))
        #expect(try new.outcome.get() == .rejected("UNAUTHENTICATED", .credentialInvalid) && new.isTokenRefused)
    }

    @Test(
        "that are new or have no readable body are classified by status",
        arguments: [
            (400, #"{"error":{"status":"NEW"}}"#, Outcome.rejected("NEW", .pushInvalid)),
            (403, #"{"error":{"status":"NEW"}}"#, .rejected("NEW", .credentialInvalid)),
            (404, "<html>", .rejected("Status404", .credentialInvalid)),
            (429, "", .deferred("Status429", until: .test + .seconds(60))),
            (502, "[]", .deferred("Status502", until: .test + .seconds(10))),
            (503, #"{"error":7}"#, .deferred("Status503", until: .test + .seconds(10))),
        ])
    func unknownReason(status: Int, body: String, outcome: Outcome) throws {
        #expect(try classify(status, body).outcome.get() == outcome)
    }

    @Test("with an unknown status throw without the device token", arguments: [204, 302, 418])
    func unknownStatus(status: Int) throws {
        let answer = try classify(status, String(repeating: "-", count: 195) + "a1b2c3d4")
        let unknown = #expect(throws: UnknownResponse.self) { try answer.outcome.get() }
        #expect(unknown?.status == status)
        #expect(unknown?.body == String(repeating: "-", count: 195) + "<toke")
    }

    @Test("contain no line breaks or long texts")
    func sanitized() throws {
        let body = #"{"error":{"status":"BAD\nNEWS \#(String(repeating: "x", count: 200))"}}"#
        let reason = try classify(400, body).outcome.get().reason
        #expect(reason?.rawValue == "BAD_NEWS_" + String(repeating: "x", count: 55))
    }
}

extension Outcome {
    fileprivate var reason: Reason? {
        switch self {
        case .accepted: nil
        case .rejected(let rejection): rejection.reason
        case .deferred(let deferral): deferral.reason
        }
    }
}
