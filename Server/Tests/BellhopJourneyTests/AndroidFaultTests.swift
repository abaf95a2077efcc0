import BellhopModel
import BellhopSimulators
import BellhopStore
import BellhopTestSupport
import Testing

@testable import BellhopCore

/// The delivery guarantee for Android under every fault of FCM.
@Suite("Faults of FCM", .timeLimit(.minutes(10)))
struct AndroidFaultTests {
    @Test("A fault of FCM has the expected retries and results", arguments: AndroidFault.table)
    func fault(_ row: AndroidFault) async throws {
        try await AndroidBench.run(patience: row.patience) { bench in
            for fault in row.faults { bench.fcm.script(fault) }
            for fault in row.tokenFaults { bench.fcm.scriptToken(fault) }
            let shown = bench.fcm.attach(token: bench.phone.device.token)
            let story = try await play(row.attempts, on: bench)
            #expect(story.endings == row.attempts.map(\.ending))
            #expect(story.waiting == 0)
            #expect(bench.fcm.received.count == row.attempts.reduce(0) { $0 + $1.requests })
            #expect(story.device.state == row.state)
            await bench.fcm.stop()
            let arrived = await shown.reduce(into: [DeliveredMessage]()) { $0.append($1) }
            #expect(arrived.count == row.arrivals)
            // A retried message replaces the shown one.
            #expect(Set(arrived.map { $0.notification?["tag"]?.string }).count == min(row.arrivals, 1))
        }
    }

    /// Accepts a notification and runs the dispatcher until the last of `attempts` has ended, advancing the time to each
    /// next due delivery.
    private func play(_ attempts: [FaultCase.Attempt], on bench: AndroidBench) async throws -> AndroidRecord {
        let requests = bench.fcm.requests()
        let start = bench.time.now
        let notification = try await bench.accept()
        try await running(bench.dispatcher()) { _ in
            var arrivals = requests.makeAsyncIterator()
            for (number, attempt) in attempts.enumerated() {
                for _ in 0..<attempt.requests {
                    _ = await arrivals.next()
                    bench.fcm.release()
                }
                guard case .deferred = attempt.ending else { break }
                try await bench.workSignal.awaitDeferrals(number + 1, of: notification, in: bench.store)
                bench.time.advance(to: try #require(try await bench.store.nextDeliveryDue()))
            }
        }
        return AndroidRecord(
            start: start, timeline: try await bench.store.timeline(of: notification.id),
            device: try #require(try await bench.store.device(bench.phone.device.id)),
            waiting: try await bench.store.queueDepth())
    }
}

/// The results of one notification.
struct AndroidRecord: Sendable {
    let start: Timestamp
    let timeline: [TimelineEntry]
    /// The device's registration at the end.
    let device: Device
    /// The number of deliveries left in the queue.
    let waiting: Int

    var endings: [FaultCase.Attempt.Ending] { timeline.attemptEndings(since: start) }
}

/// A fault of FCM with the expected results.
struct AndroidFault: Sendable, CustomTestStringConvertible {
    let name: String
    /// Faults for one message each.
    var faults: [FCMFault] = []
    /// Faults for one access token request each.
    var tokenFaults: [FCMFault] = []
    let attempts: [FaultCase.Attempt]
    /// The number of messages that the device receives.
    var arrivals = 1
    /// The resulting state of the device, which was active.
    var state = Device.State.active
    /// The gateway's request timeout, in real time.
    var patience: Duration = .seconds(30)

    var testDescription: String { name }

