import BellhopModel
import BellhopPush
import BellhopSimulators
import Testing

@testable import BellhopWebPush

@Suite("Errors of push services", .timeLimit(.minutes(10)))
struct WebPushErrorsTests {
    struct Case: Sendable, CustomTestStringConvertible {
        var host: String
        var refusal: WebPushRefusal
        var outcome: Outcome
        var testDescription: String { "\(host) \(refusal.status) \(refusal.body)" }
    }

    private static func rows(_ host: String, _ cases: [(WebPushRefusal, Outcome)]) -> [Case] {
        cases.map { Case(host: host, refusal: $0.0, outcome: $0.1) }
    }

    private static let google = "fcm.googleapis.com"
    private static let apple = "web.push.apple.com"
    private static let mozilla = "updates.push.services.mozilla.com"

    static let general = rows(
        google,
        [
            (WebPushRefusal(307, location: "https://other"), .rejected("EndpointRedirects", .deviceSuspect)),
            (WebPushRefusal(400, "UnauthorizedRegistration"), .rejected("WebPushBadRequest", .pushInvalid)),
            (WebPushRefusal(401), .rejected("VapidUnauthorized", .credentialInvalid)),
            (WebPushRefusal(403, "invalid JWT provided"), .rejected("VapidForbidden", .credentialInvalid)),
            (.notFound, .rejected("SubscriptionNotFound", .deviceGone(since: nil))),
            (
                WebPushRefusal(410, "push subscription has unsubscribed or expired."),
                .rejected("SubscriptionGone", .deviceGone(since: nil))
            ),
            (.tooLarge, .rejected("WebPushBodyTooLarge", .pushInvalid)),
            (.throttled, .deferred("WebPushThrottled", until: .test + .seconds(60))),
            (WebPushRefusal(500), .deferred("WebPushServerError")),
        ])
    static let vendors =
        rows(
            apple,
            [
                (.apple(400, "BadTtl"), .rejected("BadTtl", .pushInvalid)),
                (.apple(400, "BadUrgency"), .rejected("BadUrgency", .pushInvalid)),
                (.apple(400, "BadWebPushRequest"), .rejected("BadWebPushRequest", .pushInvalid)),
                (.apple(400, "BadWebPushTopic"), .rejected("BadWebPushTopic", .pushInvalid)),
                (.apple(403, "VapidPkHashMismatch"), .rejected("VapidPkHashMismatch", .deviceSuspect)),
                (.apple(403, "BadAuthorizationHeader"), .rejected("BadAuthorizationHeader", .credentialInvalid)),
                (.apple(403, "BadJwtToken"), .rejected("BadJwtToken", .credentialInvalid)),
                (.apple(403, "BadVapidPublicKey"), .rejected("BadVapidPublicKey", .credentialInvalid)),
            ])
        + rows(
            google,
            [
                (
                    WebPushRefusal(
                        403,
                        "the VAPID credentials in the authorization header do not correspond to the credentials used "
                            + "to create the subscriptions."), .rejected("VapidKeyMismatch", .deviceSuspect)
                )
            ])
        + rows(
            mozilla,
            [
                (.mozilla(400, errno: 101), .rejected("Autopush101", .pushInvalid)),
                (.mozilla(400, errno: 108), .rejected("Autopush108", .deviceSuspect)),
                (.mozilla(400, errno: 110), .rejected("Autopush110", .pushInvalid)),
                (.mozilla(400, errno: 111), .rejected("Autopush111", .pushInvalid)),
                (.mozilla(400, errno: 112), .rejected("Autopush112", .pushInvalid)),
                (.mozilla(400, errno: 113), .rejected("Autopush113", .pushInvalid)),
                (.mozilla(401, errno: 109), .rejected("Autopush109", .credentialInvalid)),
                (.mozilla(404, errno: 102), .rejected("Autopush102", .deviceGone(since: nil))),
                (.mozilla(410, errno: 103), .rejected("Autopush103", .deviceGone(since: nil))),
                (.mozilla(410, errno: 105), .rejected("Autopush105", .deviceGone(since: nil))),
                (.mozilla(410, errno: 106), .rejected("Autopush106", .deviceGone(since: nil))),
                (.mozilla(413, errno: 104), .rejected("Autopush104", .pushInvalid)),
                (.mozilla(429, errno: 201), .deferred("Autopush201", until: .test + .seconds(60))),
                (.mozilla(500, errno: 999), .deferred("Autopush999")),
                (.mozilla(502, errno: 900), .deferred("Autopush900")),
                (.mozilla(502, errno: 901), .deferred("Autopush901")),
                (.mozilla(502, errno: 902), .deferred("Autopush902")),
                (.mozilla(502, errno: 903), .deferred("Autopush903")),
                (.mozilla(503, errno: 202), .deferred("Autopush202")),
            ])

