/// What `POST /v1/notifications/read` takes: which notifications. All of the user's unless something is given.
public struct ReadRequest: Codable, Hashable, Sendable {
    /// This one and those made before it.
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

/// What came of it.
public struct ReadResult: Codable, Hashable, Sendable {
    /// How many were unread before. Those of pending asks stay so.
    public var read: Int
    /// How many are unread and still of use now: the badge.
    public var unread: Int

    public init(read: Int, unread: Int) {
        self.read = read
        self.unread = unread
    }
}