    static let table: [AndroidFault] = [
        AndroidFault(name: "None: sent once", attempts: [.sent]),
        AndroidFault(name: "A late answer: sent once", faults: [.hold], attempts: [.sent]),
        AndroidFault(
            name: "UNREGISTERED: given up, and the device is deactivated", faults: [.refuse(.unregistered)],
            attempts: [.failed("UNREGISTERED")], arrivals: 0, state: .inactive),
        AndroidFault(
            name: "SENDER_ID_MISMATCH: given up, and the device is deactivated", faults: [.refuse(.senderIDMismatch)],
            attempts: [.failed("SENDER_ID_MISMATCH")], arrivals: 0, state: .inactive),
        AndroidFault(
            name: "INVALID_ARGUMENT about the token: given up, and the device is quarantined",
            faults: [.refuse(.invalidToken)],
            attempts: [.failed("INVALID_TOKEN")], arrivals: 0, state: .quarantined),
        AndroidFault(
            name: "INVALID_ARGUMENT about anything else: given up, and the device stays",
            faults: [.refuse(.invalidArgument("message.android.ttl", "Invalid value"))],
            attempts: [.failed("INVALID_ARGUMENT")], arrivals: 0),
        AndroidFault(
            name: "THIRD_PARTY_AUTH_ERROR: it waits five minutes for the operator, and is sent then",
            faults: [.refuse(.thirdPartyAuthError)],
            attempts: [.deferred("THIRD_PARTY_AUTH_ERROR", .seconds(300)), .sent]),
        AndroidFault(
            name: "PERMISSION_DENIED: it waits five minutes for the operator, and is sent then",
            faults: [.refuse(.permissionDenied)],
            attempts: [.deferred("PERMISSION_DENIED", .seconds(300)), .sent]),
        AndroidFault(
            name: "NOT_FOUND without a word of FCM's: the project's fault, not the device's",
            faults: [.refuse(.projectNotFound)],
            attempts: [.deferred("NOT_FOUND", .seconds(300)), .sent]),
        AndroidFault(
            name: "401 for a new access token: it waits for the operator", faults: [.refuse(.unauthenticated)],
            attempts: [.deferred("UNAUTHENTICATED", .seconds(300)), .sent]),
        AndroidFault(
            name: "QUOTA_EXCEEDED: sent again after a minute", faults: [.refuse(.quotaExceeded())],
            attempts: [.deferred("QUOTA_EXCEEDED", .seconds(60)), .sent]),
        AndroidFault(
            name: "QUOTA_EXCEEDED with Retry-After: sent again when it says so",
            faults: [.refuse(.quotaExceeded(retryAfter: .seconds(90)))],
            attempts: [.deferred("QUOTA_EXCEEDED", .seconds(90)), .sent]),
        AndroidFault(
            name: "UNAVAILABLE with Retry-After: sent again when it says so",
            faults: [.refuse(.unavailable(retryAfter: .seconds(30)))],
            attempts: [.deferred("UNAVAILABLE", .seconds(30)), .sent]),
        AndroidFault(
            name: "UNAVAILABLE with Retry-After beyond the notification's life: given up",
            faults: [.refuse(.unavailable(retryAfter: .seconds(2 * 86_400)))],
            attempts: [.failed("expired (UNAVAILABLE)")], arrivals: 0),
        AndroidFault(
            name: "INTERNAL twice: sent again, never sooner than ten seconds",
            faults: [.refuse(.internalError), .refuse(.internalError)],
            attempts: [.deferred("INTERNAL", .seconds(10)), .deferred("INTERNAL", .seconds(10)), .sent]),
        AndroidFault(
            name: "418, which no table explains: given up by its class",
            faults: [.refuse(FCMRefusal(418, "Teapot", body: "short and stout"))],
            attempts: [.failed("UnknownResponse418")], arrivals: 0),
        AndroidFault(
            name: "The connection cut before it was processed: sent again", faults: [.cutConnection(.skipped)],
            attempts: [.deferred("ConnectionLost"), .sent]),
        AndroidFault(
            name: "The connection cut after it was processed: sent again, under the same tag",
            faults: [.cutConnection(.processed)],
            attempts: [.deferred("ConnectionLost"), .sent], arrivals: 2),
        AndroidFault(
            name: "No answer before the deadline: sent again", faults: [.stall(.skipped)],
            attempts: [.deferred("Timeout"), .sent], patience: .seconds(10)),
        AndroidFault(
            name: "No access token because the key was refused: it waits for the operator, and is sent then",
            tokenFaults: [.refuse(.invalidGrant("Invalid JWT Signature."))],
            attempts: [.deferred("invalid_grant", .seconds(300), requests: 0), .sent]),
        AndroidFault(
            name: "No access token because Google is away: sent again", tokenFaults: [.refuse(.unavailable())],
            attempts: [.deferred("TokenStatus503", .seconds(10), requests: 0), .sent]),
    ]
}
