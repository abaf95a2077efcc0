/// What a user wants to hear: one switch for each type and one for each category, all on until turned off.
///
/// A category is heard when neither its own switch nor its type's is off. Names that this version does not know are
/// kept, so that an older server or app does not erase what a newer one stored.
public struct NotificationPreferences: Hashable, Sendable {
    /// By type; a type that is not mentioned is on.
    public var types: [PreferenceType: Bool]
    /// By category; a category that is not mentioned is on.
    public var categories: [CategoryID: Bool]
    /// Settings that are not switches, kept as they came.
    public private(set) var others: [String: JSONValue]

    public init(types: [PreferenceType: Bool] = [:], categories: [CategoryID: Bool] = [:]) {
        self.types = types
        self.categories = categories
        others = [:]
    }

    /// Everything on.
    public static let `default` = Self()

    public func allows(category: CategoryID) -> Bool { refusal(of: category) == nil }

    /// Which switch keeps notifications of `category` from the user; `nil` when they are heard.
    ///
    /// - Parameter isAsk: somebody waits for an answer. Types are about things to know, so that no type silences an
    ///   ask, whatever category it came under; the category's own switch does.
    public func refusal(of category: CategoryID, isAsk: Bool = false) -> PreferenceRefusal? {
        if categories[category] == false { return .category(category) }
        guard !isAsk, let type = CategoryCatalog[category].flatMap({ PreferenceType(kind: $0.kind) }) else {
            return nil
        }
        return types[type] == false ? .type(type) : nil
    }
}

extension NotificationPreferences: Codable {
    enum CodingKeys: String, CodingKey { case preferences, categories }

    /// Reads `{"preferences": {"new_items": true, …}, "categories": {"TASK_COMPLETE": false, …}}`; both may be left out.
    ///
    /// - Throws: `DecodingError` when one of the four known types, or a category, is given something other than a
    ///   boolean: taking that for "on" would notify somebody who tried to turn it off.
    public init(from decoder: any Decoder) throws {
        let container = try decoder.container(keyedBy: CodingKeys.self)
        let named = try container.decodeIfPresent([String: JSONValue].self, forKey: .preferences) ?? [:]
        let switches = try container.decodeIfPresent([String: Bool].self, forKey: .categories) ?? [:]
        self.init(categories: Dictionary(switches.map { (CategoryID($0), $1) }, uniquingKeysWith: { $0 && $1 }))
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
    }

    /// Always writes the four known types, so that a reader sees what is on by default.
    public func encode(to encoder: any Encoder) throws {
        var named = others
        for type in PreferenceType.known { named[type.rawValue] = true }
        for (type, isOn) in types { named[type.rawValue] = .bool(isOn) }
        var container = encoder.container(keyedBy: CodingKeys.self)
        try container.encode(named, forKey: .preferences)
        if !categories.isEmpty {
            let switches = categories.map { ($0.key.rawValue, $0.value) }
            try container.encode(Dictionary(switches, uniquingKeysWith: { $0 && $1 }), forKey: .categories)
        }
    }
}
