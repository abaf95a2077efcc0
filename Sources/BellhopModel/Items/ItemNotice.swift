/// What `POST /v1/items/{id}/notify` takes: tell subscribers of an item, and have their apps fetch it.
public struct ItemNotificationRequest: Codable, Hashable, Sendable {
    /// What it is about, which is also what preferences are asked for.
    public enum Kind: String, Codable, Hashable, Sendable, CaseIterable {
        case newItem = "new_item"
        case update, reminder
    }

    /// Those to tell; all subscribers unless given.
    public var users: [UserID]?
    /// ``Kind/newItem`` unless given.
    public var type: Kind?
    /// The item's own unless given.
    public var title: String?
    public var body: String?
    /// Only wakes the apps, to fetch what has changed.
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

/// What `POST /v1/items/{id}/remind` takes. At most one of `at` and `in`; without either the item's due moment, or now
/// when that has passed or there is none.
public struct ItemReminderRequest: Codable, Hashable, Sendable {
    public var at: Timestamp?
    /// Seconds from now.
    public var `in`: Int?
    /// All subscribers at that moment unless given.
    public var users: [UserID]?
    /// The item's own unless given.
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
