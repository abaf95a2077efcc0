/// How something repeats, by the calendar of its time zone.
public struct Recurrence: Codable, Hashable, Sendable {
    public enum Unit: String, Codable, Hashable, Sendable, CaseIterable { case day, week }

    public var every: Unit
    /// Only for a week: on which of its days. Unless given: that on which it begins.
    public var days: [Weekday]?
    /// It happens for the last time then or before; without end unless given.
    public var until: PlannedTime?

    public init(every: Unit, on days: [Weekday]? = nil, until: PlannedTime? = nil) {
        self.every = every
        self.days = days
        self.until = until
    }

    enum CodingKeys: String, CodingKey {
        case every, until
        case days = "on"
    }
}