    private func classify(_ refusal: WebPushRefusal, host: String) throws -> Outcome {
        try WebPushErrors.outcome(
            of: refusal.status, retryAfter: refusal.retryAfter, body: Array(refusal.body.utf8),
            from: PushService(host: host), now: .test, redacting: "https://\(host)/secret")
    }

    @Test("each map to their outcome", arguments: general + vendors)
    func outcome(row: Case) throws { #expect(try classify(row.refusal, host: row.host) == row.outcome) }

    @Test("are in the table, each once, and no others")
    func complete() {
        let own = [
            "0 MalformedSubscription", "0 PrivateAddress", "0 ReservedPort", "0 SilentWebPush",
            "0 WebPushPayloadTooLarge",
        ]
        let rows = (Self.general + Self.vendors).map { "\($0.refusal.status) \($0.outcome.reason ?? "")" } + own
        #expect(WebPushErrors.table.map { "\($0.status) \($0.reason)" } == rows)
        #expect(WebPushErrors.table.allSatisfy { $0.meaning.hasSuffix(".") })
    }

    @Test("of an unknown service concern its own subscription only, whatever it says", arguments: [401, 403])
    func unknownService(status: Int) throws {
        for host in [
            "push.example.net", "web.push.apple.com.evil.example", "evilpush.apple.com.example", "xpush.apple.com",
        ] {
            let refusal = WebPushRefusal.apple(status, "BadJwtToken")
            let reason = status == 401 ? "VapidUnauthorized" : "VapidForbidden"
            #expect(try classify(refusal, host: host) == .rejected(reason, .deviceSuspect))
        }
    }

    @Test(
        "with a status of another row have its meaning",
        arguments: [
            (301, "EndpointRedirects"), (302, "EndpointRedirects"), (303, "EndpointRedirects"),
            (308, "EndpointRedirects"), (406, "WebPushThrottled"), (408, "WebPushServerError"),
            (425, "WebPushServerError"), (502, "WebPushServerError"), (599, "WebPushServerError"),
        ])
    func otherStatus(status: Int, reason: String) throws {
        #expect(try classify(WebPushRefusal(status), host: Self.google).reason == reason)
    }

    @Test("of Apple that APNs has too keep their reason, and are classified by status")
    func shared() throws {
        #expect(
            try classify(.apple(429, "TooManyRequests"), host: Self.apple)
                == .deferred("TooManyRequests", until: .test + .seconds(60)))
        #expect(try classify(.apple(413, "PayloadTooLarge"), host: Self.apple).reason == "PayloadTooLarge")
        #expect(try classify(.apple(404, "BadPath"), host: Self.apple) == .rejected("BadPath", .deviceSuspect))
    }

    @Test(
        "with Retry-After defer the push until then",
        arguments: [
            (429, "90", 90), (429, "0", 1), (429, "soon", 60), (503, "30", 30), (503, "0", 0),
            (503, "Thu, 01 Jan 2026 00:02:00 GMT", 120), (429, "Thu, 01 Jan 2026 00:02:00 GMT", 120),
            (503, "99999999", 86_400),
        ] as [(Int, String, Int64)])
    func retryAfter(status: Int, field: String, seconds: Int64) throws {
        let outcome = try classify(WebPushRefusal(status, retryAfter: field), host: "push.example.net")
        let reason = status == 429 ? "WebPushThrottled" : "WebPushServerError"
        #expect(outcome == .deferred(reason, until: .test + .seconds(seconds)))
    }

    @Test("with an unknown status throw without the endpoint", arguments: [100, 206, 304, 418, 451])
    func unknownStatus(status: Int) throws {
        let unknown = #expect(throws: UnknownResponse.self) {
            try classify(WebPushRefusal(status, "at https://push.example.net/secret"), host: "push.example.net")
        }
        #expect(unknown?.status == status && unknown?.body == "at <token>")
    }

    @Test("with an unreadable body are classified by status", arguments: ["", "<html>", "[]", #"{"reason":7}"#])
    func unreadable(body: String) throws {
        for host in [Self.apple, Self.mozilla, Self.google] {
            #expect(try classify(WebPushRefusal(410, body), host: host).reason == "SubscriptionGone")
        }
    }
}
