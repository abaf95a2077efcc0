public import BellhopModel
public import BellhopPush
public import BellhopStore
public import Logging
public import Metrics
public import ServiceLifecycle

/// Sends the campaigns that are broadcast, in batches of devices.
///
/// A batch is sent as a whole, and recorded with the campaign's position in one transaction. A process that dies in
/// between leaves the batch to the next claim, which sends it again with the same push ids. While a batch is sent the
/// next one is read, so that at most two are in memory.
///
/// Gateways must outlive it, as with the dispatcher.
public struct BroadcastSender: Service {
    /// The limits and intervals of broadcasts.
    public struct Configuration: Sendable {
        /// The maximum number of devices in one batch, which a crash may send again. Larger batches are not sent faster,
        /// and asks wait longer for the work on them.
        public var batch = 1024
        /// The number of broadcasts that advance at the same time.
        public var concurrency = 2
        /// The duration of a claim, which is renewed during a batch. The broadcasts of a process that died are claimed
        /// again afterwards.
        public var lease: Duration = .seconds(60)
        /// The maximum number of attempts for a device that its gateway defers.
        public var attempts = 5
        /// The longest wait for such a device.
        public var longestDelay: Duration = .seconds(120)
        /// The delay before the next send to a gateway that has refused our credential.
        public var credentialPause: Duration = .seconds(300)
        /// The delay before a push is sent again.
        public var backoff = ExponentialBackoff(cap: .seconds(60))

        public init() {}
    }

    /// The age from which a batch that was read ahead is read again.
    private static let freshness: Duration = .seconds(10)

    private let store: Store
    private let gateways: [Platform: any Gateway]
    private let workSignal: WorkSignal
    private let time: any TimeSource
    private let metrics: DeliveryMetrics
    private let logger: Logger
    private let configuration: Configuration

    /// - Parameter workSignal: notified when campaigns are created or stopped.
    public init(
        store: Store, gateways: [Platform: any Gateway], workSignal: WorkSignal, time: any TimeSource,
        metrics: any MetricsFactory, logger: Logger, configuration: Configuration = Configuration()
    ) {
        self.store = store
        self.gateways = gateways
        self.workSignal = workSignal
        self.time = time
        self.metrics = DeliveryMetrics(metrics)
        self.logger = logger
        self.configuration = configuration
    }

    public func run() async throws {
        let monitored = gateways.mapValues { MonitoredGateway($0, logger: logger) }
        await withTaskGroup(of: Void.self) { group in
            for _ in 0..<configuration.concurrency { group.addTask { await advance(through: monitored) } }
        }
    }

    private func advance(through monitored: [Platform: MonitoredGateway]) async {
        var ahead: BatchAhead?
        await PollingLoop(
            purpose: "sending broadcasts", workSignal: workSignal, work: .campaigns, time: time, logger: logger,
            longestWait: store.longestWait
        ).run {
            let now = time.now
            guard let claim = try await store.claimBroadcast(at: now, lease: now + configuration.lease) else {
                ahead = nil
                return nil
            }
            if claim.campaign.state.isEnd {
                log(claim.campaign)
            } else {
                ahead = try await send(claim, ahead, monitored)
            }
            return now
        }
    }

    /// Sends and records the next batch.
    ///
    /// - Returns: the following batch, if it was read.
    private func send(
        _ claim: BroadcastClaim, _ ahead: BatchAhead?, _ monitored: [Platform: MonitoredGateway]
    ) async throws -> BatchAhead? {
        let campaign = claim.campaign
        let batch: BroadcastBatch
        if let ahead, ahead.campaign == campaign.id, ahead.cursor == claim.cursor,
            time.now - ahead.readAt < Self.freshness
        {
            batch = ahead.batch
        } else {
            batch = try await store.broadcastBatch(
                of: campaign, after: claim.cursor, at: time.now, limit: configuration.batch)
        }
        async let next = read(after: batch, of: campaign)
        let progress = try await send(batch, of: claim, monitored)
        if let campaign = try await record(progress, of: batch, for: claim) {
            metrics.recorded(progress)
            if campaign.state.isEnd { log(campaign) }
        } else {
            logger.warning("Another process has taken over a broadcast", metadata: ["campaign": "\(campaign.id)"])
        }
        return await next
    }

    /// Sends a batch under a claim that is renewed.
    private func send(
        _ batch: BroadcastBatch, of claim: BroadcastClaim, _ monitored: [Platform: MonitoredGateway]
    ) async throws -> BroadcastProgress {
        async let _ = renew(claim)
        return try await BroadcastSending(
            batch, of: claim.campaign, monitored: monitored, time: time, configuration: configuration, logger: logger
        ).run { moment in
            let number = workSignal.latest(of: .campaigns)
            // A process that stops records only complete batches; the others are sent again.
            guard !Task.isStopping else { throw CancellationError() }
            guard try await store.renew(claim, until: time.now + configuration.lease) else { return false }
            try await workSignal.wait(for: .campaigns, since: number, until: moment, time: time)
            guard !Task.isStopping else { throw CancellationError() }
            return true
        }
    }

    /// Records a batch, which must not be sent again because the store fails for a while.
    private func record(
        _ progress: BroadcastProgress, of batch: BroadcastBatch, for claim: BroadcastClaim
    ) async throws -> Campaign? {
        var retry = StoreRetry(purpose: "recording broadcasts", logger: logger)
        while true {
            do {
                let campaign = try await store.record(progress, of: batch, for: claim, at: time.now)
                retry.succeeded()
                return campaign
            } catch {
                guard !Task.isStopping else { throw error }
                try await time.sleep(until: time.now + retry.failed(error))
            }
        }
    }

    private func read(after batch: BroadcastBatch, of campaign: Campaign) async -> BatchAhead? {
        guard !batch.isLast, let cursor = batch.cursor else { return nil }
        let now = time.now
        // A failure appears when the batch is read again.
        guard
            let next = try? await store.broadcastBatch(
                of: campaign, after: cursor, at: now, limit: configuration.batch)
        else { return nil }
        return BatchAhead(campaign: campaign.id, cursor: cursor, readAt: now, batch: next)
    }

    /// Extends the claim until the task is cancelled. A lost claim is noticed when the batch is recorded.
    private func renew(_ claim: BroadcastClaim) async {
        while (try? await time.sleep(until: time.now + configuration.lease / 3)) != nil {
            _ = try? await store.renew(claim, until: time.now + configuration.lease)
        }
    }

    private func log(_ campaign: Campaign) {
        logger.info(
            "Broadcast ended",
            metadata: [
                "campaign": "\(campaign.id)", "state": "\(campaign.state.rawValue)",
                "sent": "\(campaign.figures?.sent ?? 0)", "failed": "\(campaign.figures?.failed ?? 0)",
                "skipped": "\(campaign.figures?.skipped ?? 0)",
            ])
    }
}

/// A batch that was read before its claim.
private struct BatchAhead {
    let campaign: CampaignID
    let cursor: BroadcastCursor
    let readAt: Timestamp
    let batch: BroadcastBatch
}

/// A gateway with its monitors.
struct MonitoredGateway: Sendable {
    let gateway: any Gateway
    let credential: CredentialMonitor
    let tokens: TokenMonitor

    init(_ gateway: any Gateway, logger: Logger) {
        self.gateway = gateway
        credential = CredentialMonitor(logger: logger)
        tokens = TokenMonitor(logger: logger)
    }
}
