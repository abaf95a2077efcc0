import BellhopModel
import BellhopStore
import Foundation

/// The moments that a timing stands for.
struct Occurrences {
    /// Within so many days after any day a repetition occurs, if it goes on: a week, and room for days of the wrong
    /// length and sides of the date line.
    private static let window: Int64 = 12

    private enum Plan {
        case once(Timestamp)
        case daily(from: LocalTime, on: Set<Weekday>, until: Timestamp?, zone: TimeZone)
    }

    private let plan: Plan

    /// - Throws: ``TimingFault`` when it stands for nothing.
    init(_ timing: ScheduleTiming) throws(TimingFault) {
        let zone = try Self.zone(of: timing)
        guard let recurrence = timing.recurrence else {
            plan = .once(try Self.moment(of: timing.at, in: zone, .timeZoneMissing))
            return
        }
        guard let zone else { throw .timeZoneMissing }
        let beginning = try Self.moment(of: timing.at, in: zone, .timeZoneMissing)
        let start = if case .local(let time) = timing.at { time } else { zone.local(at: beginning) }
        let until = try recurrence.until.map { end throws(TimingFault) in
            try Self.moment(of: end, in: zone, .timeZoneMissing)
        }
        if let until, until < beginning { throw .endsBeforeItBegins }
        plan = .daily(from: start, on: try Self.days(of: recurrence, from: start), until: until, zone: zone)
        guard next(after: beginning - .milliseconds(1)) != nil else { throw .neverOccurs }
    }

    /// The first that is later than `moment`.
    func next(after moment: Timestamp) -> Timestamp? {
        switch plan {
        case .once(let only):
            return only > moment ? only : nil
        case .daily(let start, let days, let until, let zone):
            let first = max(start.day, zone.local(at: moment).day - 2)
            for day in first..<(first + Self.window) where days.contains(Weekday(ofDay: day)) {
                let occurrence = zone.moment(of: LocalTime(day: day, secondOfDay: start.secondOfDay))
                if let until, occurrence > until { return nil }
                if occurrence > moment { return occurrence }
            }
            return nil
        }
    }

    /// The last that is not later than `moment`.
    func last(notAfter moment: Timestamp) -> Timestamp? {
        switch plan {
        case .once(let only):
            return only <= moment ? only : nil
        case .daily(let start, let days, let until, let zone):
            let moment = min(moment, until ?? moment)
            let latest = zone.local(at: moment).day + 2
            for day in stride(from: latest, to: latest - Self.window, by: -1)
            where day >= start.day && days.contains(Weekday(ofDay: day)) {
                let occurrence = zone.moment(of: LocalTime(day: day, secondOfDay: start.secondOfDay))
                if occurrence <= moment { return occurrence }
            }
            return nil
        }
    }
}

extension Occurrences {
    private static func zone(of timing: ScheduleTiming) throws(TimingFault) -> TimeZone? {
        guard let name = timing.timeZone else { return nil }
        guard let zone = TimeZone(known: name) else { throw .timeZoneUnknown(name) }
        return zone
    }

    private static func moment(
        of time: PlannedTime, in zone: TimeZone?, _ fault: TimingFault
    ) throws(TimingFault) -> Timestamp {
        switch time {
        case .moment(let moment): return moment
        case .local(let time):
            guard let zone else { throw fault }
            return zone.moment(of: time)
        }
    }

    private static func days(of recurrence: Recurrence, from start: LocalTime) throws(TimingFault) -> Set<Weekday> {
        switch (recurrence.every, recurrence.days) {
        case (.day, nil): return Set(Weekday.allCases)
        case (.day, _?): throw .daysOfADay
        case (.week, nil): return [start.weekday]
        case (.week, let days?):
            guard !days.isEmpty else { throw .noDays }
            return Set(days)
        }
    }
}
