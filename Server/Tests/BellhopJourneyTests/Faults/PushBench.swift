import BellhopModel
import BellhopPush
import BellhopSimulators
import BellhopStore
import BellhopStoreSQLite
import BellhopTestSupport
import Logging
import Metrics
import NIOCore
import Testing

@testable import BellhopAPNs
@testable import BellhopCore

/// Everything between "a notification was accepted" and "the phone has it", real but for the service at the other end
/// and for the time, which stands still: store, dispatcher, gateway, HTTP/2 over TLS.
struct PushBench: Sendable {
    let time = ManualTime()
    let apns: APNsSimulator
    private let store: SQLiteStore
    private let gateway: APNsGateway
    private let wake = Wake()
    private let hub = EventHub()
    private let phone = TestPhone(environment: .sandbox, at: FaultCase.registered)
    private let logger = Logger.silent

    /// Makes a bench for `row`, lends it to `body`, and clears it away.
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
            // The only wait by the machine's clock between two attempts. None at all would be no reason to defer.
            backoff: BellhopAPNs.Backoff(first: row.isRefused ? .microseconds(1) : .zero))
        store = try SQLiteStore.open(folder: folder)
        _ = try await store.register(phone.device)
    }

    private func stop() async {
        await gateway.shutDown()
        await apns.stop()
    }

    /// Accepts a notification and lets the dispatcher work until the last of `attempts` is over, moving time on to
    /// each moment at which the queue says that the next is due.
    func play(_ attempts: [FaultCase.Attempt]) async throws -> PushStory {
        let shown = apns.attach(token: phone.device.token)
        let requests = apns.requests()
        let start = time.now
        let mark = wake.mark
        let notification = try await accept()
        try await running(dispatcher) { _ in
            var arrivals = requests.makeAsyncIterator()
            for (number, attempt) in attempts.enumerated() {
                for _ in 0..<attempt.requests {
                    _ = await arrivals.next()
                    apns.release()
                }
                guard case .deferred = attempt.ending else { break }
                // It rang for the notification, and rings for each deferral once that is stored.
                try await wake.wait(since: mark + 1 + UInt64(number), until: nil, time: time)
                try await apns.start()
                time.advance(to: try #require(try await store.nextDeliveryDue()))
            }
        }
        await stop()
        return PushStory(
            start: start, timeline: try await store.timeline(of: notification.id), requests: apns.received,
            shown: await shown.reduce(into: []) { $0.append($1) },
            device: try #require(try await store.device(phone.device.id)), waiting: try await store.queueDepth())
    }

    private func accept() async throws -> UserNotification {
        let notifications = Notifications(
            store: store, hub: hub, wake: wake, time: time, metrics: NOOPMetricsHandler.instance)
        let request = NotificationRequest(title: "Tests", body: "All 12 passed")
        switch try await notifications.send(request, by: .agent(), recorder: nil) {
        case .accepted(let notification): return notification
        case .repeated: throw StoreUnavailable("a notification without an idempotency key was taken for a repetition")
        }
    }

    private var dispatcher: Dispatcher {
        var configuration = Dispatcher.Configuration()
        configuration.backoff = BellhopCore.Backoff(fraction: { 0.5 })
        return Dispatcher(
            store: store, gateways: [.ios: gateway], hub: hub, wake: wake, time: time,
            metrics: NOOPMetricsHandler.instance, logger: logger, configuration: configuration)
    }
}
