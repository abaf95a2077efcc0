/// A moment in milliseconds since 1970-01-01T00:00:00Z.
///
/// Store, push expiration, countdown and signature use the same integer, so that deadlines are equal everywhere and
/// never rounded. Written as RFC 3339 in UTC with three decimals.
public struct Timestamp: Hashable, Sendable, Comparable {
    public var milliseconds: Int64

    public init(milliseconds: Int64) { self.milliseconds = milliseconds }

    /// Whole seconds, rounded down, as in APNs and JWT fields.
    public var seconds: Int64 { milliseconds.floorDivided(by: 1000) }

    public init(seconds: Int64) { self.init(milliseconds: seconds * 1000) }

    public static func < (a: Self, b: Self) -> Bool { a.milliseconds < b.milliseconds }

    public static func + (a: Self, b: Duration) -> Self { Self(milliseconds: a.milliseconds &+ b.wholeMilliseconds) }
    public static func - (a: Self, b: Duration) -> Self { Self(milliseconds: a.milliseconds &- b.wholeMilliseconds) }
    public static func - (a: Self, b: Self) -> Duration { .milliseconds(a.milliseconds &- b.milliseconds) }
}

extension Duration {
    /// Whole milliseconds, truncated.
    public var wholeMilliseconds: Int64 {
        let (seconds, attoseconds) = components
        return seconds &* 1000 &+ attoseconds / 1_000_000_000_000_000
    }
}

extension Timestamp: LosslessStringConvertible {
    public var description: String {
        let day = milliseconds.floorDivided(by: 86_400_000)
        let rest = milliseconds - day * 86_400_000
        let date = CivilDate(daysSince1970: day)
        let second = rest / 1000
        return "\(date.year.padded(4))-\(date.month.padded(2))-\(date.day.padded(2))T"
            + "\((second / 3600).padded(2)):\((second / 60 % 60).padded(2)):\((second % 60).padded(2)).\((rest % 1000).padded(3))Z"
    }

    /// The years 0000 to 9999, which four digits can represent (RFC 3339 §5.6). An offset may lead beyond them.
    private static let writable: ClosedRange<Int64> = -62_167_219_200_000...253_402_300_799_999

    /// Reads RFC 3339 with any offset and any number of decimals, truncated to three.
    public init?(_ description: String) {
        var text = Substring(description)
        guard let year = text.takeNumber(4), text.take("-"), let month = text.takeNumber(2), text.take("-"),
            let day = text.takeNumber(2), text.take("T") || text.take("t") || text.take(" "),
            let hour = text.takeNumber(2), text.take(":"), let minute = text.takeNumber(2), text.take(":"),
            let second = text.takeNumber(2),
            (1...12).contains(month), (1...CivilDate.days(inMonth: month, of: year)).contains(day),
            hour < 24, minute < 60, second < 61
        else { return nil }
        var fraction: Int64 = 0
        if text.take(".") {
            let digits = text.prefix { $0.isASCII && $0.isNumber }
            guard !digits.isEmpty, let value = Int64((digits + "00").prefix(3)) else { return nil }
            fraction = value
            text = text.dropFirst(digits.count)
        }
        var offset: Int64 = 0
        if !(text.take("Z") || text.take("z")) {
            let sign: Int64
            if text.take("+") { sign = 1 } else if text.take("-") { sign = -1 } else { return nil }
            guard let hours = text.takeNumber(2), text.take(":"), let minutes = text.takeNumber(2), hours < 24,
                minutes < 60
            else { return nil }
            offset = sign * (hours * 60 + minutes)
        }
        guard text.isEmpty else { return nil }
        let days = CivilDate(year: year, month: month, day: day).daysSince1970
        let moment = ((days * 24 + hour) * 60 + minute - offset) * 60_000 + second * 1000 + fraction
        guard Self.writable.contains(moment) else { return nil }
        self.init(milliseconds: moment)
    }
}

extension Timestamp: StringCodable {
    public static func decodingProblem(with text: String) -> String {
        "expected RFC 3339 such as 2026-01-31T09:30:00Z"
    }
}

extension Int64 {
    fileprivate func padded(_ width: Int) -> String {
        let digits = String(self)
        return String(repeating: "0", count: Swift.max(0, width - digits.count)) + digits
    }

