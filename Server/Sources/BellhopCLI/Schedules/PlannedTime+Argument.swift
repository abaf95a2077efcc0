import BellhopModel
import BellhopTerminal
import Foundation

extension PlannedTime {
    /// Reads the full forms, `15m`, `2h`, `3d`, `today 18:30` and `tomorrow 9:00`, and nothing that has to be guessed.
    ///
    /// - Parameters:
    ///   - option: what to call it when it cannot be read.
    ///   - zone: where today is, and tomorrow.
    /// - Throws: ``CommandFailure``.
    init(argument text: String, _ option: String, now: Timestamp, in zone: TimeZone) throws {
        if let time = PlannedTime(text) {
            self = time
        } else if let duration = Self.duration(text) {
            self = .moment(now + duration)
        } else if let time = Self.day(text, now: now, in: zone) {
            self = .local(time)
        } else {
            throw CommandFailure.usage(
                """
                \(option): \(text.debugDescription) is no time. Such are 2026-11-22T09:00, 2026-11-22T09:00:00+01:00, \
                15m, 2h, 3d, "today 18:30" and "tomorrow 9:00".
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

    private static func day(_ text: String, now: Timestamp, in zone: TimeZone) -> LocalTime? {
        let words = text.split(separator: " ")
        guard words.count == 2, let days = ["today": 0, "tomorrow": 1][words[0]] else { return nil }
        let digits = words[1].count == 4 ? "0" + words[1] : String(words[1])
        guard let time = LocalTime("1970-01-01T\(digits)"), digits.count == 5 else { return nil }
        return LocalTime(day: zone.local(at: now).day + Int64(days), secondOfDay: time.secondOfDay)
    }
}

extension TimeZone {
    /// What clocks show at `moment`.
    func local(at moment: Timestamp) -> LocalTime {
        let offset = secondsFromGMT(for: Date(timeIntervalSince1970: Double(moment.seconds)))
        return LocalTime(seconds: moment.seconds + Int64(offset))
    }
}
