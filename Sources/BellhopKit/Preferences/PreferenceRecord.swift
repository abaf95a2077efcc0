import BellhopModel

/// The person's preferences as the device knows them. Pure.
struct PreferenceRecord: Codable, Hashable, Sendable {
    /// Local changes that are not sent yet. They win over the server's.
    struct Changes: Codable, Hashable, Sendable {
        /// Switches, by ``PreferenceSwitch/text``.
        var turned: [String: Bool] = [:]
        /// The rest, by ``PreferenceSetting/name``.
        var settings: [String: PreferenceSetting] = [:]

        var isEmpty: Bool { turned.isEmpty && settings.isEmpty }
    }

    /// The server's, when they were last read or written.
    private(set) var known: NotificationPreferences = .default
    private(set) var changes = Changes()

    init() {}

    /// The preferences in force on this device.
    var present: NotificationPreferences { applied(to: known) }

    var isClean: Bool { changes.isEmpty }

    /// With all its aliases.
    mutating func turn(_ name: PreferenceSwitch, _ isOn: Bool) {
        for alias in name.aliases { changes.turned[alias.text] = isOn }
    }

    mutating func set(_ setting: PreferenceSetting) { changes.settings[setting.name] = setting }

    /// Changes made while the stored record could not be read win over it.
    mutating func join(_ kept: Self) {
        known = kept.known
        changes.turned.merge(kept.changes.turned) { new, _ in new }
        changes.settings.merge(kept.changes.settings) { new, _ in new }
    }

    /// The server's, with what was changed here. What this version does not know stays as it came.
    func applied(to preferences: NotificationPreferences) -> NotificationPreferences {
        var merged = preferences
        for (text, isOn) in changes.turned {
            if let name = PreferenceSwitch(text: text) { merged[name] = isOn }
        }
        for (_, setting) in changes.settings.sorted(by: { $0.key < $1.key }) { merged.set(setting) }
        return merged
    }

    mutating func read(_ preferences: NotificationPreferences) { known = preferences }

    /// The server accepted `preferences`, which include `sent`. Later changes are still to be sent.
    mutating func wrote(_ preferences: NotificationPreferences, sent: Changes) {
        known = preferences
        for (text, isOn) in sent.turned where changes.turned[text] == isOn { changes.turned[text] = nil }
        for (name, setting) in sent.settings where changes.settings[name] == setting { changes.settings[name] = nil }
    }
}
