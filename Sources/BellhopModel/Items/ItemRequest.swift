/// What `POST /v1/items` takes. An item under this id is replaced: its completion, subscribers and creation stay.
public struct ItemRequest: Codable, Hashable, Sendable {
    public var id: TopicID
    public var title: String
    public var body: String?
    public var imageURL: String?
    public var data: [String: JSONValue]?
    public var dueAt: Timestamp?
    /// Who is subscribed with it, beside those who are already.
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
