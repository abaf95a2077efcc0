/// A notification to many users.
public struct Campaign: Codable, Hashable, Sendable, Identifiable {
    public let id: CampaignID
    public let to: Target
    public let delivery: Delivery
    /// The notification of each recipient, without a user.
    public let notification: NotificationRequest
    public var state: State
    /// The number of users reached so far; of a broadcast those with an active device.
    public var recipients: Int
    /// The number of deliveries created so far, whose results are in the timelines of the notifications; of a broadcast
    /// the number of devices that a push was sent to or failed for.
    public var deliveries: Int
    /// The number of recipients who have a device, but whose preferences suppress the push. Unless it is a broadcast,
    /// the notification is in their history.
    public var refused: Int
    /// The results of a broadcast; `nil` for other campaigns.
    public var figures: BroadcastFigures?
    public let createdAt: Timestamp
    /// The end of the campaign and of its notifications. Users who were not reached by then are not notified.
    public let expiresAt: Timestamp
    public var begunAt: Timestamp?
    public var endedAt: Timestamp?

    public init(
        id: CampaignID, to: Target, delivery: Delivery = .individual, notification: NotificationRequest,
        state: State = .waiting, recipients: Int = 0, deliveries: Int = 0, refused: Int = 0,
        figures: BroadcastFigures? = nil, createdAt: Timestamp, expiresAt: Timestamp, begunAt: Timestamp? = nil,
        endedAt: Timestamp? = nil
    ) {
        self.id = id
        self.to = to
        self.delivery = delivery
        self.notification = notification
        self.state = state
        self.recipients = recipients
        self.deliveries = deliveries
        self.refused = refused
        self.figures = figures
        self.createdAt = createdAt
        self.expiresAt = expiresAt
        self.begunAt = begunAt
        self.endedAt = endedAt
    }

    /// The way in which a campaign reaches its recipients.
    public enum Delivery: String, Codable, Hashable, Sendable, CaseIterable {
        /// Each recipient gets a notification with a history, a badge and a timeline.
        case individual
        /// Devices get a push, and nothing else is stored: for announcements to very many devices.
        case broadcast
    }

    public enum State: String, Codable, Hashable, Sendable, CaseIterable {
        case waiting
        /// Some users have been reached.
        case sending
        /// All users have been reached.
        case done
        /// Stopped by an admin. Sent notifications remain.
        case stopped
        /// The notification expired before all users were reached.
        case expired

        /// `true` if the campaign has ended.
        public var isEnd: Bool { self != .waiting && self != .sending }
    }

    enum CodingKeys: String, CodingKey {
        case id, to, delivery, notification, state, recipients, deliveries, refused, figures
        case createdAt = "created_at"
        case expiresAt = "expires_at"
        case begunAt = "begun_at"
        case endedAt = "ended_at"
    }
}

extension Campaign {
    /// The recipients of a campaign, without a list of names.
    public struct Target: Codable, Hashable, Sendable {
        public var user: UserID?
        /// The number of users that the request named, without duplicates.
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
            case .recipients(let recipients): self.init(userCount: Set(recipients.map(\.user)).count)
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

/// The body of `POST /v1/campaigns`.
public struct CampaignRequest: Codable, Hashable, Sendable {
    public var to: Audience
    /// ``Campaign/Delivery/individual`` unless given.
    public var delivery: Campaign.Delivery?
    /// The notification, without a user.
    public var notification: NotificationRequest

    public init(to: Audience, delivery: Campaign.Delivery? = nil, notification: NotificationRequest) {
        self.to = to
        self.delivery = delivery
        self.notification = notification
    }
}

/// The recipients of a campaign or a schedule.
public enum Audience: Hashable, Sendable {
    case user(UserID)
    case users([UserID])
    /// Users with texts of their own.
    case recipients([Recipient])
    /// The subscribers of a topic at the time of sending.
    case topic(TopicID)
    /// Every user with an active device.
    case everyone
}

extension Audience {
    /// A recipient of a campaign, with fields that replace those of its notification.
    public struct Recipient: Codable, Hashable, Sendable {
        public var user: UserID
        /// `nil` leaves the notification's title; the other fields likewise.
        public var title: String?
        public var subtitle: String?
        public var body: String?
        public var deepLink: String?

        public init(
            user: UserID, title: String? = nil, subtitle: String? = nil, body: String? = nil, deepLink: String? = nil
        ) {
            self.user = user
            self.title = title
            self.subtitle = subtitle
            self.body = body
            self.deepLink = deepLink
        }

        enum CodingKeys: String, CodingKey {
            case user, title, subtitle, body
            case deepLink = "deep_link"
        }
    }
}

extension NotificationRequest {
    /// The notification as `recipient` gets it.
    public func replacing(with recipient: Audience.Recipient) -> NotificationRequest {
        var request = self
        request.title = recipient.title ?? title
        request.subtitle = recipient.subtitle ?? subtitle
        request.body = recipient.body ?? body
        request.deepLink = recipient.deepLink ?? deepLink
        return request
    }
}

extension Audience: Codable {
    enum CodingKeys: String, CodingKey, CaseIterable { case user, users, recipients, topic, everyone }

    /// Reads `{"user": "ada"}`, `{"users": ["ada", "ben"]}`, `{"recipients": [{"user": "ada", "title": "Hi Ada"}]}`,
    /// `{"topic": "releases"}` or `{"everyone": true}`.
    public init(from decoder: any Decoder) throws {
        let container = try decoder.container(keyedBy: CodingKeys.self)
        guard container.allKeys.count == 1, let key = container.allKeys.first else {
            throw DecodingError.dataCorrupted(
                .init(
                    codingPath: decoder.codingPath,
                    debugDescription: "exactly one of user, users, recipients, topic and everyone expected"))
        }
        switch key {
        case .user: self = .user(try container.decode(UserID.self, forKey: .user))
        case .users: self = .users(try container.decode([UserID].self, forKey: .users))
        case .recipients: self = .recipients(try container.decode([Recipient].self, forKey: .recipients))
        case .topic: self = .topic(try container.decode(TopicID.self, forKey: .topic))
        case .everyone:
            guard try container.decode(Bool.self, forKey: .everyone) else {
                throw DecodingError.dataCorruptedError(
                    forKey: .everyone, in: container,
                    debugDescription: "everyone must be true; for others use user, users, recipients or topic")
            }
            self = .everyone
        }
    }

    public func encode(to encoder: any Encoder) throws {
        var container = encoder.container(keyedBy: CodingKeys.self)
        switch self {
        case .user(let user): try container.encode(user, forKey: .user)
        case .users(let users): try container.encode(users, forKey: .users)
        case .recipients(let recipients): try container.encode(recipients, forKey: .recipients)
        case .topic(let topic): try container.encode(topic, forKey: .topic)
        case .everyone: try container.encode(true, forKey: .everyone)
        }
    }
}
