public import BellhopCore
public import BellhopModel
import Synchronization

/// Time that stands still until a test moves it.
///
/// Sleepers wait for moments, not for durations, so it does no harm to move time before somebody has gone to sleep:
/// they wake at once. Only a test that has to know *that* somebody waits needs ``sleeper(until:)``.
public final class ManualTime: TimeSource {
    private struct Sleeper {
        var moment: Timestamp
        var continuation: CheckedContinuation<Void, any Error>
    }

    private struct State {
        var now: Timestamp
        var sleepers: [UInt64: Sleeper] = [:]
        var next: UInt64 = 0
        /// Those who wait until somebody sleeps, by the moment until which.
        var watched: [Timestamp: Tally] = [:]
    }

    private let state: Mutex<State>

    /// - Parameter start: by default the first second of 2026.
    public init(_ start: Timestamp = Timestamp(seconds: 1_767_225_600)) { state = Mutex(State(now: start)) }

    public var now: Timestamp { state.withLock { $0.now } }

    public func advance(by duration: Duration) { advance(to: now + duration) }

    /// Moves time on to `moment` (never back) and wakes whoever slept until then.
    public func advance(to moment: Timestamp) {
        let awake = state.withLock { state in
            state.now = max(state.now, moment)
            let due = state.sleepers.filter { $0.value.moment <= state.now }
            for id in due.keys { state.sleepers[id] = nil }
            return due.values.sorted { $0.moment < $1.moment }.map(\.continuation)
        }
        for continuation in awake { continuation.resume() }
    }

    public func sleep(until moment: Timestamp) async throws {
        let id = state.withLock { state in
            defer { state.next += 1 }
            return state.next
        }
        try await withTaskCancellationHandler {
            try await withCheckedThrowingContinuation { continuation in
                let (result, watcher): (Result<Void, any Error>?, Tally?) = state.withLock { state in
                    // Cancellation is marked before its handler runs, and the handler needs the lock that is held here.
                    if Task.isCancelled { return (.failure(CancellationError()), nil) }
                    if moment <= state.now { return (.success(()), nil) }
                    state.sleepers[id] = Sleeper(moment: moment, continuation: continuation)
                    return (nil, state.watched.removeValue(forKey: moment))
                }
                watcher?.add()
                if let result { continuation.resume(with: result) }
            }
        } onCancel: {
            state.withLock { $0.sleepers.removeValue(forKey: id) }?.continuation.resume(throwing: CancellationError())
        }
    }

    /// Returns once somebody sleeps until exactly `moment`, or the task is cancelled.
    public func sleeper(until moment: Timestamp) async {
        let watched: Tally? = state.withLock { state in
            if state.sleepers.values.contains(where: { $0.moment == moment }) { return nil }
            let watched = state.watched[moment] ?? Tally()
            state.watched[moment] = watched
            return watched
        }
        await watched?.reach(1)
    }

    public var sleeperCount: Int { state.withLock { $0.sleepers.count } }
}
