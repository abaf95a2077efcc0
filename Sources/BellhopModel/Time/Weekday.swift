/// A day of the week, in the order of ISO 8601.
public enum Weekday: String, Codable, Hashable, Sendable, CaseIterable {
    case monday = "mon"
    case tuesday = "tue"
    case wednesday = "wed"
    case thursday = "thu"
    case friday = "fri"
    case saturday = "sat"
    case sunday = "sun"

    /// 1970-01-01 was a Thursday.
    init(daysSince1970 days: Int64) {
        let sinceMonday = days + 3
        self = Self.allCases[Int(sinceMonday - sinceMonday.floorDivided(by: 7) * 7)]
    }
}
