import BellhopPush
import Metrics
import Synchronization

/// What a gateway counts: messages by outcome and reason, those under way, and how long they take.
final class PushMetrics: Sendable {
    private let factory: any MetricsFactory
    private let dimensions: [(String, String)]
    private let inFlight: Meter
    private let duration: Metrics.Timer
    private let counters = Mutex<[String: Counter]>([:])

    init(factory: any MetricsFactory, project: String) {
        dimensions = [("gateway", "fcm"), ("project", project)]
        self.factory = factory
        inFlight = Meter(label: "bellhop_pushes_in_flight", dimensions: dimensions, factory: factory)
        duration = Timer(label: "bellhop_push_duration_seconds", dimensions: dimensions, factory: factory)
    }

    func began() { inFlight.increment() }

    func ended(_ result: Result<Outcome, any Error>, after time: Duration) {
        inFlight.decrement()
        duration.recordNanoseconds(
            time.components.seconds * 1_000_000_000 + time.components.attoseconds / 1_000_000_000)
        switch result {
        case .success(.accepted): count("accepted", nil)
        case .success(.rejected(let rejection)): count("rejected", rejection.reason)
        case .success(.deferred(let deferral)): count("deferred", deferral.reason)
        case .failure(is CancellationError): count("cancelled", nil)
        case .failure: count("unknown", nil)
        }
    }

    private func count(_ outcome: String, _ reason: Reason?) {
        // Only words that we know become series: a server must not be able to make as many as it likes.
        let reason = reason.map { FCMErrors.isKnown($0) || Self.own.contains($0) ? $0.rawValue : "other" } ?? "none"
        let counter = counters.withLock { counters in
            if let counter = counters[outcome + reason] { return counter }
            let counter = Counter(
                label: "bellhop_pushes_total", dimensions: dimensions + [("outcome", outcome), ("reason", reason)],
                factory: factory)
            counters[outcome + reason] = counter
            return counter
        }
        counter.increment()
    }

    private static let own: Set<Reason> = [
        .connectionLost, .shuttingDown, .timeout, .unreachable, .unreadableToken, .unusableKey,
    ]
}
