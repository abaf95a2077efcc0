import Foundation

/// What clocks on the wall show in one time zone, and when they show it.
struct LocalClock {
    private let zone: TimeZone

    init(_ zone: TimeZone) { self.zone = zone }

    /// The local day at `moment`, in days since 1970-01-01.
    func day(at moment: Timestamp) -> Int64 { (moment.seconds + offset(at: moment.seconds)).floorDivided(by: 86_400) }

    /// When the clocks show `time` on `day`.
    ///
    /// A time that comes twice, because clocks are set back, is its first. One that does not come, because they are set
    /// forward over it, is the moment at which they jump.
    func moment(of time: LocalTime, on day: Int64) -> Timestamp {
        let shown = day * 86_400 + Int64(time.minutes) * 60
        // No zone has ever been changed twice within a day: what held a day before and holds a day after is all there is.
        let candidates = [offset(at: shown - 86_400), offset(at: shown + 86_400)].map { shown - $0 }
        if let first = candidates.filter({ $0 + offset(at: $0) == shown }).min() { return Timestamp(seconds: first) }
        return Timestamp(
            seconds: change(from: min(candidates[0], candidates[1]), to: max(candidates[0], candidates[1])))
    }

    /// The first second after `start`, and not after `end`, at which another offset holds than at `start`.
    private func change(from start: Int64, to end: Int64) -> Int64 {
        let before = offset(at: start)
        var (low, high) = (start, end)
        while high - low > 1 {
            let middle = low + (high - low) / 2
            if offset(at: middle) == before { low = middle } else { high = middle }
        }
        return high
    }

    /// How far local clocks are ahead of UTC, in seconds.
    private func offset(at seconds: Int64) -> Int64 {
        Int64(zone.secondsFromGMT(for: Date(timeIntervalSince1970: Double(seconds))))
    }
}
