public import BellhopDelivery
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
        var watchers: [(moment: Timestamp, continuation: CheckedContinuation<Void, Never>)] = []

        /// - Returns: the result if there is nothing to wait for, and who waited to see somebody sleep.
        mutating func sleep(
            _ id: UInt64, until moment: Timestamp, _ continuation: CheckedContinuation<Void, any Error>
        ) -> (Result<Void, any Error>?, [CheckedContinuation<Void, Never>]) {
            // Cancellation is marked before its handler runs, and the handler needs the lock that is held here.
            if Task.isCancelled { return (.failure(CancellationError()), []) }
            if moment <= now { return (.success(()), []) }
            sleepers[id] = Sleeper(moment: moment, continuation: continuation)
            let watching = watchers.filter { $0.moment == moment }.map(\.continuation)
            watchers.removeAll { $0.moment == moment }
            return (nil, watching)
        }
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
                let (result, watchers) = state.withLock { state in state.sleep(id, until: moment, continuation) }
                for watcher in watchers { watcher.resume() }
                if let result { continuation.resume(with: result) }
            }
        } onCancel: {
            state.withLock { $0.sleepers.removeValue(forKey: id) }?.continuation.resume(throwing: CancellationError())
        }
    }

    /// Returns once somebody sleeps until exactly `moment`.
    public func sleeper(until moment: Timestamp) async {
        await withCheckedContinuation { continuation in
            let isThere = state.withLock { state in
                if state.sleepers.values.contains(where: { $0.moment == moment }) { return true }
                state.watchers.append((moment, continuation))
                return false
            }
            if isThere { continuation.resume() }
        }
    }

    public var sleeperCount: Int { state.withLock { $0.sleepers.count } }
}
