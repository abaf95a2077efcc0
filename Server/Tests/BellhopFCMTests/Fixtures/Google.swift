import BellhopModel
import BellhopPush
import BellhopSimulators
import Logging
import Metrics
import Testing

@testable import BellhopFCM

/// A gateway and the simulated FCM that it talks to, for the time of one test.
struct Google: Sendable {
    /// Made once: an RSA key takes its time.
    static let account = Result { try SimulatedServiceAccount() }

    let fcm: FCMSimulator
    let gateway: FCMGateway
    /// The gateway's; the simulator's is ``serverClock``.
    let clock: TestClock
    let serverClock: TestClock

    func send(_ push: Push) async throws -> Outcome { try await gateway.send(push) }

    /// Sends pushes at the same time.
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
        // A busy machine may take its time; tests about time set their own.
        (settings.requestDeadline, settings.tokenDeadline) = (.seconds(50), .seconds(40))
        settings.connectDeadline = .seconds(30)
        configure(&settings)
        let gateway = try FCMGateway(
            account: try ServiceAccount(json: account.keyFile(tokenURI: fcm.tokenURI)), configuration: settings,
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
