public import BellhopStore
public import Metrics

/// The services behind the server's routes, over one store.
///
/// ``PairingService``, ``ChannelService`` and ``DiagnosisService`` need more than a store and are created separately.
public struct UseCases: Sendable {
    public let asks: AskService
    public let notifications: NotificationsService
    public let campaigns: CampaignService
    public let topics: TopicService
    public let preferences: PreferencesService
    public let sessions: SessionService
    public let schedules: ScheduleService
    public let items: ItemService
    public let messages: MessageService
    /// Records devices' activity; a service that must run.
    public let presence: DevicePresence
    public let keys: KeyService
    public let devices: DeviceService
    public let console: ConsoleService
    /// Creates asks about new devices, and notices of changes to who may act for a user.
    public let trust: DeviceTrust

    /// - Parameter workSignal: notified of new work.
    public init(
        store: Store, hub: EventHub, workSignal: WorkSignal, time: any TimeSource, metrics: any MetricsFactory
    ) {
        asks = AskService(store: store, hub: hub, workSignal: workSignal, time: time, metrics: metrics)
        notifications = NotificationsService(
            store: store, hub: hub, workSignal: workSignal, time: time, metrics: metrics)
        campaigns = CampaignService(store: store, workSignal: workSignal, time: time, metrics: metrics)
        topics = TopicService(store: store, time: time)
        preferences = PreferencesService(store: store, time: time)
        schedules = ScheduleService(store: store, notifications: notifications, workSignal: workSignal, time: time)
        items = ItemService(store: store, hub: hub, workSignal: workSignal, time: time)
        messages = MessageService(store: store, hub: hub, workSignal: workSignal, time: time)
        trust = DeviceTrust(store: store, hub: hub, workSignal: workSignal, time: time)
        presence = DevicePresence(store: store, time: time)
        keys = KeyService(store: store, trust: trust, time: time)
        devices = DeviceService(store: store, trust: trust, time: time)
        console = ConsoleService(store: store, trust: trust, time: time)
        sessions = SessionService(store: store, hub: hub, workSignal: workSignal, time: time)
    }
}
