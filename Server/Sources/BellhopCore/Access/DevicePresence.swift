public import BellhopModel
public import BellhopStore
public import ServiceLifecycle
import Synchronization

/// Records when devices were last active: at most once an hour per device, and without delaying a request.
///
/// Unwritten records are lost when the process ends, and are repeated at the device's next request.
public final class DevicePresence: Service {
    private struct Activity {
        var device: DeviceID
        var time: Timestamp
    }

    static let interval: Duration = .seconds(3600)
    /// The maximum number of remembered devices, and of unwritten records.
    private static let capacity = 65_536

    private let store: Store
    private let time: any TimeSource
    private let recent = Mutex(RecentActivity(capacity: capacity))
    private let queue = BatchQueue<Activity>()

    public init(store: Store, time: any TimeSource) {
        self.store = store
        self.time = time
    }

    /// Records that `device` has just sent a request. Returns at once.
    public func recordActivity(of device: DeviceID) {
        let now = time.now
        let isNew = recent.withLock { $0.record(device, at: now, every: Self.interval) }
        if isNew { queue.append([Activity(device: device, time: now)], capacity: Self.capacity) }
    }

    /// Writes records until graceful shutdown, including those that are queued then.
    public func run() async throws {
        await withTaskCancellationOrGracefulShutdownHandler {
            while true {
                let batch = await queue.take(atMost: 256)
                if batch.isEmpty { return }
                // Store failures are reported elsewhere; the device's request in an hour records it again.
                try? await store.noteSeen(Dictionary(batch.map { ($0.device, $0.time) }, uniquingKeysWith: max))
            }
        } onCancelOrGracefulShutdown: {
            self.queue.close()
        }
    }
}

/// The last recorded activity of the devices that were active most recently.
///
/// It consists of two halves: devices are added to the newer one, and when that is full, the older one is dropped. No
/// search for old entries is needed.
struct RecentActivity {
    private let half: Int
    private var newer: [DeviceID: Timestamp] = [:]
    private var older: [DeviceID: Timestamp] = [:]

    /// - Parameter capacity: the maximum number of devices; at least half as many are always remembered.
    init(capacity: Int) { half = max(1, capacity / 2) }

    /// Records activity of `device` at `now`, unless it was recorded less than `interval` ago.
    /// - Returns: whether it was recorded.
    mutating func record(_ device: DeviceID, at now: Timestamp, every interval: Duration) -> Bool {
        if let last = newer[device] ?? older[device], now - last < interval { return false }
        if newer.count >= half { (older, newer) = (newer, [:]) }
        newer[device] = now
        return true
    }
}
