import BellhopModel

/// The lower and upper bound of the server's time, relative to the device's uptime. All numbers are milliseconds.
struct ServerTime: Codable, Hashable, Sendable {
    /// The earliest and latest server time at the device's uptime zero.
    private var earliest: Int64
    private var latest: Int64
    /// The device's uptime and wall clock when the bounds were determined.
    private var uptime: Int64
    private var wall: Int64

    /// The largest drift between two running clocks, as the divisor of the elapsed time: 1/5000 is 200 parts per million,
    /// twice the drift of a cheap quartz.
    private static let driftDivisor: Int64 = 5000
    /// The maximum error of a `Date`: it has whole seconds, and many servers update it only once a second.
    private static let resolution: Int64 = 2000

    /// The bounds that follow from one response.
    ///
    /// - Parameters:
    ///   - date: the response's `Date` (RFC 9110 §6.6.1), which the server set between `sent` and `received`.
    ///   - sent: the uptime at which the request was sent.
    ///   - received: the uptime at which the response was received.
    ///   - wall: the device's wall clock time at `received`.
    init(date: Timestamp, sent: Duration, received: Duration, wall: Timestamp) {
        earliest = date.milliseconds - received.wholeMilliseconds
        latest = date.milliseconds + Self.resolution - sent.wholeMilliseconds
        uptime = received.wholeMilliseconds
        self.wall = wall.milliseconds
    }

    /// The bounds narrowed by a later reading. A reading that contradicts the bounds replaces them: the server's clock
    /// was set, or another server responded.
    func narrowed(by newer: ServerTime) -> ServerTime {
        let slack = Self.slack(from: uptime, to: newer.uptime)
        var both = newer
        both.earliest = max(newer.earliest, earliest - slack)
        both.latest = min(newer.latest, latest + slack)
        return both.earliest <= both.latest ? both : newer
    }

    /// The server's time: the device's clock if it is within the bounds, otherwise the middle of the bounds.
    func now(wall: Timestamp, uptime: Duration) -> Timestamp {
        let range = range(at: uptime.wholeMilliseconds)
        if range.contains(wall.milliseconds) { return wall }
        return Timestamp(milliseconds: range.lowerBound + (range.upperBound - range.lowerBound) / 2)
    }

    /// Returns `true` when the device's clock is within the known bounds.
    func agrees(wall: Timestamp, uptime: Duration) -> Bool {
        range(at: uptime.wholeMilliseconds).contains(wall.milliseconds)
    }

    /// Returns `true` while the stored bounds are valid: the device's uptime and wall clock have advanced equally, so
    /// the device was not restarted and its clock was not set.
    func holds(wall: Timestamp, uptime: Duration) -> Bool {
        let up = uptime.wholeMilliseconds - self.uptime
        return up >= 0 && abs(wall.milliseconds - self.wall - up) <= Self.resolution + up / Self.driftDivisor
    }

    private func range(at uptime: Int64) -> ClosedRange<Int64> {
        let slack = Self.slack(from: self.uptime, to: uptime)
        return earliest + uptime - slack...latest + uptime + slack
    }

    private static func slack(from: Int64, to: Int64) -> Int64 { max(0, to - from) / driftDivisor }
}
