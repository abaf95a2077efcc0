import Synchronization

/// What happened in the demo, and how long after its start.
final class DemoTimeline: Sendable {
    struct Step: Codable, Sendable, Equatable {
        var step: String
        /// Since the hook was started, in milliseconds.
        var ms: Double
    }

    private let start = ContinuousClock.now
    private let recorded = Mutex<[Step]>([])

    /// Notes that `step` happens now.
    func note(_ step: String) {
        let elapsed = (ContinuousClock.now - start) / .microseconds(1)
        recorded.withLock { $0.append(Step(step: step, ms: (elapsed / 100).rounded() / 10)) }
    }

    var steps: [Step] { recorded.withLock { $0.sorted { $0.ms < $1.ms } } }
}
