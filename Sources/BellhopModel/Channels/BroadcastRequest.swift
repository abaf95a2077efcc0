/// The body of `POST /v1/channels/{id}/publish`: one push to the Live Activity of every device that follows the
/// channel.
public struct BroadcastRequest: Codable, Hashable, Sendable {
    /// The event of the push. A channel cannot start an activity; the app starts it and subscribes to the channel.
    public enum Event: String, Codable, Hashable, Sendable, CaseIterable {
        case update, end
    }

    public enum Priority: String, Codable, Hashable, Sendable, CaseIterable {
        /// Deliver at once (`apns-priority` 10). Counts towards the system's budget for the activity.
        case immediate
        /// Deliver when it costs the devices little power (`apns-priority` 5).
        case considerate
    }

    /// An alert in addition to the update.
    public struct Alert: Codable, Hashable, Sendable {
        public var title: String
        public var body: String

        public init(title: String, body: String) {
            self.title = title
            self.body = body
        }
    }

    /// The channel's app, as a bundle identifier.
    public var app: String
    /// The channel's environment.
    public var environment: PushEnvironment
    public var event: Event
    /// The activity's `ContentState`, as encoded by `JSONEncoder`.
    public var contentState: [String: JSONValue]
    public var alert: Alert?
    /// The time until the content is out of date, in seconds from now.
    public var staleIn: Int?
    /// For `end` only: the time until the activity leaves the lock screen, in seconds from now; 0 removes it at once.
    /// The system decides unless given.
    public var dismissIn: Int?
    /// ``Priority/immediate`` unless given.
    public var priority: Priority?
    /// The time for which APNs stores the update for offline devices, in seconds. 0, the default, makes one attempt,
    /// and is the only value for a channel without storage.
    public var expiresIn: Int?

    public init(
        app: String, environment: PushEnvironment, event: Event, contentState: [String: JSONValue],
        alert: Alert? = nil, staleIn: Int? = nil, dismissIn: Int? = nil, priority: Priority? = nil,
        expiresIn: Int? = nil
    ) {
        self.app = app
        self.environment = environment
        self.event = event
        self.contentState = contentState
        self.alert = alert
        self.staleIn = staleIn
        self.dismissIn = dismissIn
        self.priority = priority
        self.expiresIn = expiresIn
    }

    enum CodingKeys: String, CodingKey {
        case app, environment, event, alert, priority
        case contentState = "content_state"
        case staleIn = "stale_in"
        case dismissIn = "dismiss_in"
        case expiresIn = "expires_in"
    }
}

/// A broadcast that APNs accepted. Acceptance does not confirm display on any device.
public struct PublishedBroadcast: Codable, Hashable, Sendable {
    /// The `apns-request-id`, for finding the push in Apple's Push Notifications Console.
    public var id: BroadcastID
    public var channelID: ChannelID
    /// The payload's `timestamp`. Devices show the update with the latest one.
    public var publishedAt: Timestamp

    public init(id: BroadcastID, channelID: ChannelID, publishedAt: Timestamp) {
        self.id = id
        self.channelID = channelID
        self.publishedAt = publishedAt
    }

    enum CodingKeys: String, CodingKey {
        case id
        case channelID = "channel_id"
        case publishedAt = "published_at"
    }
}
