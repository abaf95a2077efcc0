import BellhopModel
import BellhopPush
import Metrics
import NIOCore
import Synchronization

/// What one pool counts: pushes by outcome and reason, those under way, how long they take, and open connections.
final class PushMetrics: Sendable {
    private let factory: any MetricsFactory
    private let dimensions: [(String, String)]
    private let accepted: Counter
    private let inFlight: Meter
    private let duration: Metrics.Timer
    private let connections: Meter
    private let others: Mutex<[String: Counter]> = Mutex([:])

    init(factory: any MetricsFactory, service: APNsService = .pushes, environment: PushEnvironment, keyID: String) {
        let dimensions = [("gateway", service.gateway), ("environment", environment.rawValue), ("key", keyID)]
        self.factory = factory
        self.dimensions = dimensions
        accepted = Self.counter(factory, dimensions, outcome: "accepted", reason: "none")
        inFlight = Meter(label: "bellhop_pushes_in_flight", dimensions: dimensions, factory: factory)
        duration = Timer(label: "bellhop_push_duration_seconds", dimensions: dimensions, factory: factory)
        connections = Meter(label: "bellhop_gateway_connections", dimensions: dimensions, factory: factory)
    }

    func began() { inFlight.increment() }

    func ended(_ result: Result<Outcome, any Error>, after time: TimeAmount) {
        inFlight.decrement()
        duration.recordNanoseconds(time.nanoseconds)
        count(result)
    }

    func count(_ result: Result<Outcome, any Error>) {
        switch result {
        case .success(.accepted): accepted.increment()
        case .success(.rejected(let rejection)): count("rejected", rejection.reason)
        case .success(.deferred(let deferral)): count("deferred", deferral.reason)
        case .failure(is CancellationError): count("cancelled", nil)
        case .failure: count("unknown", nil)
        }
    }

    func set(connections count: Int) { connections.set(Double(count)) }

    private func count(_ outcome: String, _ reason: Reason?) {
        // Only words that we know become series: a server must not be able to make as many as it likes.
        let reason = reason.map { APNsErrors.isKnown($0) || Self.own.contains($0) ? $0.rawValue : "other" } ?? "none"
        others.withLock { counters in
            if let counter = counters[outcome + reason] { return counter.increment() }
            let counter = Self.counter(factory, dimensions, outcome: outcome, reason: reason)
            counters[outcome + reason] = counter
            counter.increment()
        }
    }

    private static let own: Set<Reason> = [
        .connectionLost, .noCredential, .overloaded, .shuttingDown, .timeout, .unreachable,
    ]

    private static func counter(
        _ factory: any MetricsFactory, _ dimensions: [(String, String)], outcome: String, reason: String
    ) -> Counter {
        Counter(
            label: "bellhop_pushes_total", dimensions: dimensions + [("outcome", outcome), ("reason", reason)],
            factory: factory)
    }
}
