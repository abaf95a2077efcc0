public import BellhopModel
public import BellhopStore
public import ServiceLifecycle
import Synchronization

/// Notes when devices were last seen: at most once an hour for each, and never while a request waits for it.
///
/// What has not been written when the process ends is written at the device's next call.
public final class DevicePresence: Service {
    private struct Sighting {
        var device: DeviceID
        var time: Timestamp
    }

    static let interval: Duration = .seconds(3600)
    /// How many devices are remembered, and how many may wait to be written.
    private static let capacity = 65_536

    private let store: any DeviceStore
    private let time: any TimeSource
    private let recent = Mutex(RecentCalls(capacity: capacity))
    private let sightings = Mailbox<Sighting>()

    public init(store: any DeviceStore, time: any TimeSource) {
        self.store = store
        self.time = time
    }

    /// `device` has just called. Returns at once.
    public func saw(_ device: DeviceID) {
        let now = time.now
        let isNews = recent.withLock { $0.note(device, at: now, every: Self.interval) }
        if isNews { sightings.put([Sighting(device: device, time: now)], capacity: Self.capacity) }
    }

    /// Writes what was seen, until graceful shutdown; what waits then is still written.
    public func run() async throws {
        await withTaskCancellationOrGracefulShutdownHandler {
            while true {
                let batch = await sightings.take(atMost: 256)
                if batch.isEmpty { return }
                // A store that fails is noticed elsewhere; the device's call in an hour says it again.
                try? await store.noteSeen(Dictionary(batch.map { ($0.device, $0.time) }, uniquingKeysWith: max))
            }
        } onCancelOrGracefulShutdown: {
            self.sightings.close()
        }
    }
}
