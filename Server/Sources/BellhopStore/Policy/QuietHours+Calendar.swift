public import BellhopModel
public import Foundation

extension QuietHours {
    /// When they end, if `moment` is within them; `nil` when it is not.
    ///
    /// Where clocks are set forward over their start or end, that is the moment of the jump; where clocks are set back
    /// and show it twice, it is the first.
    ///
    /// - Parameter zone: the one to go by, as ``zone(orOfDevice:)`` finds it.
    public func end(at moment: Timestamp, in zone: TimeZone) -> Timestamp? {
        func shown(_ time: TimeOfDay, on day: Int64) -> Timestamp {
            zone.moment(of: LocalTime(day: day, secondOfDay: Int64(time.minutes) * 60))
        }
        let today = zone.local(at: moment).day
        // Those of yesterday may last into today.
        let ends = [today - 1, today].compactMap { day -> Timestamp? in
            guard days?.contains(Weekday(ofDay: day)) ?? true else { return nil }
            let first = shown(start, on: day)
            let last = shown(end, on: end > start ? day : day + 1)
            return first <= moment && moment < last ? last : nil
        }
        // Where a whole night is skipped, the end of one is the start of the next.
        return ends.max().map { self.end(at: $0, in: zone) ?? $0 }
    }

    /// The zone to go by: their own, else that of a device, else UTC. Names that are not known count as not given.
    public func zone(orOfDevice device: String?) -> TimeZone {
        [timeZone, device].lazy.compactMap { $0 }.compactMap(TimeZone.init(known:)).first ?? .gmt
    }
}
