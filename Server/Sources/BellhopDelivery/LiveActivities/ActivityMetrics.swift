import BellhopPush
import BellhopStore
import Metrics

/// Counts pushes about Live Activities.
struct ActivityMetrics: Sendable {
    private let factory: any MetricsFactory

    init(_ factory: any MetricsFactory) { self.factory = factory }

    func attempted(_ push: PlannedLiveActivityPush, _ ending: LiveActivityAttempt.Ending) {
        let outcome =
            switch ending {
            case .sent: "sent"
            case .deferred: "deferred"
            case .tokenGone, .failed: "failed"
            }
        let labels = [
            ("event", push.deed == .endFormer ? "end" : "\(push.deed)"),
            ("priority", push.urgency == .immediate ? "high" : "low"), ("outcome", outcome),
        ]
        Counter(label: "bellhop_live_activity_pushes_total", dimensions: labels, factory: factory).increment()
    }
}
