/// How a notification is shown and sent, beyond its texts. What is left out follows its category.
public struct NotificationOptions: Codable, Hashable, Sendable {
    /// Shows nothing: wakes the app in the background, to fetch what has changed.
    public var isSilent: Bool?
    /// `default`, the name of a sound in the app, or `none`.
    public var sound: String?
    /// The number on the app's icon, instead of the server's count of what is unread.
    public var badge: Int?
    /// HTTPS; fetched and attached on the device.
    public var imageURL: String?
    public var interruptionLevel: InterruptionLevel?
    /// 0 to 1: which of the app's notifications stands first in a summary.
    public var relevanceScore: Double?
    public var priority: DeliveryPriority?
    /// At most 64 bytes. A later notification with the same key replaces the one that is shown.
    public var collapseKey: String?
    /// Keys of strings in the app, which the device prefers to the plain texts.
    public var titleLocalization: Localization?
    public var subtitleLocalization: Localization?
    public var bodyLocalization: Localization?
    /// What it is about, in the application's own ids.
    public var itemID: String?
    public var messageID: String?
    /// Passed to the app as it is, at the top level of the payload. Its `type` replaces that of the category.
    public var data: [String: JSONValue]?

    public init(
        isSilent: Bool? = nil, sound: String? = nil, badge: Int? = nil, imageURL: String? = nil,
        interruptionLevel: InterruptionLevel? = nil, relevanceScore: Double? = nil, priority: DeliveryPriority? = nil,
        collapseKey: String? = nil, titleLocalization: Localization? = nil, subtitleLocalization: Localization? = nil,
        bodyLocalization: Localization? = nil, itemID: String? = nil, messageID: String? = nil,
        data: [String: JSONValue]? = nil
    ) {
        self.isSilent = isSilent
        self.sound = sound
        self.badge = badge
        self.imageURL = imageURL
        self.interruptionLevel = interruptionLevel
        self.relevanceScore = relevanceScore
        self.priority = priority
        self.collapseKey = collapseKey
        self.titleLocalization = titleLocalization
        self.subtitleLocalization = subtitleLocalization
        self.bodyLocalization = bodyLocalization
        self.itemID = itemID
        self.messageID = messageID
        self.data = data
    }

    /// The key of a string in the app's tables, and what its placeholders stand for.
    public struct Localization: Codable, Hashable, Sendable {
        public var key: String
        public var arguments: [String]?

        public init(key: String, arguments: [String]? = nil) {
            self.key = key
            self.arguments = arguments
        }
    }

    enum CodingKeys: String, CodingKey {
        case sound, badge, priority, data
        case isSilent = "silent"
        case imageURL = "image_url"
        case interruptionLevel = "interruption_level"
        case relevanceScore = "relevance_score"
        case collapseKey = "collapse_key"
        case titleLocalization = "title_localization"
        case subtitleLocalization = "subtitle_localization"
        case bodyLocalization = "body_localization"
        case itemID = "item_id"
        case messageID = "message_id"
    }
}

/// How soon a notification should reach the device, against its battery.
public enum DeliveryPriority: String, Codable, Hashable, Sendable, CaseIterable {
    /// Now.
    case high
    /// When it costs little.
    case normal
    /// Without waking the device.
    case low
}
