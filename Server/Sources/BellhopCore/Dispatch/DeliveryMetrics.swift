import BellhopModel
import BellhopStore
import Metrics

/// What is counted and timed about deliveries.
struct DeliveryMetrics: Sendable {
    private let sent: Counter
    private let deferred: Counter
    private let failed: Counter
    private let queue: Gauge
    private let subscribers: Gauge
    private let sending: Timer

    init(_ factory: any MetricsFactory) {
        func deliveries(_ outcome: String) -> Counter {
            Counter(label: "bellhop_deliveries_total", dimensions: [("outcome", outcome)], factory: factory)
        }
        sent = deliveries("sent")
        deferred = deliveries("deferred")
        failed = deliveries("failed")
        queue = Gauge(label: "bellhop_queue_depth", factory: factory)
        subscribers = Gauge(label: "bellhop_event_subscribers", factory: factory)
        sending = Timer(label: "bellhop_ask_to_sent_seconds", factory: factory)
    }

    /// Counts results once they are stored.
    func recorded(_ results: [DeliveryResult]) {
        for result in results {
            switch result.ending {
            case .sent: sent.increment()
            case .deferred: deferred.increment()
            case .failed: failed.increment()
            case .returned: break
            }
        }
    }

    /// Times an ask from its creation to the moment at which a gateway took it for one device.
    func attempted(_ delivery: ClaimedDelivery, _ ending: DeliveryResult.Ending, at now: Timestamp) {
        guard case .sent = ending, delivery.purpose == .show, let ask = delivery.ask else { return }
        sending.record(duration: now - ask.createdAt)
    }

    func set(queueDepth: Int, subscriberCount: Int) {
        queue.record(queueDepth)
        subscribers.record(subscriberCount)
    }
}
