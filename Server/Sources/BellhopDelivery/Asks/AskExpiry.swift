import BellhopModel
public import BellhopStore
public import Logging
public import Metrics
public import ServiceLifecycle

/// Ends asks at their deadline, whether or not anybody looks at them: waiting agents are told, phones are cleared.
///
/// That an ask cannot be answered after its deadline does not depend on this service; `AskStateMachine` sees to that.
public struct AskExpiry: Service {
    static let batch = 100

    private let store: any Store
    private let wake: Wake
    private let time: any TimeSource
    private let logger: Logger
    private let metrics: AskMetrics
    private let announcer: Announcer

    /// - Parameter wake: the one that new asks ring; rung for the clearing deliveries that an end makes.
    public init(
        store: any Store, hub: EventHub, wake: Wake, time: any TimeSource, logger: Logger,
        metrics: any MetricsFactory = MetricsSystem.factory
    ) {
        self.store = store
        self.wake = wake
        self.time = time
        self.logger = logger
        self.metrics = AskMetrics(metrics)
        self.announcer = Announcer(store: store, hub: hub, time: time)
    }

    public func run() async throws {
        await Rounds(purpose: "ending asks at their deadline", wake: wake, time: time, logger: logger).run {
            let now = time.now
            let ended = try await store.expireAsks(at: now, limit: Self.batch)
            if ended.contains(where: { $0.clearing > 0 }) { wake.signal() }
            for transition in ended {
                metrics.resolved(transition.ask)
                await announcer.announce(.askResolved(transition.ask), to: transition.ask.userID)
            }
            return ended.count < Self.batch ? try await store.nextAskDeadline() : now
        }
    }
}
