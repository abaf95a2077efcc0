/// What an agent or an application sends to `POST /v1/notifications`.
public struct NotificationRequest: Codable, Hashable, Sendable {
    /// Whom it is for: the key's own user unless given. Only an admin's key may name another.
    public var userID: UserID?
    /// Empty only when it is silent.
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
    public var options: NotificationOptions?

    public init(
        userID: UserID? = nil, title: String, subtitle: String? = nil, body: String, category: CategoryID? = nil,
        sessionID: SessionID? = nil, thread: String? = nil, deepLink: String? = nil, expiresIn: Int? = nil,
        options: NotificationOptions? = nil
    ) {
        self.userID = userID
        self.title = title
        self.subtitle = subtitle
        self.body = body
        self.category = category
        self.sessionID = sessionID
        self.thread = thread
        self.deepLink = deepLink
        self.expiresIn = expiresIn
        self.options = options
    }

    enum CodingKeys: String, CodingKey {
        case title, subtitle, body, category, thread, options
        case userID = "user_id"
        case sessionID = "session_id"
        case deepLink = "deep_link"
        case expiresIn = "expires_in"
    }
}
