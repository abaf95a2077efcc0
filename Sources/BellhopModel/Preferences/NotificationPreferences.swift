/// A user's notification preferences: switches for types and categories (all on by default), quiet hours, mutes and a
/// frequency cap.
///
/// A category is on when neither its own switch nor the switch of its type is off. Unknown settings are kept, so that
/// an older server or app does not erase the settings of a newer one.
public struct NotificationPreferences: Hashable, Sendable {
    /// Switches by type; a missing type is on.
    public var types: [PreferenceType: Bool]
    /// Switches by category; a missing category is on.
    public var categories: [CategoryID: Bool]
    public var quietHours: QuietHours?
    public var mutes: [Mute]
    public var frequencyCap: FrequencyCap?
    /// Settings among the types that are not switches, stored unchanged.
    public internal(set) var others: [String: JSONValue] = [:]
    /// Unknown settings at the top level, stored unchanged.
    public internal(set) var unknown: [String: JSONValue] = [:]

    public init(
        types: [PreferenceType: Bool] = [:], categories: [CategoryID: Bool] = [:], quietHours: QuietHours? = nil,
        mutes: [Mute] = [], frequencyCap: FrequencyCap? = nil
    ) {
        self.types = types
        self.categories = categories
        self.quietHours = quietHours
        self.mutes = mutes
        self.frequencyCap = frequencyCap
    }

    /// All switches on, without restrictions.
    public static let `default` = Self()

    public func allows(category: CategoryID) -> Bool { refusal(of: category) == nil }

    /// The switch that suppresses notifications of `category`; `nil` when they are on.
    ///
    /// - Parameter isAsk: whether the notification expects an answer. A type's switch does not suppress asks; a
    ///   category's switch does.
    public func refusal(of category: CategoryID, isAsk: Bool = false) -> DisabledPreference? {
        if categories[category] == false { return .category(category) }
        guard !isAsk, let type = CategoryCatalog[category].flatMap({ PreferenceType(kind: $0.kind) }) else {
            return nil
        }
        return types[type] == false ? .type(type) : nil
    }

    /// The mute that suppresses `notification` at `moment`; `nil` when none does.
    ///
    /// - Parameter topics: the topics that the notification was sent to.
    public func mute(of notification: UserNotification, about topics: [TopicID] = [], at moment: Timestamp) -> Mute? {
        mutes.first { mute in
            guard !mute.isOver(at: moment) else { return false }
            return switch mute.subject {
            case .session(let id): notification.sessionID == id
            case .topic(let id): topics.contains(id)
            case .thread(let name): notification.thread == name
            }
        }
    }

    /// The preferences without expired mutes.
    public func current(at moment: Timestamp) -> Self {
        var current = self
        current.mutes.removeAll { $0.isOver(at: moment) }
        return current
    }
}

extension NotificationPreferences: Codable {
    enum CodingKeys: String, CodingKey, CaseIterable {
        case preferences, categories, mutes
        case quietHours = "quiet_hours"
        case frequencyCap = "frequency_cap"
    }

    /// Reads `{"preferences": {"new_items": true, …}, "categories": {"TASK_COMPLETE": false, …}, "quiet_hours": {…},
    /// "mutes": […], "frequency_cap": {…}}`. All fields are optional.
    ///
    /// - Throws: `DecodingError` when the value of a known type or of a category is not a boolean, because a default of
    ///   "on" would notify a user who tried to turn it off. Also for invalid quiet hours, mutes and caps.
    public init(from decoder: any Decoder) throws {
        let container = try decoder.container(keyedBy: CodingKeys.self)
        let named = try container.decodeIfPresent([String: JSONValue].self, forKey: .preferences) ?? [:]
        let switches = try container.decodeIfPresent([String: Bool].self, forKey: .categories) ?? [:]
        self.init(
            categories: Dictionary(switches.map { (CategoryID($0), $1) }, uniquingKeysWith: { $0 && $1 }),
            quietHours: try container.decodeIfPresent(QuietHours.self, forKey: .quietHours),
            mutes: try container.decodeIfPresent([Mute].self, forKey: .mutes) ?? [],
            frequencyCap: try container.decodeIfPresent(FrequencyCap.self, forKey: .frequencyCap))
        for (name, value) in named {
            let type = PreferenceType(rawValue: name)
            if let isOn = value.bool {
                types[type] = isOn
            } else if PreferenceType.known.contains(type) {
                throw DecodingError.dataCorruptedError(
                    forKey: .preferences, in: container, debugDescription: "\(name) must be true or false")
            } else {
                others[name] = value
            }
        }
        unknown = try [String: JSONValue](from: decoder)
        for key in CodingKeys.allCases { unknown[key.rawValue] = nil }
    }

    /// Always writes the four known types, so that readers see the defaults.
    public func encode(to encoder: any Encoder) throws {
        var named = others
        for type in PreferenceType.known { named[type.rawValue] = true }
        for (type, isOn) in types { named[type.rawValue] = .bool(isOn) }
        try unknown.encode(to: encoder)
        var container = encoder.container(keyedBy: CodingKeys.self)
        try container.encode(named, forKey: .preferences)
        if !categories.isEmpty {
            let switches = categories.map { ($0.key.rawValue, $0.value) }
            try container.encode(Dictionary(switches, uniquingKeysWith: { $0 && $1 }), forKey: .categories)
        }
        try container.encodeIfPresent(quietHours, forKey: .quietHours)
        if !mutes.isEmpty { try container.encode(mutes, forKey: .mutes) }
        try container.encodeIfPresent(frequencyCap, forKey: .frequencyCap)
    }
}

/// A type of notifications with a common switch. An open set: apps may define more.
public struct PreferenceType: RawRepresentable, Hashable, Sendable, CustomStringConvertible {
    public let rawValue: String
    public init(rawValue: String) { self.rawValue = rawValue }
    public var description: String { rawValue }

    public static let newItems = Self(rawValue: "new_items")
    public static let reminders = Self(rawValue: "reminders")
    public static let updates = Self(rawValue: "updates")
    public static let messages = Self(rawValue: "messages")

    public static let known: [Self] = [newItems, reminders, updates, messages]

    /// The type of notifications of `kind`; `nil` for kinds with category switches only.
    public init?(kind: NotificationKind) {
        switch kind {
        case .newItem: self = .newItems
        case .reminder: self = .reminders
        case .update: self = .updates
        case .message: self = .messages
        default: return nil
        }
    }
}

extension PreferenceType {
    /// The categories of this type; empty for an unknown type.
    public var categories: Set<CategoryID> {
        Set(CategoryCatalog.all.filter { PreferenceType(kind: $0.kind) == self }.map(\.id))
    }
}

/// A user's switch that suppresses a push.
public enum DisabledPreference: Hashable, Sendable, CustomStringConvertible {
    case category(CategoryID)
    case type(PreferenceType)

    /// The text in a notification's timeline.
    public var description: String {
        switch self {
        case .category(let category): "the user turned off the category \(category)"
        case .type(let type): "the user turned off the type \(type)"
        }
    }
}

/// A maximum number of pushes per period. Asks do not count towards it and are not delayed by it.
public struct FrequencyCap: Codable, Hashable, Sendable {
    public var limit: Int
    /// The period, in seconds.
    public var seconds: Int

    public init(limit: Int, seconds: Int) {
        self.limit = limit
        self.seconds = seconds
    }
}
