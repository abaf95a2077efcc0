import Synchronization

/// The sends that are under way, so that a gateway that stops can wait for them.
final class RunningSends: Sendable {
    private struct State {
        var count = 0
        var isClosed = false
        var waiting: CheckedContinuation<Void, Never>?
    }

    private let state = Mutex(State())

    /// - Returns: whether the send may begin; then ``end()`` has to follow.
    func begin() -> Bool {
        state.withLock { state in
            guard !state.isClosed else { return false }
            state.count += 1
            return true
        }
    }

    func end() {
        let waiting = state.withLock { state -> CheckedContinuation<Void, Never>? in
            state.count -= 1
            guard state.count == 0 else { return nil }
            defer { state.waiting = nil }
            return state.waiting
        }
        waiting?.resume()
    }

    /// Lets no more begin.
    ///
    /// - Returns: `false` when it was closed before.
    func close() -> Bool {
        state.withLock { state in
            defer { state.isClosed = true }
            return !state.isClosed
        }
    }

    /// Returns when all have ended, or the task is cancelled. Only one may wait.
    func finish() async {
        await withTaskCancellationHandler {
            await withCheckedContinuation { continuation in
                let isOver = state.withLock { state in
                    // Cancellation is marked before its handler runs, and the handler needs the lock that is held here.
                    guard state.count > 0, !Task.isCancelled else { return true }
                    state.waiting = continuation
                    return false
                }
                if isOver { continuation.resume() }
            }
        } onCancel: {
            let waiting = state.withLock { state in
                defer { state.waiting = nil }
                return state.waiting
            }
            waiting?.resume()
        }
    }
}
