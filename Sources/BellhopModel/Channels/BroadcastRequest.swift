/// What `POST /v1/channels/{id}/publish` takes: one push to a Live Activity on every device that follows the channel.
public struct BroadcastRequest: Codable, Hashable, Sendable {
    /// A channel cannot start an activity: an app starts its own, and follows.
    public enum Event: String, Codable, Hashable, Sendable, CaseIterable {
        case update, end
    }

    public enum Priority: String, Codable, Hashable, Sendable, CaseIterable {
        /// Now (`apns-priority` 10). Counts towards what the system lets an activity have.
        case immediate
        /// When it costs the devices little (5).
        case considerate
    }

    /// Tells the person, beside the change of what is shown.
    public struct Alert: Codable, Hashable, Sendable {
        public var title: String
        public var body: String

        public init(title: String, body: String) {
            self.title = title
            self.body = body
        }
    }

    /// The channel's.
    public var app: String
    /// The channel's.
    public var environment: PushEnvironment
    public var event: Event
    /// The activity's `ContentState`, as Swift encodes it.
    public var contentState: [String: JSONValue]
    public var alert: Alert?
    /// Seconds from now until what is shown is out of date.
    public var staleIn: Int?
    /// With the end alone: seconds from now until it leaves the lock screen, 0 for at once. Unless given, the system
    /// decides.
    public var dismissIn: Int?
    /// ``Priority/immediate`` unless given.
    public var priority: Priority?
    /// Seconds for which APNs keeps it for devices that are away. 0, which is also meant when it is not given: one
    /// attempt. A channel that stores nothing takes no other.
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

/// A broadcast that APNs took. That devices show it is another matter.
public struct PublishedBroadcast: Codable, Hashable, Sendable {
    /// `apns-request-id`, to find it in Apple's console.
    public var id: BroadcastID
    public var channelID: ChannelID
    /// The payload's `timestamp`: of two updates devices show the later.
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
