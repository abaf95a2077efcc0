import BellhopModel

/// A yearly rule: a standard offset, and the start and end of daylight saving time if there is one. It is the text of the
/// environment variable `TZ` (POSIX.1-2017 §8.3) with the extensions of RFC 9636 §3.3.1.
struct DaylightSaving: Sendable {
    /// A day of each year, and a time of it in seconds.
    private struct Change: Sendable {
        enum Day: Sendable {
            /// 1 to 365; 29 February is never counted.
            case julian(Int64)
            /// 0 to 365; 29 February is counted.
            case ordinal(Int64)
            /// The occurrence 1 to 4 of a weekday in a month, or 5 for the last one. Sunday is 0.
            case weekday(month: Int64, week: Int64, day: Int64)
        }

        var day: Day
        var time: Int64

        /// The local time in seconds since 1970.
        func moment(in year: Int64) -> Int64 {
            let first = CivilDate(year: year, month: 1, day: 1).daysSince1970
            let day =
                switch day {
                case .ordinal(let number): first + number
                case .julian(let number):
                    first + number - 1 + (number > 59 && CivilDate.days(inMonth: 2, of: year) == 29 ? 1 : 0)
                case .weekday(let month, let week, let weekday):
                    Self.day(year, month, weekday: weekday, week)
                }
            return day * 86_400 + time
        }

        private static func day(_ year: Int64, _ month: Int64, weekday: Int64, _ week: Int64) -> Int64 {
            let first = CivilDate(year: year, month: month, day: 1).daysSince1970
            // 1970-01-01 was a Thursday.
            let offset = (weekday - (first + 4) % 7 + 14) % 7
            let day = first + offset + 7 * (week - 1)
            return day < first + CivilDate.days(inMonth: month, of: year) ? day : day - 7
        }
    }

    private let standard: Int64
    private var saving: (offset: Int64, start: Change, end: Change)?

    func offset(at moment: Int64) -> Int64 {
        guard let saving else { return standard }
        let year = CivilDate(daysSince1970: LocalTime(seconds: moment + standard).day).year
        let start = saving.start.moment(in: year) - standard
        let end = saving.end.moment(in: year) - saving.offset
        let isSaving = start < end ? start <= moment && moment < end : !(end <= moment && moment < start)
        return isSaving ? saving.offset : standard
    }

    init?(_ text: String) {
        var rest = Substring(text).utf8
        guard Self.skipName(&rest), let standard = Self.time(&rest) else { return nil }
        self.standard = -standard
        guard !rest.isEmpty else { return }
        guard Self.skipName(&rest) else { return nil }
        var offset = self.standard + 3600
        if rest.first != UInt8(ascii: ",") {
            guard let time = Self.time(&rest) else { return nil }
            offset = -time
        }
        guard let start = Self.change(&rest), let end = Self.change(&rest), rest.isEmpty else { return nil }
        saving = (offset, start, end)
    }

    /// `CET`, or `<+03>`.
    private static func skipName(_ text: inout Substring.UTF8View) -> Bool {
        if text.first == UInt8(ascii: "<") {
            guard let end = text.firstIndex(of: UInt8(ascii: ">")) else { return false }
            text = text[text.index(after: end)...]
            return true
        }
        let name = text.prefix { (UInt8(ascii: "A")...UInt8(ascii: "Z")).contains($0 & ~0x20) }
        text = text[name.endIndex...]
        return name.count >= 3
    }

    /// `[+-]hh[:mm[:ss]]` in seconds.
    private static func time(_ text: inout Substring.UTF8View) -> Int64? {
        let isNegative = text.first == UInt8(ascii: "-")
        if isNegative || text.first == UInt8(ascii: "+") { text.removeFirst() }
        guard var seconds = number(&text).map({ $0 * 3600 }) else { return nil }
        for unit: Int64 in [60, 1] where text.first == UInt8(ascii: ":") {
            text.removeFirst()
            guard let number = number(&text) else { return nil }
            seconds += number * unit
        }
        return isNegative ? -seconds : seconds
    }

    private static func number(_ text: inout Substring.UTF8View) -> Int64? {
        let digits = text.prefix { (UInt8(ascii: "0")...UInt8(ascii: "9")).contains($0) }
        guard digits.count <= 3, let number = Int64(Substring(digits)) else { return nil }
        text = text[digits.endIndex...]
        return number
    }

    /// `,M3.5.0/2`, `,J60` or `,59`.
    private static func change(_ text: inout Substring.UTF8View) -> Change? {
        func take(_ character: Unicode.Scalar, from text: inout Substring.UTF8View) -> Bool {
            guard text.first == UInt8(ascii: character) else { return false }
            text.removeFirst()
            return true
        }
        guard take(",", from: &text) else { return nil }
        let day: Change.Day
        if take("M", from: &text) {
            guard let month = number(&text), take(".", from: &text), let week = number(&text),
                take(".", from: &text), let weekday = number(&text), (1...12).contains(month),
                (1...5).contains(week), (0...6).contains(weekday)
            else { return nil }
            day = .weekday(month: month, week: week, day: weekday)
        } else if take("J", from: &text) {
            guard let number = number(&text), (1...365).contains(number) else { return nil }
            day = .julian(number)
        } else {
            guard let number = number(&text), number <= 365 else { return nil }
            day = .ordinal(number)
        }
        guard take("/", from: &text) else { return Change(day: day, time: 7200) }
        return time(&text).map { Change(day: day, time: $0) }
    }
}
