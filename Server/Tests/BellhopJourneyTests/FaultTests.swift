import BellhopAPNs
import BellhopDelivery
import BellhopModel
import BellhopPush
import BellhopSimulators
import BellhopTestSupport
import NIOHTTP2
import Testing

/// What becomes of one push under each fault: the real gateway against the simulated APNs over HTTP/2 and TLS, driven by
/// the real dispatcher. The table says how often APNs saw the push, what each attempt came to, and how it ended.
@Suite("A push under each fault of APNs")
struct FaultTests {
    enum Ending: Sendable { case delivered, givenUp, waitsForAnotherAttempt }

    /// Reconnecting takes real time, so after a lost connection the table ends with the promise of another attempt; that
    /// it is made, and with the same id, the retries in the same table and the crash tests show.
    struct Row: Sendable, CustomTestStringConvertible {
        var fault: String
        var strike: APNsFault?
        /// The port is closed at the first attempt.
        var isAway = false
        /// How many requests arrived, all with the same apns-id.
        var arrivals: Int
        /// What each attempt of the engine came to.
        var attempts: [String]
        var ending: Ending
        var device: Device.State = .active
        var testDescription: String { fault }
    }

    /// After the phone's registration, and before it.
    private static let later = Timestamp(seconds: 1_767_100_000)
    private static let earlier = Timestamp(seconds: 1_766_000_000)

    static let rows: [Row] = [
        Row(fault: "none", arrivals: 1, attempts: ["accepted"], ending: .delivered),
        Row(
            fault: "410 Unregistered since the registration", strike: .refuse(.unregistered(since: later)), arrivals: 1,
            attempts: ["rejected Unregistered"], ending: .givenUp, device: .inactive),
        Row(
            fault: "410 Unregistered before the registration", strike: .refuse(.unregistered(since: earlier)),
            arrivals: 1,
            attempts: ["rejected Unregistered"], ending: .givenUp),
        Row(
            fault: "400 BadDeviceToken: the other environment is tried", strike: .refuse(.badDeviceToken), arrivals: 2,
            attempts: ["rejected BadDeviceToken", "accepted"], ending: .delivered),
        Row(
            fault: "413 PayloadTooLarge", strike: .refuse(.payloadTooLarge), arrivals: 1,
            attempts: ["rejected PayloadTooLarge"], ending: .givenUp),
        Row(
            fault: "403 ExpiredProviderToken", strike: .refuse(.expiredProviderToken), arrivals: 2,
            attempts: ["deferred ExpiredProviderToken", "accepted"], ending: .delivered),
        Row(
            fault: "429 TooManyRequests", strike: .refuse(.tooManyRequests), arrivals: 2,
            attempts: ["deferred TooManyRequests", "accepted"], ending: .delivered),
        Row(
            fault: "500 InternalServerError", strike: .refuse(.internalServerError), arrivals: 2,
            attempts: ["deferred InternalServerError", "accepted"], ending: .delivered),
        Row(
            fault: "503 ServiceUnavailable with Retry-After",
            strike: .refuse(.serviceUnavailable(retryAfter: .seconds(30))),
            arrivals: 2, attempts: ["deferred ServiceUnavailable", "accepted"], ending: .delivered),
        Row(
            fault: "GOAWAY, taken but not answered",
            strike: .goAway(GoAway(reason: "Shutdown", lastStream: .struck, handling: .processed)), arrivals: 1,
            attempts: ["deferred ConnectionLost"], ending: .waitsForAnotherAttempt),
        Row(
            fault: "the stream is reset", strike: .resetStream(.internalError, .skipped), arrivals: 1,
            attempts: ["deferred ConnectionLost"], ending: .waitsForAnotherAttempt),
        Row(
            fault: "the connection is cut before the push is taken", strike: .cutConnection(.skipped), arrivals: 1,
            attempts: ["deferred ConnectionLost"], ending: .waitsForAnotherAttempt),
        Row(
            fault: "the connection is cut after the push is taken", strike: .cutConnection(.processed), arrivals: 1,
            attempts: ["deferred ConnectionLost"], ending: .waitsForAnotherAttempt),
        Row(
            fault: "no answer at all", strike: .stall(.skipped), arrivals: 1, attempts: ["deferred Timeout"],
            ending: .waitsForAnotherAttempt),
        Row(
            fault: "connections are refused", isAway: true, arrivals: 0, attempts: ["deferred Unreachable"],
            ending: .waitsForAnotherAttempt),
    ]

