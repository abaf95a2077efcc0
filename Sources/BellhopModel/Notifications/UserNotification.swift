/// A notification of one user.
///
/// The name avoids a collision with Foundation's `Notification`.
public struct UserNotification: Codable, Hashable, Sendable, Identifiable {
    public let id: NotificationID
    public let userID: UserID
    public let category: CategoryID
    public let sessionID: SessionID?
    /// The ask, when the notification expects an answer.
    public let askID: AskID?
    /// The campaign that the notification is part of.
    public let campaignID: CampaignID?
    public var title: String
    public var subtitle: String?
    public var body: String
    /// The group on the device; the session unless given.
    public var thread: String?
    /// The link that a tap opens.
    public var deepLink: String?
    /// The options that differ from the category's defaults.
    public var options: NotificationOptions?
    public let createdAt: Timestamp
    /// The expiration time, after which the notification is not sent and not counted as unread.
    public let expiresAt: Timestamp
    public var readAt: Timestamp?
    /// The end of the snooze. Until then the notification is not shown and not counted as unread.
    public var snoozedUntil: Timestamp?

    public init(
        id: NotificationID, userID: UserID, category: CategoryID, sessionID: SessionID? = nil, askID: AskID? = nil,
        campaignID: CampaignID? = nil, title: String, subtitle: String? = nil, body: String, thread: String? = nil,
        deepLink: String? = nil,
        options: NotificationOptions? = nil,
        createdAt: Timestamp, expiresAt: Timestamp, readAt: Timestamp? = nil,
        snoozedUntil: Timestamp? = nil
    ) {
        self.id = id
        self.userID = userID
        self.category = category
        self.sessionID = sessionID
        self.askID = askID
        self.campaignID = campaignID
        self.title = title
        self.subtitle = subtitle
        self.body = body
        self.thread = thread
        self.deepLink = deepLink
        self.options = options
        self.createdAt = createdAt
        self.expiresAt = expiresAt
        self.readAt = readAt
        self.snoozedUntil = snoozedUntil
    }

    enum CodingKeys: String, CodingKey {
        case id, category, title, subtitle, body, thread, options
        case userID = "user_id"
        case sessionID = "session_id"
        case askID = "ask_id"
        case campaignID = "campaign_id"
        case deepLink = "deep_link"
        case createdAt = "created_at"
        case expiresAt = "expires_at"
        case readAt = "read_at"
        case snoozedUntil = "snoozed_until"
    }
}

extension UserNotification {
    /// `true` if the notification only wakes the app; it is not shown and not counted.
    public var isSilent: Bool { options?.isSilent ?? false }
}

/// Several notifications of one thread and category that arrived in a burst and are shown as one.
public struct NotificationSummary: Hashable, Sendable, Identifiable {
    /// The first notification of the summary.
    public let id: NotificationID
    public var category: CategoryID
    public var sessionID: SessionID?
    public var thread: String?
    /// The number of notifications that are neither read, answered nor expired.
    public var count: Int
    /// The title of the newest of these notifications.
    public var newest: String
    /// The ask, when the summary has a single one.
    public var askID: AskID?
    /// The common source, such as the name of a project.
    public var source: String?
    /// The latest expiration of the notifications.
    public var expiresAt: Timestamp

    public init(
        id: NotificationID, category: CategoryID, sessionID: SessionID? = nil, thread: String? = nil, count: Int,
        newest: String = "", askID: AskID? = nil, source: String? = nil, expiresAt: Timestamp
    ) {
        self.id = id
        self.category = category
        self.sessionID = sessionID
        self.thread = thread
        self.count = count
        self.newest = newest
        self.askID = askID
        self.source = source
        self.expiresAt = expiresAt
    }
}

extension UserNotification {
    /// The interruption level: the sender's, else the category's, else a default for asks and for other notifications.
    /// Decides the payload, the push priority and the effect of quiet hours.
    public var interruption: InterruptionLevel { interruption(isAsk: askID != nil) }

    func interruption(isAsk: Bool) -> InterruptionLevel {
        options?.interruptionLevel ?? CategoryCatalog[category]?.interruptionLevel
            ?? (isAsk ? .timeSensitive : .active)
    }
}

extension NotificationSummary {
    /// The interruption level on first display. It depends on the category only, because the notifications may have
    /// several senders.
    public var interruption: InterruptionLevel { CategoryCatalog[category]?.interruptionLevel ?? .active }
}
