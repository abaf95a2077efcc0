import BellhopModel

/// The known bounds of the server's clock, relative to the device's uptime.
///
/// All numbers are milliseconds.
struct ServerTime: Codable, Hashable, Sendable {
    /// The earliest and latest server time at the device's uptime zero.
    private var earliest: Int64
    private var latest: Int64
    /// The device's clocks when that was learned.
    private var uptime: Int64
    private var wall: Int64

    /// The largest drift between two unset clocks: 200 parts per million, twice that of a cheap quartz.
    private static let drift: Int64 = 5000
    /// A `Date` leaves out the part of its second, and many servers write it once a second and send it until the next.
    private static let resolution: Int64 = 2000

    /// From one reply.
    ///
    /// - Parameters:
    ///   - date: its `Date` (RFC 9110 §6.6.1).
    ///   - sent: the uptime when its request left; the server wrote the date then, at `received`, or in between.
    ///   - wall: what the device's clock shows at `received`.
    init(date: Timestamp, sent: Duration, received: Duration, wall: Timestamp) {
        earliest = date.milliseconds - received.wholeMilliseconds
        latest = date.milliseconds + Self.resolution - sent.wholeMilliseconds
        uptime = received.wholeMilliseconds
        self.wall = wall.milliseconds
    }

    /// Combined with a later reading. A reading that contradicts the known bounds replaces them: the server's clock was
    /// set, or it is another server.
    func narrowed(by newer: ServerTime) -> ServerTime {
        let slack = Self.slack(from: uptime, to: newer.uptime)
        var both = newer
        both.earliest = max(newer.earliest, earliest - slack)
        both.latest = min(newer.latest, latest + slack)
        return both.earliest <= both.latest ? both : newer
    }

    /// The server's time. A device's clock within the known bounds is used as it is; otherwise the middle of the bounds.
    func now(wall: Timestamp, uptime: Duration) -> Timestamp {
        let range = range(at: uptime.wholeMilliseconds)
        if range.contains(wall.milliseconds) { return wall }
        return Timestamp(milliseconds: range.lowerBound + (range.upperBound - range.lowerBound) / 2)
    }

    /// Returns `true` when the device's clock is within the known bounds.
    func agrees(wall: Timestamp, uptime: Duration) -> Bool {
        range(at: uptime.wholeMilliseconds).contains(wall.milliseconds)
    }

    /// Returns `true` while a stored value is valid: since then the device was not restarted and its clock not set, or
    /// its two clocks would have diverged.
    func holds(wall: Timestamp, uptime: Duration) -> Bool {
        let up = uptime.wholeMilliseconds - self.uptime
        return up >= 0 && abs(wall.milliseconds - self.wall - up) <= Self.resolution + up / Self.drift
    }

    private func range(at uptime: Int64) -> ClosedRange<Int64> {
        let slack = Self.slack(from: self.uptime, to: uptime)
        return earliest + uptime - slack...latest + uptime + slack
    }

    private static func slack(from: Int64, to: Int64) -> Int64 { max(0, to - from) / drift }
}
