import BellhopModel

/// When devices last called that was worth noting, for those that called most recently.
///
/// Two halves: a device is added to the newer one, and when that is full, the older one is let go. So nothing is ever
/// searched for what is old, however many devices call.
struct RecentCalls {
    private let half: Int
    private var newer: [DeviceID: Timestamp] = [:]
    private var older: [DeviceID: Timestamp] = [:]

    /// - Parameter capacity: how many devices are remembered at most; at least half as many always are.
    init(capacity: Int) { half = max(1, capacity / 2) }

    /// Notes that `device` calls now, unless it was noted less than `interval` ago.
    /// - Returns: whether it was noted.
    mutating func note(_ device: DeviceID, at now: Timestamp, every interval: Duration) -> Bool {
        if let last = newer[device] ?? older[device], now - last < interval { return false }
        if newer.count >= half { (older, newer) = (newer, [:]) }
        newer[device] = now
        return true
    }
}
