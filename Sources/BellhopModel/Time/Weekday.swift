/// A day of the week, in the order of ISO 8601.
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
