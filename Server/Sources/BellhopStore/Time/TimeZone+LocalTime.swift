public import BellhopModel
public import Foundation

// A day is not always 24 hours long: clocks are set forward, so that some local times never come, and back, so that
// some come twice. A place has even left out a whole day, when it changed sides of the date line.
extension TimeZone {
    /// What clocks show at `moment`.
    public func local(at moment: Timestamp) -> LocalTime {
        LocalTime(seconds: moment.seconds + offset(at: moment.seconds))
    }

    /// When clocks show `time`: the first time, if they do so twice; if they never do, when they jump over it.
    public func moment(of time: LocalTime) -> Timestamp {
        // No clock is more than a day off, and none is set twice within three days.
        let before = offset(at: time.seconds - 129_600)
        let after = offset(at: time.seconds + 129_600)
        let candidates = [time.seconds - before, time.seconds - after].sorted()
        if let moment = candidates.first(where: { offset(at: $0) == time.seconds - $0 }) {
            return Timestamp(seconds: moment)
        }
        return Timestamp(seconds: jump(from: before, between: candidates[0], and: candidates[1]))
    }

    /// The first second after `start` at which the offset is no longer `offset`; by `end` it is another.
    private func jump(from offset: Int64, between start: Int64, and end: Int64) -> Int64 {
        var (start, end) = (start, end)
        while end - start > 1 {
            let middle = start + (end - start) / 2
            if self.offset(at: middle) == offset { start = middle } else { end = middle }
        }
        return end
    }

    /// Seconds east of Greenwich.
    private func offset(at seconds: Int64) -> Int64 {
        Int64(secondsFromGMT(for: Date(timeIntervalSince1970: Double(seconds))))
    }
}
