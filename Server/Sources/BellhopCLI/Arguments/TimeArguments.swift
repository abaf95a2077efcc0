import BellhopFoundation
import BellhopModel
import BellhopStore
import BellhopTerminal

/// Durations on a command line: `90d`, `12h`, `30m`, `45s` or `2w`.
enum DurationArgument {
    private static let units: [Character: Int64] = ["s": 1, "m": 60, "h": 3600, "d": 86_400, "w": 604_800]

    /// - Returns: `nil` for anything else. `0` needs no unit.
    static func parse(_ text: String) -> Duration? {
        if text == "0" { return .zero }
        guard let unit = text.last.flatMap({ units[$0] }), text.dropLast().allSatisfy({ ("0"..."9").contains($0) }),
            let count = Int64(text.dropLast())
        else { return nil }
        let (seconds, overflow) = count.multipliedReportingOverflow(by: unit)
        // Limited to a thousand years, far from the end of time in milliseconds.
        return overflow || seconds > 31_557_600_000 ? nil : .seconds(seconds)
    }

    /// - Parameter option: the option's name for error messages.
    /// - Throws: ``CommandFailure`` unless `text` is a duration from 1 second to ten years.
    static func seconds(_ text: String, _ option: String) throws -> Int64 {
        guard let seconds = parse(text)?.components.seconds, (1...315_360_000).contains(seconds) else {
            throw CommandFailure.usage("\(option) takes a number with s, m, h, d or w, such as 90s, 15m, 2h or 7d.")
        }
        return seconds
    }

    /// `seconds` in the largest unit up to days that needs no fraction.
    static func text(seconds: Int) -> String {
        let unit = [(86_400, "d"), (3600, "h"), (60, "m")].first { seconds.isMultiple(of: $0.0) } ?? (1, "s")
        return "\(seconds / unit.0)\(unit.1)"
    }

    /// Parses a moment: RFC 3339, or a duration before `now`.
    static func moment(_ text: String, before now: Timestamp) -> Timestamp? {
        Timestamp(text) ?? parse(text).map { now - $0 }
    }
}

extension PlannedTime {
    /// Parses RFC 3339, a local time, `15m`, `2h`, `3d`, `today 18:30` and `tomorrow 9:00`; ambiguous forms are rejected.
    ///
    /// - Parameters:
    ///   - option: the option's name for error messages.
    ///   - zone: the time zone of "today" and "tomorrow".
    /// - Throws: ``CommandFailure``.
    init(argument text: String, _ option: String, now: Timestamp, in zone: TimeZoneRules) throws {
        if let time = PlannedTime(text) {
            self = time
        } else if let duration = Self.duration(text) {
            self = .moment(now + duration)
        } else if let time = Self.day(text, now: now, in: zone) {
            self = .local(time)
        } else {
            throw CommandFailure.usage(
                """
                \(option): \(text.debugDescription) is not a time. Use a form such as 2026-11-22T09:00, \
                2026-11-22T09:00:00+01:00, 15m, 2h, 3d, "today 18:30" or "tomorrow 9:00".
                """)
        }
    }

    private static func duration(_ text: String) -> Duration? {
        let seconds = ["m": 60, "h": 3600, "d": 86_400]
        guard let unit = text.last.flatMap({ seconds[String($0)] }), text.count <= 6,
            text.dropLast().utf8.allSatisfy({ (48...57).contains($0) }), let count = Int(text.dropLast())
        else { return nil }
        return .seconds(count * unit)
    }

    private static func day(_ text: String, now: Timestamp, in zone: TimeZoneRules) -> LocalTime? {
        let words = text.split(separator: " ")
        guard words.count == 2, let days = ["today": 0, "tomorrow": 1][words[0]] else { return nil }
        let digits = words[1].count == 4 ? "0" + words[1] : String(words[1])
        guard let time = LocalTime("1970-01-01T\(digits)"), digits.count == 5 else { return nil }
        return LocalTime(day: zone.local(at: now).day + Int64(days), secondOfDay: time.secondOfDay)
    }
}

extension Weekday {
    /// Parses a comma-separated list of weekday names, or at least their first three letters.
    static func list(_ text: String, option: String) throws -> [Weekday] {
        try text.split(separator: ",", omittingEmptySubsequences: false).map { word in
            let name = word.trimmed.lowercased()
            guard name.count >= 3, let day = allCases.first(where: { $0.rawValue.hasPrefix(name) }) else {
                throw CommandFailure.usage(
                    "\(option): \(String(word).debugDescription) is not a weekday; write weekdays as mon,fri.")
            }
            return day
        }
    }
}
