import BellhopModel

/// The person's preferences as the device knows them. Pure.
struct PreferenceRecord: Codable, Hashable, Sendable {
    /// The server's, when they were last read or written.
    private(set) var known: NotificationPreferences = .default
    /// Switches that were turned here since, by ``PreferenceSwitch/text``: they win over the server's.
    private(set) var turned: [String: Bool] = [:]

    init() {}

    /// What is in force here.
    var present: NotificationPreferences { applied(to: known) }

    var isClean: Bool { turned.isEmpty }

    /// With all its aliases.
    mutating func turn(_ name: PreferenceSwitch, _ isOn: Bool) {
        for alias in name.aliases { turned[alias.text] = isOn }
    }

    /// What was turned while the record that was kept could not be read wins over it.
    mutating func join(_ kept: Self) {
        known = kept.known
        turned.merge(kept.turned) { new, _ in new }
    }

    /// The server's, with the switches that were turned here. What this version does not know stays as it came.
    func applied(to preferences: NotificationPreferences) -> NotificationPreferences {
        var merged = preferences
        for (text, isOn) in turned {
            if let name = PreferenceSwitch(text: text) { merged[name] = isOn }
        }
        return merged
    }

    mutating func read(_ preferences: NotificationPreferences) { known = preferences }

    /// The server took `preferences`, in which the switches of `sent` were turned. One that was turned again meanwhile
    /// is still to be sent.
    mutating func wrote(_ preferences: NotificationPreferences, sent: [String: Bool]) {
        known = preferences
        for (text, isOn) in sent where turned[text] == isOn { turned[text] = nil }
    }
}
