import BellhopModel

extension NotificationPreferences {
    /// A line for each type, then for each category that has a switch: name, on or off.
    var lines: [String] {
        let own = types.keys.filter { !PreferenceType.known.contains($0) }.sorted { $0.rawValue < $1.rawValue }
        // Names are an app's own to choose, and shown as such.
        let switches =
            (PreferenceType.known + own).map { (ShownText.line($0.rawValue), types[$0] ?? true) }
            + categories.sorted { $0.key.rawValue < $1.key.rawValue }.map {
                (ShownText.line($0.key.rawValue), $0.value)
            }
        let width = switches.map(\.0.count).max() ?? 0
        return switches.map { name, isOn in
            name + String(repeating: " ", count: width - name.count) + "  " + (isOn ? "on" : "off")
        }
    }
}
