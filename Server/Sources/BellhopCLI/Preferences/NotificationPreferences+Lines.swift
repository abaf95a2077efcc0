import BellhopModel

extension NotificationPreferences {
    /// A line for each type, then for each category that has a switch: name, on or off. Then what else is set.
    var lines: [String] { switchLines + quietLines + muteLines + capLines }

    private var quietLines: [String] {
        guard let quiet = quietHours else { return [] }
        let days = quiet.days.map { " on " + $0.map(\.rawValue).joined(separator: ",") } ?? ""
        let zone = quiet.timeZone.map { " (\(DisplayText.line($0)))" } ?? ""
        let through = [
            quiet.allowTimeSensitive ? "what is time-sensitive" : nil,
            quiet.allow(isAsk: true, level: .timeSensitive) ? "asks" : nil,
        ].compactMap { $0 }
        let except = through.isEmpty ? "" : ", except for \(through.joined(separator: " and "))"
        return ["quiet \(quiet.start) to \(quiet.end)\(days)\(zone)\(except)"]
    }

    private var muteLines: [String] {
        mutes.map { mute in
            "muted \(DisplayText.line(mute.subject.description))" + (mute.until.map { " until \($0)" } ?? "")
        }
    }

    private var capLines: [String] {
        frequencyCap.map { ["at most \($0.limit) pushes in \(ShortTime.text(seconds: $0.seconds))"] } ?? []
    }

    private var switchLines: [String] {
        let own = types.keys.filter { !PreferenceType.known.contains($0) }.sorted { $0.rawValue < $1.rawValue }
        // Names are an app's own to choose, and shown as such.
        let switches =
            (PreferenceType.known + own).map { (DisplayText.line($0.rawValue), types[$0] ?? true) }
            + categories.sorted { $0.key.rawValue < $1.key.rawValue }.map {
                (DisplayText.line($0.key.rawValue), $0.value)
            }
        let width = switches.map(\.0.count).max() ?? 0
        return switches.map { name, isOn in
            name + String(repeating: " ", count: width - name.count) + "  " + (isOn ? "on" : "off")
        }
    }
}
