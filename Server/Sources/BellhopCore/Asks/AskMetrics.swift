import BellhopModel
import Metrics

/// What is counted and timed about asks.
struct AskMetrics: Sendable {
    private let creations: Counter
    private let resolutions: [AskState: Counter]
    private let answering: Timer

    init(_ factory: any MetricsFactory) {
        creations = Counter(label: "bellhop_asks_created_total", factory: factory)
        let states = AskState.allCases.filter { $0 != .pending }
        resolutions = Dictionary(
            uniqueKeysWithValues: states.map {
                let dimensions = [("state", $0.rawValue)]
                return ($0, Counter(label: "bellhop_asks_resolved_total", dimensions: dimensions, factory: factory))
            })
        answering = Timer(label: "bellhop_ask_to_answer_seconds", factory: factory)
    }

    func created() { creations.increment() }

    /// Counts the end of `ask`, and how long its answer took if it has one.
    func resolved(_ ask: Ask) {
        resolutions[ask.state]?.increment()
        guard let resolution = ask.resolution, resolution.answer != nil else { return }
        answering.record(duration: resolution.at - ask.createdAt)
    }
}
