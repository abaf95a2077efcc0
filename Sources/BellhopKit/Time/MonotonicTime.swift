import BellhopModel

/// The time as far as it is known for certain: the latest that was seen, moved on by how long the device was up since.
///
/// It never runs backwards. When the wall clock is set back, a deadline does not come back with it; when it is set
/// forwards, the later reading stands.
struct MonotonicTime: Hashable, Sendable {
    private(set) var latest: Timestamp
    /// The uptime when `latest` was taken; `nil` when that was before a restart.
    private var uptime: Duration?

    init(seen latest: Timestamp) { self.latest = latest }

    /// - Returns: the time now, given both clocks.
    mutating func advance(to wall: Timestamp, uptime now: Duration) -> Timestamp {
        var time = max(latest, wall)
        if let uptime, now > uptime { time = max(time, latest + (now - uptime)) }
        latest = time
        uptime = now
        return time
    }
}
