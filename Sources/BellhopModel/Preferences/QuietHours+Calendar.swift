public import Foundation

extension QuietHours {
    /// When they end, if `moment` is within them; `nil` when it is not.
    ///
    /// Where clocks are set forward over their start or end, that is the moment of the jump; where clocks are set back
    /// and show it twice, it is the first.
    ///
    /// - Parameter zone: the one to go by, as ``zone(orOfDevice:)`` finds it.
    public func end(at moment: Timestamp, in zone: TimeZone) -> Timestamp? {
        let clock = LocalClock(zone)
        let today = clock.day(at: moment)
        // Those of yesterday may last into today.
        let ends = [today - 1, today].compactMap { day -> Timestamp? in
            guard days?.contains(Weekday(daysSince1970: day)) ?? true else { return nil }
            let first = clock.moment(of: start, on: day)
            let last = clock.moment(of: end, on: end > start ? day : day + 1)
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

extension TimeZone {
    /// The zone with this IANA name, former names such as `US/Pacific` included; `nil` when there is none. Offsets and
    /// abbreviations are no names.
    public init?(known name: String) {
        guard name == "UTC" || name.contains("/") else { return nil }
        self.init(identifier: name)
    }

    /// What somebody may have meant by `name`, which is not known: the same in another case, or with that city.
    public static func suggestion(for name: String) -> String? {
        let wanted = name.lowercased().replacing(" ", with: "_")
        return knownTimeZoneIdentifiers.filter { known in
            let known = known.lowercased()
            return known == wanted || known.hasSuffix("/\(wanted)")
        }.min { ($0.count, $0) < ($1.count, $1) }
    }
}
