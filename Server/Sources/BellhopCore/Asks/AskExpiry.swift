import BellhopModel
public import BellhopStore
public import Logging
public import Metrics
public import ServiceLifecycle

/// Expires asks at their deadline: ends agents' waits and clears devices.
///
/// `AskStateMachine` rejects answers after the deadline independently of this service.
public struct AskExpiry: Service {
    static let batch = 100

    private let store: Store
    private let workSignal: WorkSignal
    private let time: any TimeSource
    private let logger: Logger
    private let metrics: AskMetrics
    private let events: EventPublisher

    /// - Parameter workSignal: notified when asks are created; this service notifies it of clearing deliveries.
    public init(
        store: Store, hub: EventHub, workSignal: WorkSignal, time: any TimeSource, logger: Logger,
        metrics: any MetricsFactory = MetricsSystem.factory
    ) {
        self.store = store
        self.workSignal = workSignal
        self.time = time
        self.logger = logger
        self.metrics = AskMetrics(metrics)
        self.events = EventPublisher(store: store, hub: hub, time: time)
    }

    public func run() async throws {
        await PollingLoop(
            purpose: "expiring asks", workSignal: workSignal, work: .deadlines, time: time, logger: logger,
            longestWait: store.longestWait
        ).run {
            let now = time.now
            let ended = try await store.expireAsks(at: now, limit: Self.batch)
            if !ended.isEmpty { workSignal.notify([.deliveries, .sessions]) }
            for transition in ended {
                metrics.resolved(transition.ask)
                await events.publish(.askResolved(transition.ask), to: transition.ask.userID)
            }
            guard ended.count < Self.batch else { return now }
            let next = try await store.nextAskDeadline()
            // An ask is overdue and none could be expired: another transaction has locked it. The pause avoids a busy
            // loop.
            return ended.isEmpty ? next.map { max($0, now + .milliseconds(50)) } : next
        }
    }
}

/// The counters and timers of asks.
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

    /// Counts the resolution of `ask`, and records the time to its answer if it has one.
    func resolved(_ ask: Ask) {
        resolutions[ask.state]?.increment()
        guard let resolution = ask.resolution, resolution.answer != nil else { return }
        answering.record(duration: resolution.at - ask.createdAt)
    }
}
