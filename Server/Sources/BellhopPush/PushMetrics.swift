package import Metrics
import NIOConcurrencyHelpers

/// The metrics of one gateway client: pushes by outcome and reason, pushes in flight, and their duration.
package final class PushMetrics: Sendable {
    private let factory: any MetricsFactory
    private let dimensions: [(String, String)]
    private let isKnown: @Sendable (Reason) -> Bool
    private let accepted: Counter
    private let inFlight: Meter
    private let duration: Metrics.Timer
    private let counters = NIOLockedValueBox<[String: Counter]>([:])

    /// - Parameters:
    ///   - dimensions: The labels of every series.
    ///   - isKnown: `true` if the vendor documents a reason. Other reasons share the label `other`, so that a server
    ///     cannot create any number of series.
    package init(
        factory: any MetricsFactory, dimensions: [(String, String)], isKnown: @escaping @Sendable (Reason) -> Bool
    ) {
        self.factory = factory
        self.dimensions = dimensions
        self.isKnown = isKnown
        accepted = Self.counter(factory, dimensions, outcome: "accepted", reason: "none")
        inFlight = Meter(label: "bellhop_pushes_in_flight", dimensions: dimensions, factory: factory)
        duration = Timer(label: "bellhop_push_duration_seconds", dimensions: dimensions, factory: factory)
    }

    /// Makes another meter with the labels of these metrics.
    package func meter(_ label: String) -> Meter { Meter(label: label, dimensions: dimensions, factory: factory) }

    package func began() { inFlight.increment() }

    package func ended(_ result: Result<Outcome, any Error>, afterNanoseconds nanoseconds: Int64) {
        inFlight.decrement()
        duration.recordNanoseconds(nanoseconds)
        count(result)
    }

    package func count(_ result: Result<Outcome, any Error>) {
        switch result {
        case .success(.accepted): accepted.increment()
        case .success(.rejected(let rejection)): count("rejected", rejection.reason)
        case .success(.deferred(let deferral)): count("deferred", deferral.reason)
        case .failure(is CancellationError): count("cancelled", nil)
        case .failure: count("unknown", nil)
        }
    }

    private func count(_ outcome: String, _ reason: Reason?) {
        let reason = reason.map { Reason.ofClients.contains($0) || isKnown($0) ? $0.rawValue : "other" } ?? "none"
        counters.withLockedValue { counters in
            if let counter = counters[outcome + reason] { return counter.increment() }
            let counter = Self.counter(factory, dimensions, outcome: outcome, reason: reason)
            counters[outcome + reason] = counter
            counter.increment()
        }
    }

    private static func counter(
        _ factory: any MetricsFactory, _ dimensions: [(String, String)], outcome: String, reason: String
    ) -> Counter {
        Counter(
            label: "bellhop_pushes_total", dimensions: dimensions + [("outcome", outcome), ("reason", reason)],
            factory: factory)
    }
}
