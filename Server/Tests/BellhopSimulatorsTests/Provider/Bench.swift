import BellhopModel
import BellhopSimulators
import BellhopTestSupport
import Synchronization
import Testing

/// A simulator with a credential and a clock that stands still until it is moved.
final class Bench: Sendable {
    static let start = Timestamp(seconds: 1_800_000_000)

    let credential = SimulatedCredential()
    let simulator: APNsSimulator
    private let time: Time
    private let tokens = Mutex<[Timestamp: Secret]>([:])

    /// Lives apart from the bench, because the simulator's clock refers to it.
    private final class Time: Sendable {
        let now = Mutex(Bench.start)
    }

    init(_ change: (inout APNsSimulatorConfiguration) -> Void = { _ in }) throws {
        var configuration = APNsSimulatorConfiguration(keys: [credential.providerKey])
        change(&configuration)
        let time = Time()
        self.time = time
        simulator = try APNsSimulator(configuration) { time.now.withLock { $0 } }
    }

    var now: Timestamp { time.now.withLock { $0 } }

    func pass(_ duration: Duration) { time.now.withLock { $0 = $0 + duration } }

    /// A request in order. Requests of one moment carry the same token: signing twice gives two, because ECDSA is not
    /// deterministic, and the second would be one change too many.
    func request() throws -> Provider.Request {
        let now = now
        let token = try tokens.withLock { tokens in
            let token = try tokens[now] ?? credential.providerToken(issuedAt: now)
            tokens[now] = token
            return token
        }
        return Provider.Request(token)
    }

    /// A request in order, with a token that was never used.
    func renewedRequest() throws -> Provider.Request {
        Provider.Request(try credential.providerToken(issuedAt: now))
    }

    /// Runs `body` against a started simulator and stops it, come what may.
    static func run(
        _ change: (inout APNsSimulatorConfiguration) -> Void = { _ in },
        _ body: (Bench) async throws -> Void
    ) async throws {
        let bench = try Bench(change)
        try await bench.simulator.start()
        try await attempt {
            try await body(bench)
        } finally: {
            await bench.simulator.stop()
        }
    }
}

/// Whether `response` refuses with this status and reason.
func expect(
    _ response: ProviderResponse?, _ refusal: APNsRefusal, sourceLocation: SourceLocation = #_sourceLocation
) {
    #expect(response?.status == refusal.status, sourceLocation: sourceLocation)
    #expect(response?.body.contains("\"reason\":\"\(refusal.reason)\"") == true, sourceLocation: sourceLocation)
}
