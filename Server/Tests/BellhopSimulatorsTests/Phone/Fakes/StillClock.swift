import BellhopKit
import BellhopModel
import Synchronization

/// Time that moves when a test says so.
final class StillClock: ClockPort {
    private struct Sleeper {
        var id: Int
        var due: Timestamp
        var continuation: CheckedContinuation<Void, any Error>
    }

    private struct State {
        var now: Timestamp
        var sleepers: [Sleeper] = []
        var lastID = 0
    }

    private let state: Mutex<State>
    private let start: Timestamp

    init(_ start: Timestamp) {
        self.start = start
        state = Mutex(State(now: start))
    }

    var now: Timestamp { state.withLock { $0.now } }
    var uptime: Duration { now - start }

    func sleep(until moment: Timestamp) async throws {
        let id = state.withLock { state in
            state.lastID += 1
            return state.lastID
        }
        try await withTaskCancellationHandler {
            try await withCheckedThrowingContinuation { continuation in
                let result: Result<Void, any Error>? = state.withLock { state in
                    if Task.isCancelled { return .failure(CancellationError()) }
                    guard moment > state.now else { return .success(()) }
                    state.sleepers.append(Sleeper(id: id, due: moment, continuation: continuation))
                    return nil
                }
                if let result { continuation.resume(with: result) }
            }
        } onCancel: {
            let sleeper = state.withLock { state in
                state.sleepers.firstIndex { $0.id == id }.map { state.sleepers.remove(at: $0) }
            }
            sleeper?.continuation.resume(throwing: CancellationError())
        }
    }

    func advance(by duration: Duration) {
        let due = state.withLock { state in
            state.now = state.now + duration
            defer { state.sleepers.removeAll { $0.due <= state.now } }
            return state.sleepers.filter { $0.due <= state.now }
        }
        for sleeper in due { sleeper.continuation.resume() }
    }
}
