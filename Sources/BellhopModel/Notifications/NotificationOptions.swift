/// Display and delivery options of a notification. The category provides the defaults.
public struct NotificationOptions: Codable, Hashable, Sendable {
    /// Wakes the app in the background to fetch changes, without showing a notification.
    public var isSilent: Bool?
    /// `default`, the name of a sound file in the app, or `none`.
    public var sound: String?
    /// The badge of the app's icon; the server's count of unread notifications unless given.
    public var badge: Int?
    /// An HTTPS address; the device fetches and attaches the picture.
    public var imageURL: String?
    public var interruptionLevel: InterruptionLevel?
    /// The importance among the app's notifications in a summary, 0 to 1 (`relevance-score`).
    public var relevanceScore: Double?
    /// At most 128 bytes. The app's Focus filter is evaluated against it (`filter-criteria`, iOS 16).
    public var filterCriteria: String?
    public var priority: DeliveryPriority?
    /// At most 64 bytes. A later notification with the same key replaces an earlier one on the device.
    public var collapseKey: String?
    /// A string key in the app, which has precedence over the plain text.
    public var titleLocalization: Localization?
    public var subtitleLocalization: Localization?
    public var bodyLocalization: Localization?
    /// The id of the item or message in the application.
    public var itemID: String?
    public var messageID: String?
    /// The app's own keys, at the top level of the payload. `type` replaces the type of the category.
    public var data: [String: JSONValue]?

    public init(
        isSilent: Bool? = nil, sound: String? = nil, badge: Int? = nil, imageURL: String? = nil,
        interruptionLevel: InterruptionLevel? = nil, relevanceScore: Double? = nil, filterCriteria: String? = nil,
        priority: DeliveryPriority? = nil, collapseKey: String? = nil, titleLocalization: Localization? = nil,
        subtitleLocalization: Localization? = nil,
        bodyLocalization: Localization? = nil, itemID: String? = nil, messageID: String? = nil,
        data: [String: JSONValue]? = nil
    ) {
        self.isSilent = isSilent
        self.sound = sound
        self.badge = badge
        self.imageURL = imageURL
        self.interruptionLevel = interruptionLevel
        self.relevanceScore = relevanceScore
        self.filterCriteria = filterCriteria
        self.priority = priority
        self.collapseKey = collapseKey
        self.titleLocalization = titleLocalization
        self.subtitleLocalization = subtitleLocalization
        self.bodyLocalization = bodyLocalization
        self.itemID = itemID
        self.messageID = messageID
        self.data = data
    }

    /// A key in the app's string tables and the arguments of its placeholders.
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
        case filterCriteria = "filter_criteria"
        case collapseKey = "collapse_key"
        case titleLocalization = "title_localization"
        case subtitleLocalization = "subtitle_localization"
        case bodyLocalization = "body_localization"
        case itemID = "item_id"
        case messageID = "message_id"
    }
}

/// The urgency of a push, weighed against the device's battery.
public enum DeliveryPriority: String, Codable, Hashable, Sendable, CaseIterable {
    /// Deliver at once.
    case high
    /// Deliver when it costs little power.
    case normal
    /// Deliver without waking the device.
    case low
}
