/// The body of `POST /v1/notifications`, from an agent or an application.
public struct NotificationRequest: Codable, Hashable, Sendable {
    /// The recipient; the key's own user unless given. Only an admin key may name another user.
    public var userID: UserID?
    /// Empty for silent notifications only.
    public var title: String
    public var subtitle: String?
    public var body: String
    /// `SESSION_STATUS` unless given.
    public var category: CategoryID?
    public var sessionID: SessionID?
    public var thread: String?
    public var deepLink: String?
    /// The lifetime of the notification in seconds, 1 to 2,592,000 (30 days); a day unless given.
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

    /// Decodes a silent notification without title and body.
    public init(from decoder: any Decoder) throws {
        let container = try decoder.container(keyedBy: CodingKeys.self)
        options = try container.decodeIfPresent(NotificationOptions.self, forKey: .options)
        let isSilent = options?.isSilent == true
        func text(_ key: CodingKeys) throws -> String {
            guard isSilent else { return try container.decode(String.self, forKey: key) }
            return try container.decodeIfPresent(String.self, forKey: key) ?? ""
        }
        userID = try container.decodeIfPresent(UserID.self, forKey: .userID)
        title = try text(.title)
        subtitle = try container.decodeIfPresent(String.self, forKey: .subtitle)
        body = try text(.body)
        category = try container.decodeIfPresent(CategoryID.self, forKey: .category)
        sessionID = try container.decodeIfPresent(SessionID.self, forKey: .sessionID)
        thread = try container.decodeIfPresent(String.self, forKey: .thread)
        deepLink = try container.decodeIfPresent(String.self, forKey: .deepLink)
        expiresIn = try container.decodeIfPresent(Int.self, forKey: .expiresIn)
    }

    enum CodingKeys: String, CodingKey {
        case title, subtitle, body, category, thread, options
        case userID = "user_id"
        case sessionID = "session_id"
        case deepLink = "deep_link"
        case expiresIn = "expires_in"
    }
}

/// The body of `POST /v1/notifications/read`. Marks all of the user's notifications unless a field is given.
public struct ReadRequest: Codable, Hashable, Sendable {
    /// This notification and all older ones.
    public var upTo: NotificationID?
    public var sessionID: SessionID?
    public var thread: String?

    public init(upTo: NotificationID? = nil, sessionID: SessionID? = nil, thread: String? = nil) {
        self.upTo = upTo
        self.sessionID = sessionID
        self.thread = thread
    }

    enum CodingKeys: String, CodingKey {
        case thread
        case upTo = "up_to"
        case sessionID = "session_id"
    }
}

/// The response to a read request.
public struct ReadResult: Codable, Hashable, Sendable {
    /// The number of notifications that became read. Those of pending asks stay unread.
    public var read: Int
    /// The number of unread notifications that have not expired: the badge.
    public var unread: Int

    public init(read: Int, unread: Int) {
        self.read = read
        self.unread = unread
    }
}

/// The body of `POST /v1/notifications/{id}/snooze`.
public struct SnoozeRequest: Codable, Hashable, Sendable {
    /// The snooze time in minutes, 1 to 10,080 (a week); 15 unless given.
    public var minutes: Int?

    public init(minutes: Int? = nil) { self.minutes = minutes }
}

/// The response of `DELETE /v1/notifications/{id}`.
public struct Cancellation: Codable, Hashable, Sendable {
    /// The number of pushes that were cancelled before they were sent.
    public var stopped: Int
    /// The number of devices that show the notification and receive a clearing push.
    public var clearing: Int

    public init(stopped: Int, clearing: Int) {
        self.stopped = stopped
        self.clearing = clearing
    }
}
