/// A user as `GET /v1/users` shows them.
public struct UserSummary: Codable, Hashable, Sendable {
    public var userID: UserID
    /// Inactive ones included.
    public var devices: Int
    public var activeDevices: Int
    /// How many are in the history.
    public var notifications: Int
    /// How many of them are unread and still of use: the badge.
    public var unread: Int
    /// When one of the devices last called the API, to the hour.
    public var lastSeenAt: Timestamp?

    public init(
        userID: UserID, devices: Int, activeDevices: Int, notifications: Int, unread: Int, lastSeenAt: Timestamp? = nil
    ) {
        self.userID = userID
        self.devices = devices
        self.activeDevices = activeDevices
        self.notifications = notifications
        self.unread = unread
        self.lastSeenAt = lastSeenAt
    }

    enum CodingKeys: String, CodingKey {
        case devices, notifications, unread
        case userID = "user_id"
        case activeDevices = "active_devices"
        case lastSeenAt = "last_seen_at"
    }
}
