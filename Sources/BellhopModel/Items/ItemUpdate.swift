/// What `PATCH /v1/items/{id}` takes: what is left out stays as it is, and `null` takes away what may be absent
/// (RFC 7396).
public struct ItemUpdate: Hashable, Sendable {
    public var title: String?
    public var body: String?
    public var imageURL: Field<String>
    public var data: Field<[String: JSONValue]>
    public var dueAt: Field<Timestamp>
    /// `false` opens it again.
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

    /// `item` with the changes.
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
