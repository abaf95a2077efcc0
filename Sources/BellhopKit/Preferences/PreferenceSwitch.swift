public import BellhopModel

/// One of the person's switches.
public enum PreferenceSwitch: Hashable, Sendable {
    case type(PreferenceType)
    case category(CategoryID)
}

extension PreferenceSwitch {
    /// `type:new_items` or `category:REMINDER`, as a key of the journal's record.
    var text: String {
        switch self {
        case .type(let type): "type:\(type.rawValue)"
        case .category(let id): "category:\(id.rawValue)"
        }
    }

    init?(text: String) {
        let parts = text.split(separator: ":", maxSplits: 1, omittingEmptySubsequences: false).map(String.init)
        switch (parts.first, parts.last) {
        case ("type", let name?) where parts.count == 2: self = .type(PreferenceType(rawValue: name))
        case ("category", let name?) where parts.count == 2: self = .category(CategoryID(name))
        default: return nil
        }
    }
}

extension NotificationPreferences {
    /// Everything that is not mentioned is on.
    public subscript(_ name: PreferenceSwitch) -> Bool {
        get {
            switch name {
            case .type(let type): types[type] ?? true
            case .category(let id): categories[id] ?? true
            }
        }
        set {
            switch name {
            case .type(let type): types[type] = newValue
            case .category(let id): categories[id] = newValue
            }
        }
    }

    /// Whether the person wants to hear of it: its category's switch and its kind's.
    func allows(_ payload: PushPayload) -> Bool {
        if let category = payload.aps.category, !allows(category: category) { return false }
        return PreferenceType(kind: payload.kind).map { types[$0] ?? true } ?? true
    }
}
