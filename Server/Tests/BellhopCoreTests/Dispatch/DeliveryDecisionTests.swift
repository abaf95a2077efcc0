import BellhopModel
import BellhopPush
import BellhopStore
import BellhopTestSupport
import Testing

@testable import BellhopCore

@Suite("Delivery decisions")
struct DeliveryDecisionTests {
    struct Case: Sendable, CustomTestStringConvertible {
        let testDescription: String
        let outcome: Outcome
        let platform: Platform
        let environment: PushEnvironment
        let verdict: Expected

        init(
            _ description: String, _ outcome: Outcome, platform: Platform = .ios,
            in environment: PushEnvironment = .production, _ verdict: Expected
        ) {
            testDescription = description
            self.outcome = outcome
            self.platform = platform
            self.environment = environment
            self.verdict = verdict
        }
    }

    enum Expected: Sendable {
        case record(DeliveryResult.Ending, DeliveryResult.DeviceEffect?)
        case tryOther(PushEnvironment)
    }

    static let now = Timestamp.test + .seconds(10)
    static let delay: Duration = .seconds(4)
    static let pause: Duration = .seconds(60)

    static func rejected(_ consequence: Rejection.Cause) -> Outcome {
        .rejected(Rejection(reason: Reason(rawValue: "Why"), cause: consequence))
    }
    static func deferred(_ until: Timestamp?) -> Outcome {
        .deferred(Deferral(reason: Reason(rawValue: "Why"), until: until))
    }

    static let table: [Case] = [
        Case("accepted", .accepted(AcceptedPush(gatewayID: "7")), .record(.sent(gatewayID: "7"), nil)),
        Case(
            "accepted in the other environment: that is where the token lives", .accepted(AcceptedPush()), in: .sandbox,
            .record(.sent(gatewayID: nil), .environment(.sandbox))),
        Case("the push is malformed", rejected(.pushInvalid), .record(.failed(reason: "Why"), nil)),
        Case(
            "the token is dead", rejected(.deviceGone(since: .test)),
            .record(.failed(reason: "Why"), .gone(since: .test))),
        Case(
            "the token is dead since an unknown time", rejected(.deviceGone(since: nil)),
            .record(.failed(reason: "Why"), .gone(since: nil))),
        Case("the token is doubted", rejected(.deviceSuspect), .tryOther(.sandbox)),
        Case(
            "the token is doubted in both environments", rejected(.deviceSuspect), in: .sandbox,
            .record(.failed(reason: "Why"), .suspect)),
        Case(
            "the token of a platform without environments is doubted", rejected(.deviceSuspect), platform: .web,
            .record(.failed(reason: "Why"), .suspect)),
        Case(
            "the credential is refused", rejected(.credentialInvalid),
            .record(.deferred(until: now + pause, reason: "Why"), nil)),
        Case(
            "the token is doubted here, and the credential is not for the other environment",
            rejected(.credentialInvalid), in: .sandbox, .record(.failed(reason: "Why"), .suspect)),
        Case("not now", deferred(nil), .record(.deferred(until: now + delay, reason: "Why"), nil)),
        Case(
            "not before a moment sooner than the backoff", deferred(now + .seconds(1)),
            .record(.deferred(until: now + delay, reason: "Why"), nil)),
        Case(
            "not before a moment later than the backoff", deferred(now + .seconds(100)),
            .record(.deferred(until: now + .seconds(100), reason: "Why"), nil)),
        Case(
            "not before the deadline, when it is too late", deferred(.test + .seconds(300)),
            .record(.failed(reason: "expired (Why)"), nil)),
        Case(
            "not before a moment just before the deadline", deferred(.test + .milliseconds(299_999)),
            .record(.deferred(until: .test + .milliseconds(299_999), reason: "Why"), nil)),
    ]

    @Test("Each gateway outcome has its decision", arguments: table)
    func verdict(row: Case) {
        let delivery = ClaimedDelivery.ask(to: TestPhone(platform: row.platform))
        let verdict = DeliveryDecision(
            row.outcome, to: delivery, in: row.environment, at: Self.now, delay: Self.delay,
            credentialPause: Self.pause)
        switch row.verdict {
        case .tryOther(let environment): #expect(verdict == .tryOther(environment))
        case .record(let ending, let device):
            #expect(verdict == .record(DeliveryResult(delivery, ending, device: device)))
        }
    }

