/// Something that one user is told.
///
/// Not called `Notification`, so that it does not collide with Foundation's.
public struct UserNotification: Codable, Hashable, Sendable, Identifiable {
    public let id: NotificationID
    public let userID: UserID
    public let category: CategoryID
    public let sessionID: SessionID?
    /// The ask it is about, if it expects an answer.
    public let askID: AskID?
    public var title: String
    public var subtitle: String?
    public var body: String
    /// Groups notifications on the device; by default the session.
    public var thread: String?
    /// Opened when it is tapped.
    public var deepLink: String?
    public let createdAt: Timestamp
    /// After this moment nobody needs to see it.
    public let expiresAt: Timestamp
    public var readAt: Timestamp?

    public init(
        id: NotificationID, userID: UserID, category: CategoryID, sessionID: SessionID? = nil, askID: AskID? = nil,
        title: String, subtitle: String? = nil, body: String, thread: String? = nil, deepLink: String? = nil,
        createdAt: Timestamp, expiresAt: Timestamp, readAt: Timestamp? = nil
    ) {
        self.id = id
        self.userID = userID
        self.category = category
        self.sessionID = sessionID
        self.askID = askID
        self.title = title
        self.subtitle = subtitle
        self.body = body
        self.thread = thread
        self.deepLink = deepLink
        self.createdAt = createdAt
        self.expiresAt = expiresAt
        self.readAt = readAt
    }

    enum CodingKeys: String, CodingKey {
        case id, category, title, subtitle, body, thread
        case userID = "user_id"
        case sessionID = "session_id"
        case askID = "ask_id"
        case deepLink = "deep_link"
        case createdAt = "created_at"
        case expiresAt = "expires_at"
        case readAt = "read_at"
    }
}

/// What an agent or an application sends to `POST /v1/notifications`.
public struct NotificationRequest: Codable, Hashable, Sendable {
    public var title: String
    public var subtitle: String?
    public var body: String
    /// `SESSION_STATUS` unless given.
    public var category: CategoryID?
    public var sessionID: SessionID?
    public var thread: String?
    public var deepLink: String?
    /// Seconds until nobody needs to see it any more, 1 to 2,592,000 (30 days); a day unless given.
    public var expiresIn: Int?

    public init(
        title: String, subtitle: String? = nil, body: String, category: CategoryID? = nil, sessionID: SessionID? = nil,
        thread: String? = nil, deepLink: String? = nil, expiresIn: Int? = nil
    ) {
        self.title = title
        self.subtitle = subtitle
        self.body = body
        self.category = category
        self.sessionID = sessionID
        self.thread = thread
        self.deepLink = deepLink
        self.expiresIn = expiresIn
    }

    enum CodingKeys: String, CodingKey {
        case title, subtitle, body, category, thread
        case sessionID = "session_id"
        case deepLink = "deep_link"
        case expiresIn = "expires_in"
    }
}
