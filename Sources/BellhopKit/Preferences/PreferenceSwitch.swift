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

extension PreferenceSwitch {
    /// This one and those that mean the same to a person: a sender may use either name of a category, such as
    /// `TASK_COMPLETE` and `AGENT_COMPLETE`, so they are turned together.
    public var aliases: [PreferenceSwitch] {
        guard case .category(let id) = self, let kind = CategoryCatalog[id]?.kind else { return [self] }
        return CategoryCatalog.all.filter { $0.kind == kind }.map { .category($0.id) }
    }
}

extension NotificationPreferences {
    /// Returns `true` when this switch and all its ``PreferenceSwitch/aliases`` are on, as a screen shows them.
    public func isOn(_ name: PreferenceSwitch) -> Bool { name.aliases.allSatisfy { self[$0] } }

    /// Turns this switch and all its ``PreferenceSwitch/aliases``.
    public mutating func turn(_ name: PreferenceSwitch, on isOn: Bool) {
        for alias in name.aliases { self[alias] = isOn }
    }

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

    /// Returns `true` when its category's switch is on and, unless it is about an ask, its kind's.
    func allows(_ payload: PushPayload) -> Bool {
        // A summary is shown without buttons, and so under a category that is not that of what it stands for.
        if payload.kind == .summary { return true }
        let isAsk = payload.askID != nil
        if let category = payload.aps.category, refusal(of: category, isAsk: isAsk) != nil { return false }
        return isAsk || PreferenceType(kind: payload.kind).map { types[$0] ?? true } ?? true
    }
}
