import BellhopModel
import BellhopPush
import BellhopSimulators
import Metrics
import NIOConcurrencyHelpers
import Testing

@testable import BellhopWebPush

extension Timestamp {
    /// 2026-01-01T00:00:00Z
    static let test = Timestamp(seconds: 1_767_225_600)
}

/// An error of the test itself.
struct TestFault: Error {
    let description: String
    init(_ description: String) { self.description = description }
}

/// A clock that the test advances.
final class TestClock: Sendable {
    private let time = NIOLockedValueBox(Timestamp.test)

    func advance(by duration: Duration) { time.withLockedValue { $0 = $0 + duration } }
    func now() -> Timestamp { time.withLockedValue { $0 } }
}

extension Outcome {
    static func deferred(_ reason: String, until: Timestamp? = nil) -> Outcome {
        .deferred(Deferral(reason: Reason(rawValue: reason), until: until))
    }

    static func rejected(_ reason: String, _ consequence: Rejection.Cause) -> Outcome {
        .rejected(Rejection(reason: Reason(rawValue: reason), cause: consequence))
    }

    var isAccepted: Bool { if case .accepted = self { true } else { false } }

    var reason: String? {
        switch self {
        case .accepted: nil
        case .rejected(let rejection): rejection.reason.rawValue
        case .deferred(let deferral): deferral.reason.rawValue
        }
    }
}

extension VAPIDContact {
    static func test() throws -> VAPIDContact { try #require(VAPIDContact("mailto:push@example.com")) }
}

/// A gateway, a simulated push service and a subscribed browser, for one test.
struct WebPush: Sendable {
    let service: WebPushSimulator
    let gateway: WebPushGateway
    let browser: SimulatedSubscriber
    let key: VAPIDKey
    /// The clock of gateway and service.
    let clock: TestClock

    func push(
        _ payload: String = #"{"a":"b"}"#, to subscriber: SimulatedSubscriber? = nil, kind: PushKind = .alert,
        urgency: Urgency = .immediate, expiration: Expiration = .gatewayDefault, collapseID: String? = nil
    ) throws -> Push {
        guard let token = (subscriber ?? browser).subscription.token else { throw TestFault("no token") }
        return Push(
            id: DeliveryID(high: 0x0192_F0C4_7B1E_7CC3, low: 0x8D2A_0000_0000_0001), token: token,
            environment: .production, app: "com.example.app", kind: kind, payload: Array(payload.utf8),
            urgency: urgency, expiration: expiration, collapseID: collapseID)
    }

    func send(_ payload: String = #"{"a":"b"}"#, to subscriber: SimulatedSubscriber? = nil) async throws -> Outcome {
        try await gateway.send(push(payload, to: subscriber))
    }

    /// - Parameters:
    ///   - origin: The origin of the browser's page.
    ///   - resolve: Replaces the system's resolver.
    static func run(
        _ simulated: WebPushSimulatorConfiguration = .init(), origin: String? = nil,
        metrics: any MetricsFactory = NOOPMetricsHandler.instance,
        configure: (inout WebPushConfiguration) -> Void = { _ in },
        resolve: (@Sendable (String) async throws -> [NetworkAddress])? = nil, test: (WebPush) async throws -> Void
    ) async throws {
        let (clock, key) = (TestClock(), VAPIDKey())
        let service = try WebPushSimulator(simulated) { clock.now() }
        try await service.start()
        let browser = try service.subscribe(applicationServerKey: key.publicKey, origin: origin)
        var settings = WebPushConfiguration(contact: try .test())
        settings.privateHosts = [simulated.publicName ?? simulated.host]
        settings.trustRoots = .pem(service.certificates.authorityPEM)
        // Long deadlines for busy machines; tests of deadlines set their own.
        (settings.requestDeadline, settings.connectDeadline) = (.seconds(50), .seconds(30))
        configure(&settings)
        let gateway = try WebPushGateway(
            key: key, configuration: settings, clock: { clock.now() }, metrics: metrics,
            resolve: resolve)
        do {
            try await test(
                WebPush(service: service, gateway: gateway, browser: browser, key: key, clock: clock))
        } catch {
            await gateway.shutDown()
            await service.stop()
            throw error
        }
        await gateway.shutDown()
        await service.stop()
    }
}
