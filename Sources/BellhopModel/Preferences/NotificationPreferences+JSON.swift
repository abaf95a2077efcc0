extension NotificationPreferences: Codable {
    enum CodingKeys: String, CodingKey, CaseIterable {
        case preferences, categories, mutes
        case quietHours = "quiet_hours"
        case frequencyCap = "frequency_cap"
    }

    /// Reads `{"preferences": {"new_items": true, …}, "categories": {"TASK_COMPLETE": false, …}, "quiet_hours": {…},
    /// "mutes": […], "frequency_cap": {…}}`; each may be left out.
    ///
    /// - Throws: `DecodingError` when one of the four known types, or a category, is given something other than a
    ///   boolean: taking that for "on" would notify somebody who tried to turn it off. Likewise for settings that are
    ///   not understood.
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

    /// Always writes the four known types, so that a reader sees what is on by default.
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
