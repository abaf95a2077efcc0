import BellhopFoundation
import BellhopModel
import BellhopStore

/// The occurrences of a timing.
struct Occurrences {
    /// The number of days that are searched for the next occurrence: a week, plus days for daylight saving and the date
    /// line.
    private static let window: Int64 = 12

    private enum Plan {
        case once(Timestamp)
        case daily(from: LocalTime, on: Set<Weekday>, until: Timestamp?, zone: TimeZoneRules)
    }

    private let plan: Plan

    /// - Throws: ``TimingFault`` when the timing has no occurrence.
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

    /// The first occurrence later than `moment`.
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

    /// The last occurrence not later than `moment`.
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
    private static func zone(of timing: ScheduleTiming) throws(TimingFault) -> TimeZoneRules? {
        guard let name = timing.timeZone else { return nil }
        guard let zone = TimeZoneRules(known: name) else { throw .timeZoneUnknown(name) }
        return zone
    }

    private static func moment(
        of time: PlannedTime, in zone: TimeZoneRules?, _ fault: TimingFault
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

/// The effect of a schedule's due time.
struct Firing: Hashable, Sendable {
    /// The schedule after the occurrence.
    var schedule: Schedule
    /// The moment for which the occurrence was planned.
    var planned: Timestamp
    /// Indicates whether the notification is still useful: it is late by less than its lifetime.
    var isInTime: Bool
}

extension Schedule {
    /// The effect of the due time at `now`; `nil` when the schedule is not due.
    ///
    /// Occurrences missed while no server ran count as one, the last of them. The next one is later than both that one
    /// and now, so that a clock that is set back repeats nothing.
    func firing(at now: Timestamp) -> Firing? {
        guard let next, next <= now else { return nil }
        // With a time zone that no longer exists the planned occurrence is the last one.
        let occurrences = when.recurrence == nil ? nil : try? Occurrences(when)
        let planned = max(next, occurrences?.last(notAfter: now) ?? next)
        let isInTime = now < planned + life
        var schedule = self
        schedule.revision += 1
        schedule.updatedAt = now
        schedule.next = occurrences?.next(after: max(planned, now))
        if isInTime { schedule.lastSent = now }
        if schedule.next == nil { schedule.state = isInTime ? .done : .missed }
        return Firing(schedule: schedule, planned: planned, isInTime: isInTime)
    }

    /// The time after the planned moment for which the notification is useful.
    var life: Duration { .seconds(notification.expiresIn ?? NotificationRules.lifetime) }
}

extension Firing {
    /// The submission at `now`.
    func sending(at now: Timestamp) -> ScheduledSubmission {
        let content = schedule.notification
        if case .user(let user) = schedule.to {
            return .notification(
                Submission(notification: UserNotification(content, for: user, at: now, plannedFor: planned)))
        }
        let campaign = Campaign(
            id: .make(at: now), to: Campaign.Target(schedule.to), notification: content, createdAt: now,
            expiresAt: planned + schedule.life)
        return .campaign(CampaignSubmission(campaign: campaign, audience: schedule.to))
    }
}

/// The reason why a timing has no occurrence.
enum TimingFault: Error, Hashable {
    case timeZoneMissing
    case timeZoneUnknown(String)
    case daysOfADay
    case noDays
    case endsBeforeItBegins
    case neverOccurs
}

extension APIError {
    init(_ fault: TimingFault) {
        let message =
            switch fault {
            case .timeZoneMissing:
                "when.time_zone: is missing; local times and repetitions need one, such as Europe/Berlin"
            case .timeZoneUnknown(let name):
                "when.time_zone: \(name.debugDescription) is not a time zone; use a name such as Europe/Berlin, or UTC"
            case .daysOfADay: "when.repeat.on: only allowed when it repeats every week"
            case .noDays: "when.repeat.on: is empty; omit it, or list days of the week"
            case .endsBeforeItBegins: "when.repeat.until: is before when.at"
            case .neverOccurs: "when.repeat: none of its days is between when.at and when.repeat.until"
            }
        self.init(.invalidRequest, message)
    }
}
