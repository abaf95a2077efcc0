import BellhopModel

/// A clock that never runs backwards: the latest observed time, advanced by the uptime since.
///
/// Setting the wall clock back does not revive a deadline; setting it forwards is accepted.
struct MonotonicTime: Hashable, Sendable {
    private(set) var latest: Timestamp
    /// The uptime at `latest`; `nil` when that was before a restart.
    private var uptime: Duration?

    init(seen latest: Timestamp) { self.latest = latest }

    /// - Returns: the current time, given both clocks.
    mutating func advance(to wall: Timestamp, uptime now: Duration) -> Timestamp {
        var time = max(latest, wall)
        if let uptime, now > uptime { time = max(time, latest + (now - uptime)) }
        latest = time
        uptime = now
        return time
    }
}
