public import BellhopStore
public import Metrics

/// Everything a server can be asked to do, over one store.
public struct UseCases: Sendable {
    public let asks: Asks
    public let notifications: Notifications
    public let preferences: Preferences
    public let sessions: Sessions
    /// Rung whenever there may be something to show on lock screens; the ``ActivityKeeper``'s.
    public let sessionsWake = Wake()

    /// - Parameter wake: rung whenever there are deliveries to send or deadlines to keep.
    public init(store: any Store, hub: EventHub, wake: Wake, time: any TimeSource, metrics: any MetricsFactory) {
        asks = Asks(store: store, hub: hub, wake: wake, time: time, metrics: metrics)
        notifications = Notifications(store: store, hub: hub, wake: wake, time: time, metrics: metrics)
        preferences = Preferences(store: store)
        sessions = Sessions(store: store, hub: hub, wake: sessionsWake, time: time)
    }
}
