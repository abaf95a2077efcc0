import BellhopModel
public import BellhopStore
public import Logging
public import Metrics
public import ServiceLifecycle

/// Carries out campaigns: tells their users, a batch at a time.
///
/// Each batch is one transaction of the store that also notes how far the campaign has come, so that a process that
/// dies at any point repeats nobody and leaves out nobody. It runs ahead of the gateways by no more than the backlog:
/// a campaign that is stopped in the middle has not been stored for everybody, and never more than a batch of it is in
/// memory.
public struct CampaignFanout: Service {
    /// How campaigns are carried out.
    public struct Configuration: Sendable {
        /// How many users are told in one transaction. Other writers wait no longer than for one.
        public var batch = 250
        /// How many deliveries of campaigns may be due before no more are made.
        public var backlog = 4096
        /// How long to leave a full backlog to the dispatcher.
        public var pause: Duration = .milliseconds(100)

        public init() {}
    }

    private let store: any Store
    private let wake: Wake
    private let time: any TimeSource
    private let logger: Logger
    private let announcer: Announcer
    private let sent: Counter
    private let configuration: Configuration

    /// - Parameter wake: the one that new campaigns ring; rung for the deliveries that a batch makes.
    public init(
        store: any Store, hub: EventHub, wake: Wake, time: any TimeSource, metrics: any MetricsFactory,
        logger: Logger, configuration: Configuration = Configuration()
    ) {
        self.store = store
        self.wake = wake
        self.time = time
        self.logger = logger
        self.configuration = configuration
        announcer = Announcer(store: store, hub: hub, time: time)
        sent = Counter(label: "bellhop_notifications_created_total", factory: metrics)
    }

    public func run() async throws {
        await Rounds(purpose: "carrying out campaigns", wake: wake, time: time, logger: logger).run {
            let now = time.now
            let backlog = try await store.campaignBacklog(at: now, limit: configuration.backlog)
            guard backlog < configuration.backlog else { return now + configuration.pause }
            guard let step = try await store.advanceCampaign(at: now, limit: configuration.batch) else { return nil }
            if !step.notifications.isEmpty { wake.signal() }
            sent.increment(by: step.notifications.count)
            for notification in step.notifications {
                await announcer.announce(.notificationCreated(notification), to: notification.userID)
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