    func floorDivided(by divisor: Int64) -> Int64 {
        let quotient = self / divisor
        return self % divisor < 0 ? quotient - 1 : quotient
    }
}

extension Substring {
    fileprivate mutating func take(_ character: Character) -> Bool {
        guard first == character else { return false }
        removeFirst()
        return true
    }

    fileprivate mutating func takeNumber(_ width: Int) -> Int64? {
        let digits = prefix(width)
        guard digits.count == width, digits.utf8.allSatisfy({ (48...57).contains($0) }) else { return nil }
        self = dropFirst(width)
        return Int64(digits)
    }
}

/// Dates in HTTP header fields: IMF-fixdate such as `Sun, 06 Nov 1994 08:49:37 GMT` (RFC 9110 §5.6.7), the only form
/// that senders may generate.
extension Timestamp {
    /// - Returns: `nil` for other forms. The weekday is not checked.
    public init?(httpDate text: String) {
        let parts = text.split(separator: " ")
        guard parts.count == 6, parts[5] == "GMT", let month = Self.months.firstIndex(of: String(parts[2])) else {
            return nil
        }
        let monthNumber = month < 9 ? "0\(month + 1)" : "\(month + 1)"
        self.init("\(parts[3])-\(monthNumber)-\(parts[1])T\(parts[4])Z")
    }

    /// The date in whole seconds, truncated.
    public var httpDate: String {
        // For example 2026-10-21T07:28:00.000Z.
        let parts = description.split(whereSeparator: { "-T.".contains($0) })
        let weekday = Weekday(ofDay: milliseconds.floorDivided(by: 86_400_000)).rawValue.prefix(3).capitalized
        let month = Self.months[(Int(parts[1]) ?? 1) - 1]
        return "\(weekday), \(parts[2]) \(month) \(parts[0]) \(parts[3]) GMT"
    }

    private static let months = ["Jan", "Feb", "Mar", "Apr", "May", "Jun", "Jul", "Aug", "Sep", "Oct", "Nov", "Dec"]
}

extension Substring {
    /// The text with an upper-case first letter. Replaces Foundation's, which would have to be linked for it.
    fileprivate var capitalized: String { prefix(1).uppercased() + dropFirst() }
}

/// A date of the proleptic Gregorian calendar.
///
/// Converts to and from days with Howard Hinnant's `days_from_civil` and `civil_from_days`, whose year begins in March,
/// so that the leap day is the last day of a year.
public struct CivilDate: Hashable, Sendable {
    public var year: Int64
    /// 1 to 12.
    public var month: Int64
    /// 1 to 31.
    public var day: Int64

    public init(year: Int64, month: Int64, day: Int64) {
        self.year = year
        self.month = month
        self.day = day
    }

    public init(daysSince1970 days: Int64) {
        let shifted = days + 719_468
        let era = shifted.floorDivided(by: 146_097)
        let dayOfEra = shifted - era * 146_097
        let yearOfEra = (dayOfEra - dayOfEra / 1460 + dayOfEra / 36_524 - dayOfEra / 146_096) / 365
        let dayOfYear = dayOfEra - (365 * yearOfEra + yearOfEra / 4 - yearOfEra / 100)
        let marchMonth = (5 * dayOfYear + 2) / 153
        day = dayOfYear - (153 * marchMonth + 2) / 5 + 1
        month = marchMonth < 10 ? marchMonth + 3 : marchMonth - 9
        year = yearOfEra + era * 400 + (month <= 2 ? 1 : 0)
    }

    public var daysSince1970: Int64 {
        let marchYear = month <= 2 ? year - 1 : year
        let era = marchYear.floorDivided(by: 400)
        let yearOfEra = marchYear - era * 400
        let dayOfYear = (153 * (month > 2 ? month - 3 : month + 9) + 2) / 5 + day - 1
        let dayOfEra = yearOfEra * 365 + yearOfEra / 4 - yearOfEra / 100 + dayOfYear
        return era * 146_097 + dayOfEra - 719_468
    }

    public static func days(inMonth month: Int64, of year: Int64) -> Int64 {
        switch month {
        case 2: year.isMultiple(of: 4) && (!year.isMultiple(of: 100) || year.isMultiple(of: 400)) ? 29 : 28
        case 4, 6, 9, 11: 30
        default: 31
        }
    }
}
