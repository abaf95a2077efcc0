/// A user in `GET /v1/users`.
public struct UserSummary: Codable, Hashable, Sendable {
    public var userID: UserID
    /// The number of devices, including inactive ones.
    public var devices: Int
    public var activeDevices: Int
    /// The number of notifications in the history.
    public var notifications: Int
    /// The number of unread notifications that have not expired: the badge.
    public var unread: Int
    /// The time of the last API call of any device, to the hour.
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
