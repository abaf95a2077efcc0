import BellhopModel
import BellhopSimulators
import BellhopTestSupport
import NIOConcurrencyHelpers
import Testing

/// A simulator with a credential and a manual clock.
final class APNsBench: Sendable {
    static let start = Timestamp(seconds: 1_800_000_000)

    let credential = SimulatedCredential()
    let simulator: APNsSimulator
    private let time: Time
    private let tokens = NIOLockedValueBox<[Timestamp: Secret]>([:])

    /// A separate object, because the simulator's clock refers to it.
    private final class Time: Sendable {
        let now = NIOLockedValueBox(APNsBench.start)
    }

    init(_ change: (inout APNsSimulatorConfiguration) -> Void = { _ in }) throws {
        var configuration = APNsSimulatorConfiguration(keys: [credential.providerKey])
        change(&configuration)
        let time = Time()
        self.time = time
        simulator = try APNsSimulator(configuration) { time.now.withLockedValue { $0 } }
    }

    var now: Timestamp { time.now.withLockedValue { $0 } }

    func pass(_ duration: Duration) { time.now.withLockedValue { $0 = $0 + duration } }

    /// A valid request. Requests at one time share a token, because ECDSA is not deterministic: a second signature
    /// would be a new token, and one update too many.
    func request() throws -> Provider.Request {
        let now = now
        let token = try tokens.withLockedValue { tokens in
            let token = try tokens[now] ?? credential.providerToken(issuedAt: now)
            tokens[now] = token
            return token
        }
        return Provider.Request(token)
    }

    /// A valid request with a new token.
    func renewedRequest() throws -> Provider.Request {
        Provider.Request(try credential.providerToken(issuedAt: now))
    }

    /// Runs `body` with a started simulator, and stops it afterwards.
    static func run(
        _ change: (inout APNsSimulatorConfiguration) -> Void = { _ in },
        _ body: (APNsBench) async throws -> Void
    ) async throws {
        let bench = try APNsBench(change)
        try await bench.simulator.start()
        try await attempt {
            try await body(bench)
        } finally: {
            await bench.simulator.stop()
        }
    }
}

/// Returns true if `response` is a refusal with this status and reason.
func expect(
    _ response: ProviderResponse?, _ refusal: APNsRefusal, sourceLocation: SourceLocation = #_sourceLocation
) {
    #expect(response?.status == refusal.status, sourceLocation: sourceLocation)
    #expect(response?.body.contains("\"reason\":\"\(refusal.reason)\"") == true, sourceLocation: sourceLocation)
}
