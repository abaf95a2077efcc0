import BellhopFoundation
import BellhopModel

/// Components of a date and a time in the Gregorian calendar (`DateComponents`); a `nil` component matches any value.
/// Components finer than the finest given one start at their minimum: a day at midnight, an hour on the hour.
public struct CalendarMoment: Hashable, Sendable, Codable {
    public var year: Int?
    /// 1 to 12.
    public var month: Int?
    /// 1 to 31, within the month.
    public var day: Int?
    /// 1 for Sunday to 7 for Saturday.
    public var weekday: Int?
    public var hour: Int?
    public var minute: Int?
    public var second: Int?
    /// An IANA name such as `Europe/Zurich`; `nil` for the device's current time zone.
    public var timeZone: String?

    public init(
        year: Int? = nil, month: Int? = nil, day: Int? = nil, weekday: Int? = nil, hour: Int? = nil,
        minute: Int? = nil, second: Int? = nil, timeZone: String? = nil
    ) {
        self.year = year
        self.month = month
        self.day = day
        self.weekday = weekday
        self.hour = hour
        self.minute = minute
        self.second = second
        self.timeZone = timeZone
    }

    /// `moment` in whole seconds, rounded up so that no notification is early.
    init(_ moment: Timestamp) {
        let seconds = (moment + .milliseconds(999)).seconds
        let parts = Self.calendar(.gmt).dateComponents(
            [.year, .month, .day, .hour, .minute, .second], from: Date(timeIntervalSince1970: Double(seconds)))
        self.init(
            year: parts.year, month: parts.month, day: parts.day, hour: parts.hour, minute: parts.minute,
            second: parts.second, timeZone: "GMT")
    }

    public enum Part: String, Hashable, Sendable, CaseIterable {
        case year, month, day, weekday, hour, minute, second
        case timeZone = "time zone"
    }

    /// The first matching time after `now`.
    ///
    /// - Throws: when there is none.
    func next(after now: Timestamp) throws(LocalTriggerProblem) -> Timestamp {
        try check()
        var zone = TimeZone.current
        if let timeZone {
            guard let named = TimeZone(identifier: timeZone) else { throw .impossible(.timeZone) }
            zone = named
        }
        let calendar = Self.calendar(zone)
        let start = Date(timeIntervalSince1970: Double(now.milliseconds) / 1000)
        guard let year else {
            let date = calendar.nextDate(after: start, matching: components, matchingPolicy: .nextTime)
            guard let date else { throw .impossible(.day) }
            return Timestamp(date)
        }
        guard let date = calendar.date(from: components), calendar.component(.year, from: date) == year else {
            throw .impossible(.year)
        }
        if let weekday, calendar.component(.weekday, from: date) != weekday { throw .impossible(.weekday) }
        guard date > start else { throw .past(Timestamp(date)) }
        return Timestamp(date)
    }

    private func check() throws(LocalTriggerProblem) {
        let ranges: [(Part, Int?, ClosedRange<Int>)] = [
            (.year, year, 1...9999), (.month, month, 1...12), (.day, day, 1...longestMonth), (.weekday, weekday, 1...7),
            (.hour, hour, 0...23), (.minute, minute, 0...59), (.second, second, 0...59),
        ]
        guard ranges.contains(where: { $0.1 != nil }) else { throw .emptyMoment }
        for (part, value, range) in ranges {
            if let value, !range.contains(value) { throw .impossible(part) }
        }
        if year != nil, month == nil || day == nil { throw .incompleteDate }
    }

    /// The maximum number of days in the month, as far as month and year are given.
    private var longestMonth: Int {
        switch month {
        case 2: year.map { $0 % 4 == 0 && ($0 % 100 != 0 || $0 % 400 == 0) ? 29 : 28 } ?? 29
        case 4, 6, 9, 11: 30
        default: 31
        }
    }

    private var components: DateComponents {
        DateComponents(
            year: year, month: month, day: day, hour: hour, minute: minute, second: second,
            weekday: year == nil ? weekday : nil)
    }

    private static func calendar(_ zone: TimeZone) -> Calendar {
        var calendar = Calendar(identifier: .gregorian)
        calendar.timeZone = zone
        return calendar
    }
}

extension Timestamp {
    fileprivate init(_ date: Date) { self.init(milliseconds: Int64((date.timeIntervalSince1970 * 1000).rounded())) }
}
