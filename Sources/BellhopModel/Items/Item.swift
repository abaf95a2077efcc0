/// Something of an application that users follow: a task, an article, an order. Its id is a topic: whoever subscribes to
/// that has the item in their app.
public struct Item: Codable, Hashable, Sendable, Identifiable {
    /// Chosen by the application.
    public let id: TopicID
    public var title: String
    public var body: String
    /// HTTPS; shown with notifications about it.
    public var imageURL: String?
    /// The application's own, kept as it came.
    public var data: [String: JSONValue]?
    /// When it should be done; what a reminder without a moment goes by.
    public var dueAt: Timestamp?
    /// Who completed it; `nil` while it is open.
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
    /// The name that everything which tells of this item as new is shown under: the push, and what a device makes
    /// itself of the news of an app's own backend. So the second replaces the first.
    public static func announcementKey(_ id: String) -> String { "bellhop/change/" + PercentEncoding.segment(id) }
}
