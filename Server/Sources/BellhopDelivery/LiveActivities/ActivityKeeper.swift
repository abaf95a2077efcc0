public import BellhopModel
public import BellhopPush
public import BellhopStore
public import Logging
public import Metrics
public import ServiceLifecycle

/// Keeps the Live Activities on people's devices in step with their sessions.
///
/// It sends beside the dispatcher, so that neither waits for the other. What is due is in the store, and a process that
/// dies leaves a claim behind that lapses: one push at most is repeated then, and never with an older state.
public struct LiveActivityUpdater: Service {
    public struct Configuration: Sendable {
        public var rules = LiveActivityTiming()
        /// How many activities are claimed at once.
        public var claimLimit = 128
        /// How long a claim lasts. Longer than two sends.
        public var lease: Duration = .seconds(60)
        /// How long to leave a gateway alone that refuses our credential.
        public var credentialPause: Duration = .seconds(300)
        /// The wait before a push is tried again. Short, because a newer state may wait for it.
        public var backoff = Backoff(cap: .seconds(60))

        public init() {}
    }

    private let store: any LiveActivityStore
    private let gateways: [Platform: any Gateway]
    private let wake: Wake
    private let work: Wake
    private let time: any TimeSource
    private let logger: Logger
    private let configuration: Configuration
    private let metrics: ActivityMetrics

    /// - Parameters:
    ///   - gateways: by the platform of the device.
    ///   - wake: the one that ``Sessions`` rings.
    ///   - work: the one that asks ring: what a session waits for is shown too.
    public init(
        store: any LiveActivityStore, gateways: [Platform: any Gateway], wake: Wake, work: Wake, time: any TimeSource,
        metrics: any MetricsFactory, logger: Logger, configuration: Configuration = Configuration()
    ) {
        self.store = store
        self.gateways = gateways
        self.wake = wake
        self.work = work
        self.time = time
        self.logger = logger
        self.configuration = configuration
        self.metrics = ActivityMetrics(metrics)
    }

    public func run() async throws {
        let mark = work.mark
        await withTaskGroup(of: Void.self) { group in
            group.addTask { await work.relay(to: wake, since: mark) }
            await withDiscardingTaskGroup { sends in
                await Rounds(purpose: "keeping Live Activities", wake: wake, time: time, logger: logger).run {
                    let now = time.now
                    let claimed = try await claim()
                    for facts in claimed { sends.addTask { await attend(to: facts) } }
                    if claimed.count == configuration.claimLimit { return now }
                    return try await store.nextLiveActivityDue(after: now)
                }
            }
            group.cancelAll()
        }
    }

    /// What is due now. A look that finds nothing due writes nothing.
    func claim() async throws -> [ClaimedLiveActivity] {
        let now = time.now
        guard let due = try await store.nextLiveActivityDue(after: Timestamp(milliseconds: .min)), due <= now else {
            return []
        }
        return try await store.claimLiveActivities(
            at: now, lease: now + configuration.lease, limit: configuration.claimLimit)
    }

    func attend(to facts: ClaimedLiveActivity) async {
        guard let result = await result(of: facts) else { return }
        do {
            try await store.record(result, at: time.now)
        } catch {
            // Its claim lapses, and it is looked at again.
            logger.error(
                "A Live Activity's state was not stored",
                metadata: ["activity": "\(facts.activity.id)", "error": "\(error)"])
        }
        wake.signal()
    }

    /// - Returns: `nil` when nothing can be said about it, because we were cancelled.
    private func result(of facts: ClaimedLiveActivity) async -> LiveActivityResult? {
        let now = time.now
        switch plan(facts).step {
        case .wait(let until, let isBehind):
            return LiveActivityResult(facts, .waited, due: until, isBehind: isBehind)
        case .close(let reason): return LiveActivityResult(facts, .closed(reason: reason), due: now)
        case .forget: return LiveActivityResult(facts, .forgotten, due: now)
        case .send(let push):
            guard let gateway = gateways[facts.device.platform] else {
                let reason = DeliveryReason.noGateway(for: facts.device.platform)
                return LiveActivityResult(facts, .closed(reason: reason), due: now)
            }
            guard let attempt = await attempt(push, for: facts, through: gateway) else { return nil }
            switch plan(facts.after(attempt)).step {
            case .wait(let until, let isBehind):
                return LiveActivityResult(facts, .attempted(attempt), due: until, isBehind: isBehind)
            // Whatever the reason, no device gets the same twice in a row without a pause.
            case .send(let next) where next.deed == push.deed:
                return LiveActivityResult(facts, .attempted(attempt), due: time.now + configuration.rules.interval)
            case .send, .close, .forget: return LiveActivityResult(facts, .attempted(attempt), due: time.now)
            }
        }
    }

    private func plan(_ facts: ClaimedLiveActivity) -> LiveActivityPlan {
        LiveActivityPlan(facts, rules: configuration.rules, at: time.now)
    }

    private func attempt(
        _ push: PlannedLiveActivityPush, for facts: ClaimedLiveActivity, through gateway: any Gateway
    ) async -> LiveActivityAttempt? {
        let start = time.now
        guard let outcome = await send(push, for: facts, through: gateway, at: start) else { return nil }
        let ending = LiveActivityAttempt.Ending(
            outcome, push.deed, tokenAt: push.deed == .start ? nil : facts.activity.tokenAt, at: time.now,
            delay: configuration.backoff.delay(after: facts.activity.failures + 1),
            credentialPause: configuration.credentialPause)
        metrics.attempted(push, ending)
        logger.debug(
            "Live Activity",
            metadata: ["activity": "\(facts.activity.id)", "deed": "\(push.deed)", "outcome": "\(ending)"])
        return LiveActivityAttempt(
            push.deed, to: push.token, push.state, at: start, timestamp: push.timestamp, ending,
            isSpent: push.urgency == .immediate && outcome.mayHaveArrived)
    }

    /// Sends it to the device's environment, and once to the other when the token is doubted there. What that teaches
    /// about the device, its notifications learn by themselves.
    private func send(
        _ push: PlannedLiveActivityPush, for facts: ClaimedLiveActivity, through gateway: any Gateway, at now: Timestamp
    ) async -> Outcome? {
        do {
            let outcome = try await gateway.send(push.push(for: facts, in: facts.device.environment, at: now))
            guard case .rejected(let rejection) = outcome, rejection.cause == .deviceSuspect,
                let other = facts.device.otherEnvironment,
                case .accepted(let acceptance) = try await gateway.send(push.push(for: facts, in: other, at: now))
            else { return outcome }
            return .accepted(acceptance)
        } catch is CancellationError {
            return nil
        } catch {
            logger.warning(
                "The gateway did something unexpected",
                metadata: ["activity": "\(facts.activity.id)", "error": "\(error)"])
            return Outcome(surprise: error)
        }
    }
}
