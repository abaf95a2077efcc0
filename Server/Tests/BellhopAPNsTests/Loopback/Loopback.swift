import BellhopModel
import BellhopPush
import Logging
import Metrics

@testable import BellhopAPNs

/// A gateway and its server, for one test.
struct Loopback: Sendable {
    let apns: ScriptedAPNs
    let gateway: APNsGateway
    let clock: TestClock

    func send(_ number: UInt64 = 1) async throws -> Outcome { try await gateway.send(try Push.test(number)) }

    /// Sends until it is accepted, for tests with deadlines so short that a busy machine may exceed one.
    func sendUntilAccepted(_ number: UInt64 = 1) async throws {
        while try await send(number) != .accepted {}
    }

    /// Sends pushes concurrently.
    func send(_ numbers: ClosedRange<UInt64>) async throws -> [Outcome] {
        try await withThrowingTaskGroup { group in
            for number in numbers { group.addTask { try await send(number) } }
            return try await group.reduce(into: []) { $0.append($1) }
        }
    }

    /// - Parameter host: `localhost` or `127.0.0.1`; the certificate is valid for both.
    static func run(
        streams: Int = 1000, negotiates: [String] = ["h2"], host: String = "localhost",
        metrics: any MetricsFactory = NOOPMetricsHandler.instance,
        logger: Logger = Logger(label: "test") { _ in SwiftLogNoOpLogHandler() },
        backoff: ReconnectBackoff = ReconnectBackoff(),
        configure: (inout APNsConfiguration) -> Void = { _ in }, script: @escaping ScriptedAPNs.Script,
        test: (Loopback) async throws -> Void
    ) async throws {
        let apns = try await ScriptedAPNs(streams: streams, negotiates: negotiates, script: script)
        var configuration = APNsConfiguration()
        configuration.sandbox = APNsEndpoint(host: host, port: apns.port)
        configuration.trustRoots = .pem(ScriptedAPNs.certificate)
        // Long deadlines for busy machines; tests of deadlines set their own.
        configuration.requestDeadline = .seconds(50)
        configuration.connectDeadline = .seconds(30)
        configure(&configuration)
        let clock = TestClock()
        let gateway = try APNsGateway(
            credentials: [try TestKey.credential()], configuration: configuration, clock: { clock.now() },
            logger: logger, metrics: metrics, backoff: backoff)
        do {
            try await test(Loopback(apns: apns, gateway: gateway, clock: clock))
        } catch {
            await gateway.shutDown()
            try await apns.close()
            throw error
        }
        await gateway.shutDown()
        try await apns.close()
    }
}
