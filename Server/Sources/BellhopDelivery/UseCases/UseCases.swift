public import BellhopStore
public import Metrics

/// Everything a server can be asked to do, over one store.
public struct UseCases: Sendable {
    public let asks: Asks
    public let notifications: Notifications
    public let campaigns: Campaigns
    public let topics: Topics
    public let preferences: Preferences
    public let sessions: Sessions
    /// Rung whenever there may be something to show on lock screens; the ``LiveActivityUpdater``'s.
    public let sessionSignal = Wake()
    public let schedules: Schedules
    public let items: Items
    public let messages: Messages
    /// Told whenever a device calls; writes it down while it runs.
    public let presence: DevicePresence
    /// Asks about new devices, and notices of what changes who may act for a user.
    public let trust: DeviceTrust

    /// - Parameter wake: rung whenever there are deliveries to send or deadlines to keep.
    public init(store: any Store, hub: EventHub, wake: Wake, time: any TimeSource, metrics: any MetricsFactory) {
        asks = Asks(store: store, hub: hub, wake: wake, time: time, metrics: metrics)
        notifications = Notifications(store: store, hub: hub, wake: wake, time: time, metrics: metrics)
        campaigns = Campaigns(store: store, wake: wake, time: time, metrics: metrics)
        topics = Topics(store: store, time: time)
        preferences = Preferences(store: store, time: time)
        schedules = Schedules(store: store, notifications: notifications, wake: wake, time: time)
        items = Items(store: store, hub: hub, wake: wake, time: time)
        messages = Messages(store: store, hub: hub, wake: wake, time: time)
        trust = DeviceTrust(store: store, hub: hub, wake: wake, time: time)
        presence = DevicePresence(store: store, time: time)
        sessions = Sessions(store: store, hub: hub, wake: sessionSignal, time: time)
    }
}
