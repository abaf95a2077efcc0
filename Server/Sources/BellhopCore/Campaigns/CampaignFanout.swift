import BellhopModel
public import BellhopStore
public import Logging
public import Metrics
public import ServiceLifecycle

/// Creates the notifications of campaigns, in batches of users.
///
/// Each batch is one store transaction that also records the campaign's position, so that a restart neither repeats nor
/// skips a user. Fan-out stays at most the configured backlog ahead of the gateways: a campaign that is stopped early
/// is not stored for all users, and at most one batch is in memory.
public struct CampaignFanout: Service {
    /// The limits of the fan-out.
    public struct Configuration: Sendable {
        /// The number of users in one transaction. It bounds the wait of other writers.
        public var batch = 250
        /// The number of due campaign deliveries from which fan-out pauses.
        public var backlog = 4096
        /// The pause while the backlog is full.
        public var pause: Duration = .milliseconds(100)

        public init() {}
    }

    private let store: Store
    private let workSignal: WorkSignal
    private let time: any TimeSource
    private let logger: Logger
    private let events: EventPublisher
    private let sent: Counter
    private let configuration: Configuration

    /// - Parameter workSignal: notified when campaigns are created; this service notifies it of deliveries.
    public init(
        store: Store, hub: EventHub, workSignal: WorkSignal, time: any TimeSource, metrics: any MetricsFactory,
        logger: Logger, configuration: Configuration = Configuration()
    ) {
        self.store = store
        self.workSignal = workSignal
        self.time = time
        self.logger = logger
        self.configuration = configuration
        events = EventPublisher(store: store, hub: hub, time: time)
        sent = Counter(label: "bellhop_notifications_created_total", factory: metrics)
    }

    public func run() async throws {
        // The backlog when it was counted last, and the deliveries since: counting reads an index entry for each.
        var backlog = Int.max
        await PollingLoop(
            purpose: "creating campaign notifications", workSignal: workSignal, work: .campaigns, time: time,
            logger: logger,
            longestWait: store.longestWait
        ).run {
            let now = time.now
            if backlog >= configuration.backlog {
                backlog = try await store.campaignBacklog(at: now, limit: configuration.backlog)
                guard backlog < configuration.backlog else { return now + configuration.pause }
            }
            guard let step = try await store.advanceCampaign(at: now, limit: configuration.batch) else { return nil }
            backlog += step.deliveries
            if !step.notifications.isEmpty { workSignal.notify(.deliveries) }
            sent.increment(by: step.notifications.count)
            for notification in step.notifications {
                await events.publish(.notificationCreated(notification), to: notification.userID)
            }
            if step.campaign.state.isEnd { log(step.campaign) }
            return now
        }
    }

    private func log(_ campaign: Campaign) {
        logger.info(
            "Campaign ended",
            metadata: [
                "campaign": "\(campaign.id)", "state": "\(campaign.state.rawValue)",
                "recipients": "\(campaign.recipients)", "deliveries": "\(campaign.deliveries)",
                "refused": "\(campaign.refused)",
            ])
    }
}
