/// A date and time of day without a time zone.
///
/// Written as `2026-11-22T09:00:00`; seconds are optional.
public struct LocalTime: Hashable, Sendable, Comparable {
    /// Seconds since 1970-01-01T00:00:00 in the same, unspecified, time zone.
    public var seconds: Int64

    public init(seconds: Int64) { self.seconds = seconds }

    /// - Parameters:
    ///   - day: days since 1970-01-01.
    ///   - secondOfDay: 0 to 86,399.
    public init(day: Int64, secondOfDay: Int64) { seconds = day * 86_400 + secondOfDay }

    /// Days since 1970-01-01.
    public var day: Int64 { seconds.floorDivided(by: 86_400) }
    public var secondOfDay: Int64 { seconds - day * 86_400 }

    public static func < (a: Self, b: Self) -> Bool { a.seconds < b.seconds }
}

extension LocalTime: LosslessStringConvertible {
    public var description: String { String(Timestamp(seconds: seconds).description.prefix(19)) }

    /// Reads `2026-11-22T09:00` and `2026-11-22T09:00:00`; `nil` for other texts and for texts with an offset.
    public init?(_ description: String) {
        let ending = [16: ":00Z", 19: "Z"][description.utf8.count]
        guard let ending, let moment = Timestamp(description + ending) else { return nil }
        self.init(seconds: moment.seconds)
    }
}

extension LocalTime: StringCodable {
    public static func decodingProblem(with text: String) -> String {
        "expected a date and a time of day such as 2026-11-22T09:00"
    }
}

/// A weekday, in the order of ISO 8601.
public enum Weekday: String, Codable, Hashable, Sendable, CaseIterable {
    case monday, tuesday, wednesday, thursday, friday, saturday, sunday

    /// - Parameter day: days since 1970-01-01, which was a Thursday.
    public init(ofDay day: Int64) {
        let sinceMonday = (day + 3) % 7
        self = Self.allCases[Int(sinceMonday < 0 ? sinceMonday + 7 : sinceMonday)]
    }
}

extension LocalTime {
    public var weekday: Weekday { Weekday(ofDay: day) }
}
