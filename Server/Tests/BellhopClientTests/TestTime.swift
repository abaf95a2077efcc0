import BellhopClient
import BellhopModel
import Synchronization

/// A clock that advances only by pauses, each of which ends immediately and moves the time by its length.
final class TestTime: Sendable {
    private struct State {
        var now = Timestamp(milliseconds: 1_800_000_000_000)
        var pauses: [Duration] = []
    }

    private let state = Mutex(State())

    static let start = Timestamp(milliseconds: 1_800_000_000_000)

    var now: Timestamp { state.withLock { $0.now } }
    var pauses: [Duration] { state.withLock { $0.pauses } }

    func advance(_ duration: Duration) { state.withLock { $0.now = $0.now + duration } }

    /// - Parameter duringPause: runs during each pause of the client.
    func clientTime(_ duringPause: @escaping @Sendable (Duration) async throws -> Void = { _ in }) -> ClientTime {
        ClientTime(
            now: { self.now },
            sleep: { duration in
                try Task.checkCancellation()
                self.state.withLock { $0.pauses.append(duration) }
                self.advance(duration)
                try await duringPause(duration)
            })
    }
}
