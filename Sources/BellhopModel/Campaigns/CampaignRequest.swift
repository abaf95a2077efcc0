/// What `POST /v1/campaigns` takes.
public struct CampaignRequest: Codable, Hashable, Sendable {
    public var to: Audience
    /// Without a user of its own.
    public var notification: NotificationRequest

    public init(to: Audience, notification: NotificationRequest) {
        self.to = to
        self.notification = notification
    }
}
