/// The time of a schedule, once or repeated.
public struct ScheduleTiming: Codable, Hashable, Sendable {
    /// The time of the first occurrence. With weekdays, the first occurrence is on the first of these days at or after
    /// it.
    public var at: PlannedTime
    /// An IANA time zone such as `Europe/Berlin` (https://www.iana.org/time-zones). Required for local times and for
    /// repetitions, which follow its calendar.
    public var timeZone: String?
    /// The repetition; once unless given.
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

/// A repetition by the calendar of the schedule's time zone.
public struct Recurrence: Codable, Hashable, Sendable {
    public enum Unit: String, Codable, Hashable, Sendable, CaseIterable { case day, week }

    public var every: Unit
    /// For `week` only: the weekdays; the weekday of the first occurrence unless given.
    public var days: [Weekday]?
    /// The latest time of an occurrence; unlimited unless given.
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

/// A planned time: an absolute moment, or a local time.
public enum PlannedTime: Hashable, Sendable {
    /// A moment with a UTC offset.
    case moment(Timestamp)
    /// A local time in the schedule's time zone.
    case local(LocalTime)
}

extension PlannedTime: LosslessStringConvertible {
    public var description: String {
        switch self {
        case .moment(let moment): moment.description
        case .local(let time): time.description
        }
    }

    /// Reads RFC 3339 with an offset as a moment, and without one as a ``LocalTime``.
    public init?(_ description: String) {
        if let moment = Timestamp(description) {
            self = .moment(moment)
        } else if let time = LocalTime(description) {
            self = .local(time)
        } else {
            return nil
        }
    }
}

extension PlannedTime: StringCodable {
    public static func decodingProblem(with text: String) -> String {
        """
        \(text.debugDescription) is not a time; expected RFC 3339 such as 2026-11-22T09:00:00+01:00, or a \
        date and a time of day that exist, such as 2026-11-22T09:00, with a time_zone
        """
    }
}
