public import BellhopModel
public import BellhopPush
public import BellhopStore
public import Logging
public import Metrics
public import ServiceLifecycle

/// Starts, updates and ends the Live Activities of sessions on devices.
///
/// It sends beside the dispatcher, so that neither waits for the other. Due work is in the store. The claim of a
/// process that dies expires; at most one push is then repeated, never with an older state.
public struct LiveActivityUpdater: Service {
    public struct Configuration: Sendable {
        public var timing = LiveActivityTiming()
        /// The maximum number of activities in one claim.
        public var claimLimit = 128
        /// The duration of a claim. Longer than two sends.
        public var lease: Duration = .seconds(60)
        /// The delay before the next send to a gateway that has refused our credential.
        public var credentialPause: Duration = .seconds(300)
        /// The delay before a push is sent again. Short, because a newer state may wait for it.
        public var backoff = ExponentialBackoff(cap: .seconds(60))

        public init() {}
    }

    private let store: Store
    private let gateways: [Platform: any Gateway]
    private let workSignal: WorkSignal
    private let time: any TimeSource
    private let logger: Logger
    private let configuration: Configuration
    private let metrics: LiveActivityMetrics

    /// - Parameters:
    ///   - gateways: by the platform of the device.
    ///   - workSignal: notified of changed sessions, and of asks, because a session's open ask is shown as well.
    public init(
        store: Store, gateways: [Platform: any Gateway], workSignal: WorkSignal,
        time: any TimeSource,
        metrics: any MetricsFactory, logger: Logger, configuration: Configuration = Configuration()
    ) {
        self.store = store
        self.gateways = gateways
        self.workSignal = workSignal
        self.time = time
        self.logger = logger
        self.configuration = configuration
        self.metrics = LiveActivityMetrics(metrics)
    }

    public func run() async throws {
        await withDiscardingTaskGroup { sends in
            await PollingLoop(
                purpose: "updating Live Activities", workSignal: workSignal, work: .sessions, time: time,
                logger: logger,
                longestWait: store.longestWait
            ).run {
                let now = time.now
                let claimed = try await claim()
                for facts in claimed { sends.addTask { await process(facts) } }
                if claimed.count == configuration.claimLimit { return now }
                return try await store.nextLiveActivityDue(after: now)
            }
        }
    }

    /// Claims due activities. Writes nothing when none is due.
    func claim() async throws -> [ClaimedLiveActivity] {
        let now = time.now
        guard let due = try await store.nextLiveActivityDue(after: Timestamp(milliseconds: .min)), due <= now else {
            return []
        }
        return try await store.claimLiveActivities(
            at: now, lease: now + configuration.lease, limit: configuration.claimLimit)
    }

    func process(_ facts: ClaimedLiveActivity) async {
        guard let result = await result(of: facts) else { return }
        do {
            try await store.record(result, at: time.now)
        } catch {
            // The claim expires, and the activity is claimed again.
            logger.error(
                "A Live Activity's state was not stored",
                metadata: ["activity": "\(facts.activity.id)", "error": "\(error)"])
        }
        workSignal.notify(.sessions)
    }

    /// - Returns: `nil` when the task was cancelled.
    private func result(of facts: ClaimedLiveActivity) async -> LiveActivityResult? {
        let now = time.now
        switch plan(facts).action {
        case .wait(let until, let isBehind):
            return LiveActivityResult(facts, .waited, due: until, isBehind: isBehind)
        case .close(let reason): return LiveActivityResult(facts, .closed(reason: reason), due: now)
        case .delete: return LiveActivityResult(facts, .deleted, due: now)
        case .send(let push):
            guard let gateway = gateways[facts.device.platform] else {
                let reason = DeliveryReason.noGateway(for: facts.device.platform)
                return LiveActivityResult(facts, .closed(reason: reason), due: now)
            }
            guard let attempt = await attempt(push, for: facts, through: gateway) else { return nil }
            switch plan(facts.after(attempt)).action {
            case .wait(let until, let isBehind):
                return LiveActivityResult(facts, .attempted(attempt), due: until, isBehind: isBehind)
            // Two equal operations in a row are always separated by the interval.
            case .send(let next) where next.operation == push.operation:
                return LiveActivityResult(facts, .attempted(attempt), due: time.now + configuration.timing.interval)
            case .send, .close, .delete: return LiveActivityResult(facts, .attempted(attempt), due: time.now)
            }
        }
    }

    private func plan(_ facts: ClaimedLiveActivity) -> LiveActivityPlan {
        LiveActivityPlan(facts, timing: configuration.timing, at: time.now)
    }

    private func attempt(
        _ push: PlannedLiveActivityPush, for facts: ClaimedLiveActivity, through gateway: any Gateway
    ) async -> LiveActivityAttempt? {
        let start = time.now
        guard let outcome = await send(push, for: facts, through: gateway, at: start) else { return nil }
        let ending = LiveActivityAttempt.Ending(
            outcome, push.operation, tokenAt: push.operation == .start ? nil : facts.activity.tokenAt, at: time.now,
            delay: configuration.backoff.delay(after: facts.activity.failures + 1),
            credentialPause: configuration.credentialPause)
        metrics.attempted(push, ending)
        logger.debug(
            "Live Activity",
            metadata: ["activity": "\(facts.activity.id)", "operation": "\(push.operation)", "outcome": "\(ending)"])
        return LiveActivityAttempt(
            push.operation, to: push.token, push.state, at: start, timestamp: push.timestamp, ending,
            isSpent: push.urgency == .immediate && outcome.mayHaveArrived)
    }

    /// Sends to the device's environment, and once to the other one when the token is rejected there. The device's
    /// environment is not corrected here; its notifications do that.
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
                "The gateway threw an unexpected error",
                metadata: ["activity": "\(facts.activity.id)", "error": "\(error)"])
            return Outcome(unexpected: error)
        }
    }
}

extension ClaimedLiveActivity {
    /// The facts after `attempt` is recorded.
    func after(_ attempt: LiveActivityAttempt) -> ClaimedLiveActivity {
        var facts = self
        facts.activity.apply(attempt)
        if attempt.isSpent { facts.spent.append(attempt.shown.at) }
        if attempt.operation == .start, case .tokenGone = attempt.ending { facts.startToken = nil }
        return facts
    }
}

/// Counts Live Activity pushes.
struct LiveActivityMetrics: Sendable {
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
            ("event", push.operation == .endFormer ? "end" : "\(push.operation)"),
            ("priority", push.urgency == .immediate ? "high" : "low"), ("outcome", outcome),
        ]
        Counter(label: "bellhop_live_activity_pushes_total", dimensions: labels, factory: factory).increment()
    }
}
