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
    /// How it is shown and sent, where it differs from its category.
    public var options: NotificationOptions?
    public let createdAt: Timestamp
    /// After this moment nobody needs to see it.
    public let expiresAt: Timestamp
    public var readAt: Timestamp?

    public init(
        id: NotificationID, userID: UserID, category: CategoryID, sessionID: SessionID? = nil, askID: AskID? = nil,
        title: String, subtitle: String? = nil, body: String, thread: String? = nil, deepLink: String? = nil,
        options: NotificationOptions? = nil,
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
        self.options = options
        self.createdAt = createdAt
        self.expiresAt = expiresAt
        self.readAt = readAt
    }

    enum CodingKeys: String, CodingKey {
        case id, category, title, subtitle, body, thread, options
        case userID = "user_id"
        case sessionID = "session_id"
        case askID = "ask_id"
        case deepLink = "deep_link"
        case createdAt = "created_at"
        case expiresAt = "expires_at"
        case readAt = "read_at"
    }
}

extension UserNotification {
    /// Shows nothing, counts for nothing: it only wakes the app.
    public var isSilent: Bool { options?.isSilent ?? false }
}
