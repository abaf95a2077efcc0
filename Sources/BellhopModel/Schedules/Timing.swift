/// When a schedule's time comes: once, or again and again.
public struct ScheduleTiming: Codable, Hashable, Sendable {
    /// When; of a repetition the beginning: the first occurrence is then, or on the first of its days after that.
    public var at: PlannedTime
    /// Such as `Europe/Berlin` (https://www.iana.org/time-zones). Where a local time is meant, and whose calendar a
    /// repetition keeps to. Needed for both.
    public var timeZone: String?
    /// Once unless given.
    public var recurrence: Recurrence?

    public init(at: PlannedTime, timeZone: String? = nil, recurrence: Recurrence? = nil) {
        self.at = at
        self.timeZone = timeZone
        self.recurrence = recurrence
    }

    enum CodingKeys: String, CodingKey {
        case at
        case timeZone = "time_zone"
        case recurrence = "repeat"
    }
}
