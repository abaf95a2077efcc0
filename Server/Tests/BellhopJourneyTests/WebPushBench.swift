import BellhopModel
import BellhopPush
import BellhopSimulators
import BellhopStore
import BellhopTestSupport
import BellhopWebPush
import Logging
import Metrics
import Testing

@testable import BellhopCore

/// The delivery engine with a simulated push service and a manual clock, for a user with a browser.
struct WebPushBench: Sendable {
    let time = ManualTime()
    let service: WebPushSimulator
    let subscriber: SimulatedSubscriber
    let store: Store
    let workSignal = WorkSignal()
    let browser: TestPhone
    private let gateway: WebPushGateway
    private let hub = EventHub()

    /// Runs `body` with a new bench.
    static func run(_ body: (WebPushBench) async throws -> Void) async throws {
        let folder = try TemporaryFolder()
        defer { folder.remove() }
        let bench = try await WebPushBench(folder: folder.path)
        try await attempt {
            try await body(bench)
        } finally: {
            await bench.stop()
        }
    }

    private init(folder: String) async throws {
        let (time, key) = (time, VAPIDKey())
        service = try WebPushSimulator { time.now }
        try await service.start()
        subscriber = try service.subscribe(
            applicationServerKey: key.publicKey, origin: "https://bellhop.example.com")
        var browser = TestPhone("Browser", platform: .web, at: FaultCase.registered)
        let registration = try DeviceRules.checked(
            DeviceRegistration(
                platform: .web, token: #require(subscriber.subscription.token), environment: .production))
        browser.device.token = try #require(registration.token)
        self.browser = browser
        store = try Store(folder: folder)
        _ = try await store.register(browser.device)
        var configuration = WebPushConfiguration(contact: try #require(VAPIDContact("mailto:push@example.com")))
        configuration.privateHosts = ["127.0.0.1"]
        configuration.trustRoots = .pem(service.certificates.authorityPEM)
        configuration.requestDeadline = .seconds(30)
        gateway = try WebPushGateway(
            key: key, configuration: configuration, clock: { time.now }, metrics: NOOPMetricsHandler.instance)
    }

    private func stop() async {
        await gateway.shutDown()
        await service.stop()
    }

    /// Accepts a notification for the user.
    func accept(
        _ request: NotificationRequest = .init(title: "Tests", body: "All 12 passed")
    ) async throws -> UserNotification {
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

    var dispatcher: Dispatcher {
        var configuration = Dispatcher.Configuration()
        configuration.backoff = ExponentialBackoff(fraction: { 0.5 })
        return Dispatcher(
            store: store, gateways: [.web: gateway], hub: hub, workSignal: workSignal, time: time,
            metrics: NOOPMetricsHandler.instance, logger: .silent, configuration: configuration)
    }
}
