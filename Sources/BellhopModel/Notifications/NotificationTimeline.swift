/// What `GET /v1/notifications/{id}` gives.
public struct NotificationTimeline: Codable, Hashable, Sendable {
    public var notification: UserNotification
    /// Oldest first.
    public var timeline: [TimelineEntry]
    public var deliveries: [DeliveryStatus]
    /// The user's devices, inactive ones included, and any other that the notification went to.
    public var devices: [DeviceSummary]
    /// The ask it is about.
    public var ask: Ask?

    public init(
        notification: UserNotification, timeline: [TimelineEntry], deliveries: [DeliveryStatus] = [],
        devices: [DeviceSummary] = [], ask: Ask? = nil
    ) {
        self.notification = notification
        self.timeline = timeline
        self.deliveries = deliveries
        self.devices = devices
        self.ask = ask
    }
}
