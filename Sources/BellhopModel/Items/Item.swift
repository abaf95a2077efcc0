/// An object of an application that users follow, such as a task, an article or an order. Its id is a topic;
/// subscribers of that topic have the item in their app.
public struct Item: Codable, Hashable, Sendable, Identifiable {
    /// The application's id of the item.
    public let id: TopicID
    public var title: String
    public var body: String
    /// An HTTPS address, shown with notifications about the item.
    public var imageURL: String?
    /// The application's own data, stored unchanged.
    public var data: [String: JSONValue]?
    /// The due time, which is also the default time of a reminder.
    public var dueAt: Timestamp?
    /// The user who completed the item; `nil` while it is open.
    public var completedBy: UserID?
    public var completedAt: Timestamp?
    public let createdAt: Timestamp
    public var updatedAt: Timestamp

    public init(
        id: TopicID, title: String, body: String = "", imageURL: String? = nil, data: [String: JSONValue]? = nil,
        dueAt: Timestamp? = nil, completedBy: UserID? = nil, completedAt: Timestamp? = nil, createdAt: Timestamp,
        updatedAt: Timestamp
    ) {
        self.id = id
        self.title = title
        self.body = body
        self.imageURL = imageURL
        self.data = data
        self.dueAt = dueAt
        self.completedBy = completedBy
        self.completedAt = completedAt
        self.createdAt = createdAt
        self.updatedAt = updatedAt
    }

    enum CodingKeys: String, CodingKey {
        case id, title, body, data
        case imageURL = "image_url"
        case dueAt = "due_at"
        case completedBy = "completed_by"
        case completedAt = "completed_at"
        case createdAt = "created_at"
        case updatedAt = "updated_at"
    }
}

extension Item {
    /// The collapse key of notifications about a new item. The server's push and the notification that a device creates
    /// from its own backend share it, so that the later one replaces the earlier one.
    public static func announcementKey(_ id: String) -> String { "bellhop/change/" + PercentEncoding.segment(id) }
}

/// The body of `POST /v1/items`. It replaces an item with the same id, which keeps completion, subscribers and creation
/// time.
public struct ItemRequest: Codable, Hashable, Sendable {
    public var id: TopicID
    public var title: String
    public var body: String?
    public var imageURL: String?
    public var data: [String: JSONValue]?
    public var dueAt: Timestamp?
    /// Users to subscribe, in addition to existing subscribers.
    public var subscribers: [UserID]?

    public init(
        id: TopicID, title: String, body: String? = nil, imageURL: String? = nil, data: [String: JSONValue]? = nil,
        dueAt: Timestamp? = nil, subscribers: [UserID]? = nil
    ) {
        self.id = id
        self.title = title
        self.body = body
        self.imageURL = imageURL
        self.data = data
        self.dueAt = dueAt
        self.subscribers = subscribers
    }

    enum CodingKeys: String, CodingKey {
        case id, title, body, data, subscribers
        case imageURL = "image_url"
        case dueAt = "due_at"
    }
}

/// The body of `PATCH /v1/items/{id}`, a JSON merge patch (RFC 7396): a missing field is unchanged, `null` removes an
/// optional one.
public struct ItemUpdate: Hashable, Sendable {
    public var title: String?
    public var body: String?
    public var imageURL: Field<String>
    public var data: Field<[String: JSONValue]>
    public var dueAt: Field<Timestamp>
    /// `false` reopens a completed item.
    public var isCompleted: Bool?

    public enum Field<Value: Hashable & Sendable>: Hashable, Sendable {
        case keep, remove
        case set(Value)

        public func applied(to value: Value?) -> Value? {
            switch self {
            case .keep: value
            case .remove: nil
            case .set(let new): new
            }
        }
    }

    public init(
        title: String? = nil, body: String? = nil, imageURL: Field<String> = .keep,
        data: Field<[String: JSONValue]> = .keep, dueAt: Field<Timestamp> = .keep, isCompleted: Bool? = nil
    ) {
        self.title = title
        self.body = body
        self.imageURL = imageURL
        self.data = data
        self.dueAt = dueAt
        self.isCompleted = isCompleted
    }

    /// Returns `item` with the changes applied.
    public func applied(to item: Item) -> Item {
        var item = item
        item.title = title ?? item.title
        item.body = body ?? item.body
        item.imageURL = imageURL.applied(to: item.imageURL)
        item.data = data.applied(to: item.data)
        item.dueAt = dueAt.applied(to: item.dueAt)
        if isCompleted == false { (item.completedBy, item.completedAt) = (nil, nil) }
        return item
    }
}

extension ItemUpdate: Codable {
    enum CodingKeys: String, CodingKey {
        case title, body, data
        case imageURL = "image_url"
        case dueAt = "due_at"
        case isCompleted = "completed"
    }

    public init(from decoder: any Decoder) throws {
        let container = try decoder.container(keyedBy: CodingKeys.self)
        self.init(
            title: try container.decodeIfPresent(String.self, forKey: .title),
            body: try container.decodeIfPresent(String.self, forKey: .body),
            imageURL: try container.field(.imageURL), data: try container.field(.data),
            dueAt: try container.field(.dueAt),
            isCompleted: try container.decodeIfPresent(Bool.self, forKey: .isCompleted))
    }

    public func encode(to encoder: any Encoder) throws {
        var container = encoder.container(keyedBy: CodingKeys.self)
        try container.encodeIfPresent(title, forKey: .title)
        try container.encodeIfPresent(body, forKey: .body)
        try container.encode(imageURL, forKey: .imageURL)
        try container.encode(data, forKey: .data)
        try container.encode(dueAt, forKey: .dueAt)
        try container.encodeIfPresent(isCompleted, forKey: .isCompleted)
    }
}

extension KeyedDecodingContainer<ItemUpdate.CodingKeys> {
    fileprivate func field<Value: Decodable>(_ key: Key) throws -> ItemUpdate.Field<Value> {
        guard contains(key) else { return .keep }
        return try decodeNil(forKey: key) ? .remove : .set(try decode(Value.self, forKey: key))
    }
}

extension KeyedEncodingContainer<ItemUpdate.CodingKeys> {
    fileprivate mutating func encode<Value: Encodable>(_ field: ItemUpdate.Field<Value>, forKey key: Key) throws {
        switch field {
        case .keep: break
        case .remove: try encodeNil(forKey: key)
        case .set(let value): try encode(value, forKey: key)
        }
    }
}
