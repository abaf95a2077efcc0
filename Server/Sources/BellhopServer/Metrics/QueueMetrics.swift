import BellhopCore
import BellhopModel
import BellhopStore
import Metrics
import Synchronization

/// The gauges of the delivery queue, read from the store at most once a second for any number of callers.
final class QueueMetrics: Sendable {
    private static let interval: Duration = .seconds(1)

    private let store: Store
    private let time: any TimeSource
    private let depth: Gauge
    private let age: Gauge
    private let updatedAt = Mutex<Timestamp?>(nil)

    init(store: Store, time: any TimeSource, metrics: any MetricsFactory) {
        self.store = store
        self.time = time
        depth = Gauge(label: "bellhop_queue_depth", factory: metrics)
        age = Gauge(label: "bellhop_queue_oldest_due_seconds", factory: metrics)
    }

    /// Updates the gauges. They keep their values while the store fails, which `GET /readyz` reports.
    func update() async {
        let now = time.now
        let isDue = updatedAt.withLock { last in
            if let last, last <= now, now - last < Self.interval { return false }
            last = now
            return true
        }
        guard isDue else { return }
        do {
            let count = try await store.queueDepth()
            let due = try await store.nextDeliveryDue()
            depth.record(count)
            age.record(due.map { max(0, (now - $0) / .seconds(1)) } ?? 0)
        } catch {}
    }
}
