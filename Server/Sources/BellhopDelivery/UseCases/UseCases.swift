public import BellhopStore
public import Metrics

/// Everything a server can be asked to do, over one store.
public struct UseCases: Sendable {
    public let asks: Asks
    public let notifications: Notifications
    public let preferences: Preferences
    /// Told whenever a device calls; writes it down while it runs.
    public let presence: DevicePresence

    /// - Parameter wake: rung whenever there are deliveries to send or deadlines to keep.
    public init(store: any Store, hub: EventHub, wake: Wake, time: any TimeSource, metrics: any MetricsFactory) {
        asks = Asks(store: store, hub: hub, wake: wake, time: time, metrics: metrics)
        notifications = Notifications(store: store, hub: hub, wake: wake, time: time, metrics: metrics)
        preferences = Preferences(store: store)
        presence = DevicePresence(store: store, time: time)
    }
}
