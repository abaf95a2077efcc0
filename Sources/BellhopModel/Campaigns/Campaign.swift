/// One notification on its way to many users.
public struct Campaign: Codable, Hashable, Sendable, Identifiable {
    public let id: CampaignID
    public let to: Target
    /// What each of them is told. It names no user.
    public let notification: NotificationRequest
    public var state: State
    /// How many users it has reached so far.
    public var recipients: Int
    /// How many pushes to devices it has made so far. Whether each was sent, its notification's timeline says.
    public var deliveries: Int
    /// How many of the recipients have a device, and preferences that keep it from being pushed. They find it in
    /// their history.
    public var refused: Int
    public let createdAt: Timestamp
    /// Whoever has not been reached by then is not reached at all, and nobody needs to see it any more.
    public let expiresAt: Timestamp
    public var begunAt: Timestamp?
    public var endedAt: Timestamp?

    public init(
        id: CampaignID, to: Target, notification: NotificationRequest, state: State = .waiting, recipients: Int = 0,
        deliveries: Int = 0, refused: Int = 0, createdAt: Timestamp, expiresAt: Timestamp, begunAt: Timestamp? = nil,
        endedAt: Timestamp? = nil
    ) {
        self.id = id
        self.to = to
        self.notification = notification
        self.state = state
        self.recipients = recipients
        self.deliveries = deliveries
        self.refused = refused
        self.createdAt = createdAt
        self.expiresAt = expiresAt
        self.begunAt = begunAt
        self.endedAt = endedAt
    }

    public enum State: String, Codable, Hashable, Sendable, CaseIterable {
        case waiting
        /// Some have been reached, others will be.
        case sending
        /// Everybody has been reached.
        case done
        /// Somebody stopped it. Nothing of it is sent any more; what was sent stays.
        case stopped
        /// Its notification expired before everybody was reached.
        case expired

        /// It reaches nobody any more.
        public var isEnd: Bool { self != .waiting && self != .sending }
    }

    enum CodingKeys: String, CodingKey {
        case id, to, notification, state, recipients, deliveries, refused
        case createdAt = "created_at"
        case expiresAt = "expires_at"
        case begunAt = "begun_at"
        case endedAt = "ended_at"
    }
}

extension Campaign {
    /// Whom a campaign is for, without a list of names.
    public struct Target: Codable, Hashable, Sendable {
        public var user: UserID?
        /// How many users were named, each counted once.
        public var userCount: Int?
        public var topic: TopicID?
        public var everyone: Bool?

        public init(user: UserID? = nil, userCount: Int? = nil, topic: TopicID? = nil, everyone: Bool? = nil) {
            self.user = user
            self.userCount = userCount
            self.topic = topic
            self.everyone = everyone
        }

        public init(_ audience: Audience) {
            switch audience {
            case .user(let user): self.init(user: user)
            case .users(let users): self.init(userCount: Set(users).count)
            case .topic(let topic): self.init(topic: topic)
            case .everyone: self.init(everyone: true)
            }
        }

        enum CodingKeys: String, CodingKey {
            case user, topic, everyone
            case userCount = "user_count"
        }
    }
}
