import BellhopModel

/// What is known of the server's clock: between which two times it is, by how long this device has been up. Pure.
///
/// All numbers are milliseconds, so that it can be kept as it is.
struct ServerTime: Codable, Hashable, Sendable {
    /// What the server's clock showed when the device's uptime was zero, at least and at most.
    private var earliest: Int64
    private var latest: Int64
    /// The device's clocks when that was learned.
    private var uptime: Int64
    private var wall: Int64

    /// How far two clocks that nobody sets may drift apart: 200 parts in a million, twice what a cheap quartz does.
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

    /// With what a later reply says. One that contradicts what was known stands alone: the server's clock was set, or
    /// it is another server's.
    func narrowed(by newer: ServerTime) -> ServerTime {
        let slack = Self.slack(from: uptime, to: newer.uptime)
        var both = newer
        both.earliest = max(newer.earliest, earliest - slack)
        both.latest = min(newer.latest, latest + slack)
        return both.earliest <= both.latest ? both : newer
    }

    /// What the server's clock shows. A device's clock that agrees with all that is known is taken at its word;
    /// otherwise it is the middle of what is possible.
    func now(wall: Timestamp, uptime: Duration) -> Timestamp {
        let range = range(at: uptime.wholeMilliseconds)
        if range.contains(wall.milliseconds) { return wall }
        return Timestamp(milliseconds: range.lowerBound + (range.upperBound - range.lowerBound) / 2)
    }

    /// Whether the device's clock agrees with all that is known.
    func agrees(wall: Timestamp, uptime: Duration) -> Bool {
        range(at: uptime.wholeMilliseconds).contains(wall.milliseconds)
    }

    /// Whether it still says something after it was kept: the device was neither restarted nor its clock set since, or
    /// its two clocks would not have gone on together.
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
