import BellhopModel
import BellhopPush
import BellhopSimulators
import BellhopStore
import BellhopTestSupport
import Logging
import Metrics
import NIOCore
import Testing

@testable import BellhopAPNs
@testable import BellhopCore

/// The real store, dispatcher, gateway and HTTP/2 over TLS, with a simulated APNs and a manual clock.
struct PushBench: Sendable {
    let time = ManualTime()
    let apns: APNsSimulator
    private let store: Store
    private let gateway: APNsGateway
    private let workSignal = WorkSignal()
    private let hub = EventHub()
    private let phone = TestPhone(environment: .sandbox, at: FaultCase.registered)
    private let logger = Logger.silent

    /// Runs `body` with a new bench for `row`.
    static func run(_ row: FaultCase, _ body: (PushBench) async throws -> Void) async throws {
        let folder = try TemporaryFolder()
        defer { folder.remove() }
        let bench = try await PushBench(row, folder: folder.path)
        try await attempt {
            try await body(bench)
        } finally: {
            await bench.stop()
        }
    }

    private init(_ row: FaultCase, folder: String) async throws {
        let (time, credential) = (time, SimulatedCredential())
        apns = try APNsSimulator(.init(keys: [credential.providerKey])) { time.now }
        try await apns.start()
        for fault in row.faults { apns.script(fault) }
        var configuration = APNsConfiguration()
        configuration.requestDeadline = row.patience
        configuration.trustRoots = .pem(apns.certificates.authorityPEM)
        configuration.sandbox = APNsEndpoint(host: "127.0.0.1", port: try #require(apns.port))
        configuration.production = configuration.sandbox
        if row.isRefused { await apns.refuseConnections() }
        gateway = try APNsGateway(
            credentials: [credential.forGateway()], configuration: configuration, clock: { time.now },
            logger: logger, metrics: NOOPMetricsHandler.instance,
            // The only delay in real time between two attempts. Without a delay the gateway would not defer.
            backoff: ReconnectBackoff(first: row.isRefused ? .microseconds(1) : .zero))
        store = try Store(folder: folder)
        _ = try await store.register(phone.device)
    }

    private func stop() async {
        await gateway.shutDown()
        await apns.stop()
    }

    /// Accepts a notification and runs the dispatcher until the last of `attempts` has ended, advancing the time to each
    /// next due delivery.
    func play(_ attempts: [FaultCase.Attempt]) async throws -> PushRecord {
        let shown = apns.attach(token: phone.device.token)
        let requests = apns.requests()
        let start = time.now
        let notification = try await accept()
        try await running(dispatcher) { _ in
            var arrivals = requests.makeAsyncIterator()
            for (number, attempt) in attempts.enumerated() {
                for _ in 0..<attempt.requests {
                    _ = await arrivals.next()
                    apns.release()
                }
                guard case .deferred = attempt.ending else { break }
                try await workSignal.awaitDeferrals(number + 1, of: notification, in: store)
                try await apns.start()
                time.advance(to: try #require(try await store.nextDeliveryDue()))
            }
        }
        await stop()
        return PushRecord(
            start: start, timeline: try await store.timeline(of: notification.id), requests: apns.received,
            shown: await shown.reduce(into: []) { $0.append($1) },
            device: try #require(try await store.device(phone.device.id)), waiting: try await store.queueDepth())
    }

    private func accept() async throws -> UserNotification {
        let notifications = NotificationsService(
            store: store, hub: hub, workSignal: workSignal, time: time, metrics: NOOPMetricsHandler.instance)
        let request = NotificationRequest(title: "Tests", body: "All 12 passed")
        switch try await notifications.send(request, by: .agent(), recorder: nil) {
        case .accepted(let notification): return notification
        case .repeated: throw StoreUnavailable("a notification without an idempotency key was taken for a repetition")
        }
    }

    private var dispatcher: Dispatcher {
        var configuration = Dispatcher.Configuration()
        configuration.backoff = ExponentialBackoff(fraction: { 0.5 })
        return Dispatcher(
            store: store, gateways: [.ios: gateway], hub: hub, workSignal: workSignal, time: time,
            metrics: NOOPMetricsHandler.instance, logger: logger, configuration: configuration)
    }
}

/// The results of one notification.
struct PushRecord: Sendable {
    /// The time of acceptance.
    let start: Timestamp
    let timeline: [TimelineEntry]
    /// The requests that APNs received.
    let requests: [ReceivedPush]
    /// The pushes that the phone received.
    let shown: [DeliveredPush]
    /// The device's registration at the end.
    let device: Device
    /// The number of deliveries left in the queue.
    let waiting: Int

    /// The result of each attempt, from the timeline.
    var endings: [FaultCase.Attempt.Ending] { timeline.attemptEndings(since: start) }
}

extension WorkSignal {
    /// Returns the timeline when it meets a condition, which is checked after every signal, such as that of a deferral.
    func timeline(
        of notification: UserNotification, in store: Store, _ isWanted: ([TimelineEntry]) -> Bool
    ) async throws -> [TimelineEntry] {
        while true {
            let mark = latest()
            let lines = try await store.timeline(of: notification.id)
            if isWanted(lines) { return lines }
            try await wait(since: mark, until: nil, time: ManualTime())
        }
    }

    /// Returns when `count` attempts of the notification were deferred.
    func awaitDeferrals(_ count: Int, of notification: UserNotification, in store: Store) async throws {
        _ = try await timeline(of: notification, in: store) { $0.count { $0.step == .deferred } >= count }
    }
}

extension [TimelineEntry] {
    /// The result of each attempt, the latest last.
    func attemptEndings(since start: Timestamp) -> [FaultCase.Attempt.Ending] {
        let ends = filter { [.sent, .deferred, .failed].contains($0.step) }
        return ends.indices.map { index in
            let reason = ends[index].detail ?? ""
            return switch ends[index].step {
            case .sent: .sent
            case .deferred: .deferred(reason, (index + 1 < ends.count ? ends[index + 1].at : start) - ends[index].at)
            default: .failed(reason)
            }
        }
    }
}

extension SimulatedCredential {
    /// The gateway's credential for the simulator.
    func forGateway() throws -> APNsCredential { try APNsCredential(teamID: teamID, keyID: keyID, privateKey: p8) }
}