    @Test("A clear is retried for a day after the ask ended, beyond its deadline")
    func clear() {
        let delivery = ClaimedDelivery.ask(.clear, resolution: Resolution(state: .expired, at: .test + .seconds(300)))
        let late = Timestamp.test + .seconds(80_000)
        let verdict = DeliveryDecision(
            Self.deferred(nil), to: delivery, in: .production, at: late, delay: Self.delay, credentialPause: Self.pause)
        #expect(verdict == .record(DeliveryResult(delivery, .deferred(until: late + Self.delay, reason: "Why"))))
    }

    @Test(
        "An unknown response is classified by its status class",
        arguments: [
            (400, true), (404, true), (418, true), (408, false), (425, false), (429, false), (200, false),
            (302, false), (500, false), (503, false),
        ])
    func unknownResponse(status: Int, isFinal: Bool) {
        let outcome = Outcome(unexpected: UnknownResponse(status: status, body: "{}"))
        let reason = Reason(rawValue: "UnknownResponse\(status)")
        let final = Outcome.rejected(Rejection(reason: reason, cause: .pushInvalid))
        #expect(outcome == (isFinal ? final : .deferred(Deferral(reason: reason))))
    }

    @Test("Any other error of a gateway counts as temporary")
    func fault() {
        struct Broken: Error {}
        #expect(Outcome(unexpected: Broken()) == .deferred(Deferral(reason: Reason(rawValue: "GatewayFault"))))
    }

    @Test(
        "A delivery that is no longer useful is skipped",
        arguments: [
            (ClaimedDelivery.ask(), 299, nil),
            (.ask(), 300, "expired"),
            (.ask(resolution: Resolution(state: .denied, at: .test)), 1, "the ask was denied before"),
            (.ask(.clear, resolution: Resolution(state: .expired, at: .test + .seconds(300))), 301, nil),
            (.ask(.clear, resolution: Resolution(state: .denied, at: .test)), 86_400, "expired"),
            (.notice(), 299, nil),
            (.notice(), 300, "expired"),
            (.notice(readAt: .test), 1, "it was read before"),
            (.notice(.clear, readAt: .test), 86_399, nil),
            (.notice(.clear, readAt: .test), 86_400, "expired"),
        ] as [(ClaimedDelivery, Int64, String?)])
    func objection(delivery: ClaimedDelivery, seconds: Int64, objection: String?) {
        #expect(delivery.skipReason(at: .test + .seconds(seconds)) == objection)
    }
}

extension Timestamp {
    static let test = Timestamp(seconds: 1_767_225_600)
}

extension ClaimedDelivery {
    /// A delivery of an ask created at ``Timestamp/test`` with a deadline 300 s later.
    static func ask(
        _ purpose: DeliveryPurpose = .show, to phone: TestPhone = TestPhone(), attempt: Int = 1, badge: Int = 1,
        resolution: Resolution? = nil, category: CategoryID? = nil
    ) -> ClaimedDelivery {
        var request = AskRequest.approval()
        request.category = category
        var ask = Ask(request, by: .agent(), at: .test)
        ask.resolution = resolution
        return ClaimedDelivery(
            id: .make(at: .test), purpose: purpose, device: phone.device, notification: UserNotification(of: ask),
            ask: ask, badge: badge, attempt: attempt, claimedAt: .test)
    }

    /// A delivery of a notification without an ask that expires after 300 s.
    static func notice(
        _ purpose: DeliveryPurpose = .show, category: CategoryID = .taskComplete, readAt: Timestamp? = nil
    ) -> ClaimedDelivery {
        let request = NotificationRequest(title: "Done", body: "All tests pass", category: category, expiresIn: 300)
        var notification = UserNotification(request, by: .agent(), at: .test)
        notification.readAt = readAt
        return ClaimedDelivery(
            id: .make(at: .test), purpose: purpose, device: TestPhone().device, notification: notification, ask: nil,
            badge: 1, attempt: 1, claimedAt: .test)
    }

    /// A delivery of a summary of 17 asks, the last of which expires after 900 s, to a user with 20 of them.
    static func summary(_ purpose: DeliveryPurpose) -> ClaimedDelivery {
        var delivery = ask(purpose, badge: 20)
        delivery.ask = nil
        delivery.summary = NotificationSummary(
            id: delivery.notification.id, category: .approvalRequest, sessionID: "run-1", thread: "run-1", count: 17,
            newest: "Run a command?", source: "shop", expiresAt: .test + .seconds(900))
        return delivery
    }
}
