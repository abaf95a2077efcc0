import BellhopModel
import BellhopStore
import Logging
import Metrics

/// Stores delivery results in batches: while one batch is written, the next one accumulates.
struct ResultRecorder: Sendable {
    let store: Store
    let time: any TimeSource
    let workSignal: WorkSignal
    let metrics: DeliveryMetrics
    let logger: Logger
    /// The maximum number of results in one transaction.
    let limit: Int
    /// The number of attempts against a failing store during shutdown. Deliveries whose results are lost are sent again
    /// under the same id after their lease.
    let lastTries = 3

    /// Runs until `results` is closed and all results are stored.
    func run(_ results: BatchQueue<DeliveryResult>) async {
        var retry = StoreRetry(purpose: "recording deliveries", logger: logger)
        while true {
            // Lets sends that end in the same executor turn join this transaction.
            await Task.yield()
            let batch = await results.take(atMost: limit)
            if batch.isEmpty { return }
            await record(batch, &retry)
        }
    }

    private func record(_ results: [DeliveryResult], _ retry: inout StoreRetry) async {
        var lastTry = 0
        while true {
            do {
                let isCleared = try await store.record(results, at: time.now)
                retry.succeeded()
                metrics.recorded(results)
                // A retry or a clearing push is due earlier than the delivery the dispatcher waits for.
                if isCleared || results.contains(where: \.isDeferred) { workSignal.notify(.deliveries) }
                return
            } catch {
                let pause = retry.failed(error)
                if Task.isStopping { lastTry += 1 }
                guard lastTry < lastTries, !Task.isCancelled else {
                    logger.error("Results could not be stored", metadata: ["count": "\(results.count)"])
                    return
                }
                try? await time.sleep(until: time.now + pause)
            }
        }
    }
}

extension DeliveryResult {
    fileprivate var isDeferred: Bool {
        switch ending {
        case .deferred, .returned: true
        case .sent, .failed: false
        }
    }
}

/// The counters and timers of deliveries.
struct DeliveryMetrics: Sendable {
    private let sent: Counter
    private let deferred: Counter
    private let failed: Counter
    private let subscribers: Gauge
    private let sending: Timer

    init(_ factory: any MetricsFactory) {
        func deliveries(_ outcome: String) -> Counter {
            Counter(label: "bellhop_deliveries_total", dimensions: [("outcome", outcome)], factory: factory)
        }
        sent = deliveries("sent")
        deferred = deliveries("deferred")
        failed = deliveries("failed")
        subscribers = Gauge(label: "bellhop_event_subscribers", factory: factory)
        sending = Timer(label: "bellhop_ask_to_sent_seconds", factory: factory)
    }

    /// Counts results after they are stored.
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

    /// Counts the stored results of a broadcast's batch.
    func recorded(_ progress: BroadcastProgress) {
        sent.increment(by: progress.sent)
        failed.increment(by: progress.failures.values.reduce(0, +))
    }

    /// Records the time from an ask's creation until a gateway accepted it for one device.
    func attempted(_ delivery: ClaimedDelivery, _ ending: DeliveryResult.Ending, at now: Timestamp) {
        guard case .sent = ending, delivery.purpose == .show, let ask = delivery.ask else { return }
        sending.record(duration: now - ask.createdAt)
    }

    func set(subscriberCount: Int) { subscribers.record(subscriberCount) }
}
