import BellhopModel
import BellhopPush
import BellhopSimulators
import Logging
import Metrics
import NIOConcurrencyHelpers
import Testing

@testable import BellhopFCM

extension Timestamp {
    /// 2026-01-01T00:00:00Z
    static let test = Timestamp(seconds: 1_767_225_600)
}

extension Push {
    static func test(
        _ number: UInt64 = 1, token: String = "fcm-token:1", payload: String = #"{"data":{"a":"b"}}"#,
        urgency: Urgency = .immediate, expiration: Expiration = .gatewayDefault, collapseID: String? = nil
    ) throws -> Push {
        guard let token = DeviceToken(token) else { throw TestFault("not a device token") }
        return Push(
            id: DeliveryID(high: 0x0192_F0C4_7B1E_7CC3, low: 0x8D2A_0000_0000_0000 | number), token: token,
            environment: .production, app: "com.example.app", payload: Array(payload.utf8), urgency: urgency,
            expiration: expiration, collapseID: collapseID)
    }
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

extension ContinuousClock.Instant {
    /// A time after the end of any test.
    static var never: Self { ContinuousClock.now + .seconds(3600) }
}

extension Outcome {
    static func deferred(_ reason: String, until: Timestamp? = nil) -> Outcome {
        .deferred(Deferral(reason: Reason(rawValue: reason), until: until))
    }

    static func rejected(_ reason: String, _ consequence: Rejection.Cause) -> Outcome {
        .rejected(Rejection(reason: Reason(rawValue: reason), cause: consequence))
    }

    var isAccepted: Bool { if case .accepted = self { true } else { false } }
}

/// A gateway and its simulated FCM, for one test.
struct Google: Sendable {
    /// Shared, because generating an RSA key is slow.
    static let account = Result { try SimulatedServiceAccount() }

    let fcm: FCMSimulator
    let gateway: FCMGateway
    /// The gateway's clock; the simulator's is ``serverClock``.
    let clock: TestClock
    let serverClock: TestClock

    func send(_ push: Push) async throws -> Outcome { try await gateway.send(push) }

    /// Sends pushes concurrently.
    func send(_ count: UInt64) async throws -> [Outcome] {
        try await withThrowingTaskGroup { group in
            for number in 1...count { group.addTask { try await gateway.send(try Push.test(number)) } }
            return try await group.reduce(into: []) { $0.append($1) }
        }
    }

    static func run(
        _ configuration: FCMSimulatorConfiguration = .init(),
        metrics: any MetricsFactory = NOOPMetricsHandler.instance,
        logger: Logger = Logger(label: "test") { _ in SwiftLogNoOpLogHandler() },
        configure: (inout FCMConfiguration) -> Void = { _ in }, test: (Google) async throws -> Void
    ) async throws {
        let (clock, serverClock, account) = (TestClock(), TestClock(), try account.get())
        var simulated = configuration
        simulated.accounts = [account.account]
        let fcm = try FCMSimulator(simulated) { serverClock.now() }
        try await fcm.start()
        var settings = FCMConfiguration()
        settings.endpoint = fcm.endpoint
        settings.trustRoots = .pem(fcm.certificates.authorityPEM)
        // Long deadlines for busy machines; tests of deadlines set their own.
        (settings.requestDeadline, settings.tokenDeadline) = (.seconds(50), .seconds(40))
        settings.connectDeadline = .seconds(30)
        configure(&settings)
        let gateway = try FCMGateway(
            accounts: [try ServiceAccount(json: account.keyFile(tokenURI: fcm.tokenURI))], configuration: settings,
            clock: { clock.now() }, logger: logger, metrics: metrics)
        do {
            try await test(Google(fcm: fcm, gateway: gateway, clock: clock, serverClock: serverClock))
        } catch {
            await gateway.shutDown()
            await fcm.stop()
            throw error
        }
        await gateway.shutDown()
        await fcm.stop()
    }
}
