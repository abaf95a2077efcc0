import BellhopFoundation
public import BellhopModel

/// A preference other than a switch.
public enum PreferenceSetting: Hashable, Sendable {
    /// Quiet hours; `nil` for none.
    case quietHours(QuietHours?)
    /// The cap; `nil` for none.
    case frequencyCap(FrequencyCap?)
    /// A mute, which replaces one of the same subject.
    case mute(Mute)
    case unmute(Mute.Subject)
}

/// The reason why the server would refuse a value.
public enum PreferenceProblem: Error, Hashable, Sendable {
    /// The quiet hours end when they begin.
    case noTime
    /// The quiet hours have no weekday.
    case noDay
    /// The time zone of the quiet hours does not exist.
    case noTimeZone
    /// The cap's limit or period exceeds ``APILimits``.
    case beyondLimits
    /// A thread's name that is empty, has more than 128 bytes or control characters.
    case unusableName
    /// There are already ``APILimits/mutes``.
    case tooManyMutes
}

extension PreferenceSetting {
    /// The name of the preference; a later setting with the same name replaces an earlier one.
    var name: String {
        switch self {
        case .quietHours: "quiet hours"
        case .frequencyCap: "frequency cap"
        case .mute(let mute): "mute \(mute.subject)"
        case .unmute(let subject): "mute \(subject)"
        }
    }

    /// - Throws: the reason why the server would refuse it.
    package func check(in preferences: NotificationPreferences) throws(PreferenceProblem) {
        switch self {
        case .quietHours(let hours?):
            if hours.start == hours.end { throw .noTime }
            if let days = hours.days, days.isEmpty { throw .noDay }
            if let name = hours.timeZone, TimeZone(identifier: name) == nil { throw .noTimeZone }
        case .frequencyCap(let cap?):
            guard APILimits.capPushes.contains(cap.limit), APILimits.capSeconds.contains(cap.seconds) else {
                throw .beyondLimits
            }
        case .mute(let mute):
            if case .thread(let name) = mute.subject {
                let isName = (1...128).contains(name.utf8.count) && name.utf8.allSatisfy { $0 >= 0x20 && $0 != 0x7F }
                if !isName { throw .unusableName }
            }
            var after = preferences
            after.set(self)
            if after.mutes.count > APILimits.mutes { throw .tooManyMutes }
        case .quietHours(nil), .frequencyCap(nil), .unmute: break
        }
    }
}

extension NotificationPreferences {
    /// Applies `setting` only.
    public mutating func set(_ setting: PreferenceSetting) {
        switch setting {
        case .quietHours(let hours): quietHours = hours
        case .frequencyCap(let cap): frequencyCap = cap
        case .mute(let mute):
            mutes.removeAll { $0.subject == mute.subject }
            mutes.append(mute)
        case .unmute(let subject): mutes.removeAll { $0.subject == subject }
        }
    }
}

extension PreferenceSetting: Codable {
    private enum CodingKeys: String, CodingKey { case quietHours, frequencyCap, mute, unmute }

    public init(from decoder: any Decoder) throws {
        let container = try decoder.container(keyedBy: CodingKeys.self)
        switch container.allKeys.first {
        case .quietHours?: self = .quietHours(try container.decode(QuietHours?.self, forKey: .quietHours))
        case .frequencyCap?: self = .frequencyCap(try container.decode(FrequencyCap?.self, forKey: .frequencyCap))
        case .mute?: self = .mute(try container.decode(Mute.self, forKey: .mute))
        case .unmute?: self = .unmute(try container.decode(Mute.self, forKey: .unmute).subject)
        case nil:
            throw DecodingError.dataCorrupted(
                .init(codingPath: decoder.codingPath, debugDescription: "a setting expected"))
        }
    }

    public func encode(to encoder: any Encoder) throws {
        var container = encoder.container(keyedBy: CodingKeys.self)
        switch self {
        case .quietHours(let hours): try container.encode(hours, forKey: .quietHours)
        case .frequencyCap(let cap): try container.encode(cap, forKey: .frequencyCap)
        case .mute(let mute): try container.encode(mute, forKey: .mute)
        case .unmute(let subject): try container.encode(Mute(subject), forKey: .unmute)
        }
    }
}

/// A switch of a type or a category.
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
    /// This switch and those with the same meaning for the user: a sender may use either name of a category, such as
    /// `TASK_COMPLETE` and `AGENT_COMPLETE`, so they are switched together.
    public var aliases: [PreferenceSwitch] {
        guard case .category(let id) = self, let kind = CategoryCatalog[id]?.kind else { return [self] }
        return CategoryCatalog.all.filter { $0.kind == kind }.map { .category($0.id) }
    }
}

extension NotificationPreferences {
    /// Returns `true` when this switch and all its ``PreferenceSwitch/aliases`` are on, as a screen shows them.
    public func isOn(_ name: PreferenceSwitch) -> Bool { name.aliases.allSatisfy { self[$0] } }

    /// Sets this switch and all its ``PreferenceSwitch/aliases``.
    public mutating func turn(_ name: PreferenceSwitch, on isOn: Bool) {
        for alias in name.aliases { self[alias] = isOn }
    }

    /// The state of a switch; on if it is not set.
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
        // A summary is shown without buttons, and therefore in another category than its notifications.
        if payload.kind == .summary { return true }
        let isAsk = payload.askID != nil
        if let category = payload.aps.category, refusal(of: category, isAsk: isAsk) != nil { return false }
        return isAsk || PreferenceType(kind: payload.kind).map { types[$0] ?? true } ?? true
    }
}