    @Test("Sent once, sent again under the same id, or given up: as the table says", arguments: rows)
    func fate(of row: Row) async throws {
        let bench = EngineBench()
        let time = bench.time
        let credential = SimulatedCredential()
        let apns = try APNsSimulator(.init(keys: [credential.providerKey]), clock: { time.now })
        try await apns.start()
        var configuration = APNsConfiguration()
        configuration.trustRoots = .pem(apns.certificates.authorityPEM)
        configuration.sandbox = APNsEndpoint(host: "127.0.0.1", port: apns.port ?? 0)
        configuration.production = configuration.sandbox
        // The one deadline that passes in real time: how long a stalled request is waited for.
        configuration.requestDeadline = row.strike == .stall(.skipped) ? .milliseconds(300) : .seconds(10)
        let gateway = try APNsGateway(
            credentials: [
                APNsCredential(teamID: credential.teamID, keyID: credential.keyID, privateKey: credential.p8)
            ],
            configuration: configuration, clock: { time.now }, logger: bench.logger)
        let watched = WatchedGateway(gateway)
        if let strike = row.strike { apns.script(strike) }
        if row.isAway { await apns.refuseConnections() }
        let phone = try await bench.phone(environment: .production)

        var attempts: [String] = []
        var records = 0
        try await running(gateway, bench.dispatcher([.ios: watched])) { _ in
            _ = try await bench.notifications.send(
                NotificationRequest(title: "t", body: "b"), by: .agent(of: "ada"), remember: nil)
            for await outcome in watched.outcomes {
                attempts.append(outcome.words)
                let isLast = attempts.count >= row.attempts.count
                // The other environment is tried at once, and only what came of that is recorded.
                if case .rejected = outcome, !isLast { continue }
                records += 1
                await bench.store.recorded.reach(records)
                if isLast { break }
                time.advance(by: .seconds(3600))
            }
        }
        #expect(attempts == row.attempts)
        #expect(apns.received.count == row.arrivals)
        let delivery = try #require(bench.store.deliveries.first)
        #expect(apns.received.allSatisfy { $0.apnsID == delivery.id.description })
        let steps = try await bench.store.timeline(of: delivery.notificationID).map(\.step)
        #expect(steps.last == row.ending.step)
        #expect(try await bench.store.device(phone.device.id)?.state == row.device)
        await apns.stop()
    }
}

/// Passes pushes on, and tells what came of each.
private struct WatchedGateway: Gateway {
    let gateway: APNsGateway
    let outcomes: AsyncStream<Outcome>
    private let continuation: AsyncStream<Outcome>.Continuation

    init(_ gateway: APNsGateway) {
        self.gateway = gateway
        (outcomes, continuation) = AsyncStream<Outcome>.makeStream()
    }

    func send(_ push: Push) async throws -> Outcome {
        let outcome = try await gateway.send(push)
        continuation.yield(outcome)
        return outcome
    }
}

extension FaultTests.Ending {
    /// The last line of the timeline then.
    fileprivate var step: TimelineEntry.Step {
        switch self {
        case .delivered: .sent
        case .givenUp: .failed
        case .waitsForAnotherAttempt: .deferred
        }
    }
}

extension Outcome {
    fileprivate var words: String {
        switch self {
        case .accepted: "accepted"
        case .rejected(let rejection): "rejected \(rejection.reason)"
        case .deferred(let deferral): "deferred \(deferral.reason)"
        }
    }
}
