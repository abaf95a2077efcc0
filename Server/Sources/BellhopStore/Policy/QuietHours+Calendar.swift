public import BellhopFoundation
public import BellhopModel

extension QuietHours {
    /// The end of the quiet hours that contain `moment`; `nil` when there are none.
    ///
    /// A start or end that is skipped by daylight saving time is at the moment of the change; of one that occurs twice
    /// the first counts.
    ///
    /// - Parameter zone: the result of ``zone(orOfDevice:)``.
    public func end(at moment: Timestamp, in zone: TimeZoneRules) -> Timestamp? {
        func shown(_ time: TimeOfDay, on day: Int64) -> Timestamp {
            zone.moment(of: LocalTime(day: day, secondOfDay: Int64(time.minutes) * 60))
        }
        let today = zone.local(at: moment).day
        // Those of yesterday may extend into today.
        let ends = [today - 1, today].compactMap { day -> Timestamp? in
            guard days?.contains(Weekday(ofDay: day)) ?? true else { return nil }
            let first = shown(start, on: day)
            let last = shown(end, on: end > start ? day : day + 1)
            return first <= moment && moment < last ? last : nil
        }
        // When a whole night is skipped, the end of one is the start of the next.
        return ends.max().map { self.end(at: $0, in: zone) ?? $0 }
    }

    /// The time zone: that of the quiet hours, else that of a device, else UTC. Unknown names are ignored.
    public func zone(orOfDevice device: String?) -> TimeZoneRules {
        [timeZone, device].lazy.compactMap { $0 }.compactMap(TimeZoneRules.init(known:)).first ?? .utc
    }
}

// A day may have other than 24 hours: clocks set forward skip local times, and clocks set back repeat them. A place
// that changed its side of the date line has skipped a whole day.
extension TimeZoneRules {
    /// The local time at `moment`.
    public func local(at moment: Timestamp) -> LocalTime {
        LocalTime(seconds: moment.seconds + offset(at: moment.seconds))
    }

    /// The moment with the local time `time`: the first of two, or the moment of the clock change that skips it.
    public func moment(of time: LocalTime) -> Timestamp {
        // No offset exceeds a day, and no zone changes its offset twice within three days.
        let before = offset(at: time.seconds - 129_600)
        let after = offset(at: time.seconds + 129_600)
        let candidates = [time.seconds - before, time.seconds - after].sorted()
        if let moment = candidates.first(where: { offset(at: $0) == time.seconds - $0 }) {
            return Timestamp(seconds: moment)
        }
        return Timestamp(seconds: jump(from: before, between: candidates[0], and: candidates[1]))
    }

    /// The first second after `start` at which the offset differs from `offset`; it differs at `end`.
    private func jump(from offset: Int64, between start: Int64, and end: Int64) -> Int64 {
        var (start, end) = (start, end)
        while end - start > 1 {
            let middle = start + (end - start) / 2
            if self.offset(at: middle) == offset { start = middle } else { end = middle }
        }
        return end
    }
}
