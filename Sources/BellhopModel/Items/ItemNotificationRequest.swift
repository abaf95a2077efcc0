/// The body of `POST /v1/items/{id}/notify`, which notifies subscribers of an item and lets their apps fetch it.
public struct ItemNotificationRequest: Codable, Hashable, Sendable {
    /// The type of the notification. Users' preferences apply to it.
    public enum Kind: String, Codable, Hashable, Sendable, CaseIterable {
        case newItem = "new_item"
        case update, reminder
    }

    /// The recipients; all subscribers unless given.
    public var users: [UserID]?
    /// ``Kind/newItem`` unless given.
    public var type: Kind?
    /// The item's title unless given.
    public var title: String?
    public var body: String?
    /// Wakes the apps to fetch the change, without showing a notification.
    public var isSilent: Bool?

    public init(
        users: [UserID]? = nil, type: Kind? = nil, title: String? = nil, body: String? = nil, isSilent: Bool? = nil
    ) {
        self.users = users
        self.type = type
        self.title = title
        self.body = body
        self.isSilent = isSilent
    }

    enum CodingKeys: String, CodingKey {
        case users, type, title, body
        case isSilent = "silent"
    }
}

/// The body of `POST /v1/items/{id}/remind`. At most one of `at` and `in` may be given. Without either, the reminder is
/// sent at the item's due time, or now when that has passed or is not set.
public struct ItemReminderRequest: Codable, Hashable, Sendable {
    public var at: Timestamp?
    /// The delay in seconds from now.
    public var `in`: Int?
    /// The recipients; all subscribers at the time of the reminder unless given.
    public var users: [UserID]?
    /// The item's title unless given.
    public var title: String?
    public var body: String?

    public init(
        at: Timestamp? = nil, in seconds: Int? = nil, users: [UserID]? = nil, title: String? = nil, body: String? = nil
    ) {
        self.at = at
        self.in = seconds
        self.users = users
        self.title = title
        self.body = body
    }
}
