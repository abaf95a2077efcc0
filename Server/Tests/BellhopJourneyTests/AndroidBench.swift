import BellhopCore
import BellhopFCM
import BellhopModel
import BellhopPush
import BellhopSimulators
import BellhopStore
import BellhopTestSupport
import Logging
import Metrics
import Testing

/// The delivery engine with a simulated FCM and a manual clock, for a user with an Android device.
struct AndroidBench: Sendable {
    /// Created once, because RSA key generation is slow.
    private static let account = Result { try SimulatedServiceAccount() }

    let time = ManualTime()
    let fcm: FCMSimulator
    let store: Store
    let workSignal = WorkSignal()
    let phone = TestPhone("Pixel", platform: .android, at: FaultCase.registered)
    private let gateway: FCMGateway
    private let hub = EventHub()
    private let logger = Logger.silent

    /// Runs `body` with a new bench.
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
        store = try Store(folder: folder)
        _ = try await store.register(phone.device)
        fcm = try FCMSimulator(.init(accounts: [account.account])) { time.now }
        try await fcm.start()
        var configuration = FCMConfiguration()
        configuration.endpoint = fcm.endpoint
        configuration.trustRoots = .pem(fcm.certificates.authorityPEM)
        (configuration.requestDeadline, configuration.tokenDeadline) = (patience, patience)
        gateway = try FCMGateway(
            accounts: [ServiceAccount(json: account.keyFile(tokenURI: fcm.tokenURI))], configuration: configuration,
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
        let notifications = NotificationsService(
            store: store, hub: hub, workSignal: workSignal, time: time, metrics: NOOPMetricsHandler.instance)
        switch try await notifications.send(request, by: .agent(), recorder: nil) {
        case .accepted(let notification): return notification
        case .repeated: throw StoreUnavailable("a notification without an idempotency key was taken for a repetition")
        }
    }

    var asks: AskService {
        AskService(store: store, hub: hub, workSignal: workSignal, time: time, metrics: NOOPMetricsHandler.instance)
    }

    /// - Parameter others: additional gateways.
    func dispatcher(_ others: [Platform: any Gateway] = [:]) -> Dispatcher {
        var configuration = Dispatcher.Configuration()
        configuration.backoff = ExponentialBackoff(fraction: { 0.5 })
        return Dispatcher(
            store: store, gateways: others.merging([.android: gateway]) { first, _ in first }, hub: hub,
            workSignal: workSignal, time: time, metrics: NOOPMetricsHandler.instance, logger: logger,
            configuration: configuration)
    }
}
