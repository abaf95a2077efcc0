import BellhopCore
import BellhopFCM
import BellhopModel
import BellhopPush
import BellhopSimulators
import BellhopStore
import BellhopStoreSQLite
import BellhopTestSupport
import Logging
import Metrics
import Testing

/// Both push services and a server's engine in between, for a user with an Android device and, where wanted, an
/// iPhone; real but for the services at the other end and for the time, which stands still.
struct AndroidBench: Sendable {
    /// Made once: an RSA key takes its time.
    private static let account = Result { try SimulatedServiceAccount() }

    let time = ManualTime()
    let fcm: FCMSimulator
    let store: SQLiteStore
    let wake = Wake()
    let phone = TestPhone("Pixel", platform: .android, at: FaultCase.registered)
    private let gateway: FCMGateway
    private let hub = EventHub()
    private let logger = Logger.silent

    /// Makes a bench, lends it to `body`, and clears it away.
    static func run(patience: Duration = .seconds(30), _ body: (AndroidBench) async throws -> Void) async throws {
        let folder = try TemporaryFolder()
        defer { folder.remove() }
        let bench = try await AndroidBench(patience, folder: folder.path)
        try await attempt {
            try await body(bench)
        } finally: {
            await bench.stop()
        }
    }

    private init(_ patience: Duration, folder: String) async throws {
        let (time, account) = (time, try Self.account.get())
        store = try SQLiteStore.open(folder: folder)
        _ = try await store.register(phone.device)
        fcm = try FCMSimulator(.init(accounts: [account.account])) { time.now }
        try await fcm.start()
        var configuration = FCMConfiguration()
        configuration.endpoint = fcm.endpoint
        configuration.trustRoots = .pem(fcm.certificates.authorityPEM)
        (configuration.requestDeadline, configuration.tokenDeadline) = (patience, patience)
        gateway = try FCMGateway(
            account: ServiceAccount(json: account.keyFile(tokenURI: fcm.tokenURI)), configuration: configuration,
            clock: { time.now }, logger: logger, metrics: NOOPMetricsHandler.instance)
    }

    private func stop() async {
        await gateway.shutDown()
        await fcm.stop()
    }

    /// Accepts a notification for the user.
    func accept(_ request: NotificationRequest = .init(title: "Tests", body: "All 12 passed")) async throws
        -> UserNotification
    {
        let notifications = Notifications(
            store: store, hub: hub, wake: wake, time: time, metrics: NOOPMetricsHandler.instance)
        switch try await notifications.send(request, by: .agent(), recorder: nil) {
        case .accepted(let notification): return notification
        case .repeated: throw StoreUnavailable("a notification without an idempotency key was taken for a repetition")
        }
    }

    var asks: Asks { Asks(store: store, hub: hub, wake: wake, time: time, metrics: NOOPMetricsHandler.instance) }

    /// - Parameter others: gateways beside FCM's.
    func dispatcher(_ others: [Platform: any Gateway] = [:]) -> Dispatcher {
        var configuration = Dispatcher.Configuration()
        configuration.backoff = Backoff(fraction: { 0.5 })
        return Dispatcher(
            store: store, gateways: others.merging([.android: gateway]) { first, _ in first }, hub: hub, wake: wake,
            time: time, metrics: NOOPMetricsHandler.instance, logger: logger, configuration: configuration)
    }
}
