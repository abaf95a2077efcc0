public import BellhopModel

/// The trigger of a local notification (`UNNotificationTrigger`).
public enum LocalTrigger: Hashable, Sendable, Codable {
    /// A delay from the time of scheduling; `repeats` uses it as the interval.
    case after(Duration, repeats: Bool)
    /// A date pattern; `repeats` fires at every match, not only the next.
    case calendar(CalendarMoment, repeats: Bool)

    /// Once, at `moment`, independent of the device's time zone; to the second.
    public static func at(_ moment: Timestamp) -> Self { .calendar(CalendarMoment(moment), repeats: false) }

    /// The shortest repeating interval that the system accepts.
    public static let shortestRepetition: Duration = .seconds(60)

    public var repeats: Bool {
        switch self {
        case .after(_, let repeats), .calendar(_, let repeats): repeats
        }
    }

    /// The first firing time.
    ///
    /// - Throws: the reason why the system would refuse it, or never fire it.
    public func next(after now: Timestamp) throws(LocalTriggerProblem) -> Timestamp {
        switch self {
        case .after(let interval, let repeats):
            guard interval > .zero else { throw .intervalNotPositive }
            guard !repeats || interval >= Self.shortestRepetition else { throw .intervalTooShortToRepeat }
            return now + interval
        case .calendar(let moment, let repeats):
            guard !repeats || moment.year == nil else { throw .yearDoesNotRepeat }
            return try moment.next(after: now)
        }
    }
}

/// The reason why a trigger cannot be scheduled.
public enum LocalTriggerProblem: Error, Hashable, Sendable {
    case intervalNotPositive
    /// Less than ``LocalTrigger/shortestRepetition``.
    case intervalTooShortToRepeat
    /// The moment has no date or time component.
    case emptyMoment
    /// A year without its month and day.
    case incompleteDate
    /// The value, date or time zone does not exist.
    case impossible(CalendarMoment.Part)
    case past(Timestamp)
    /// A date with a year cannot repeat.
    case yearDoesNotRepeat
}

extension LocalTriggerProblem: CustomStringConvertible {
    public var description: String {
        switch self {
        case .intervalNotPositive: "the interval must be longer than zero"
        case .intervalTooShortToRepeat: "an interval that repeats must be at least 60 seconds"
        case .emptyMoment: "the moment has no date or time components"
        case .incompleteDate: "a year needs a month and a day"
        case .impossible(let part): "there is no such \(part.rawValue)"
        case .past(let moment): "\(moment) is in the past"
        case .yearDoesNotRepeat: "a date with a year occurs only once and cannot repeat"
        }
    }
}
