import NIOConcurrencyHelpers

/// The sends in flight, so that shutdown can wait for them.
package final class SendsInFlight: Sendable {
    private struct State {
        var count = 0
        var isClosed = false
        var waiting: CheckedContinuation<Void, Never>?
    }

    private let state = NIOLockedValueBox(State())

    package init() {}

    /// - Returns: `true` if the send may begin; ``end()`` must follow.
    package func begin() -> Bool {
        state.withLockedValue { state in
            guard !state.isClosed else { return false }
            state.count += 1
            return true
        }
    }

    package func end() {
        let waiting = state.withLockedValue { state -> CheckedContinuation<Void, Never>? in
            state.count -= 1
            guard state.count == 0 else { return nil }
            defer { state.waiting = nil }
            return state.waiting
        }
        waiting?.resume()
    }

    /// Prevents further sends.
    ///
    /// - Returns: `false` when they were prevented before.
    package func close() -> Bool {
        state.withLockedValue { state in
            defer { state.isClosed = true }
            return !state.isClosed
        }
    }

    /// Returns when all sends have ended, or the task is cancelled. Only one task may wait.
    package func finish() async {
        await withTaskCancellationHandler {
            await withCheckedContinuation { continuation in
                let isOver = state.withLockedValue { state in
                    // The task is marked as cancelled before its handler runs, and the handler needs the lock held
                    // here.
                    guard state.count > 0, !Task.isCancelled else { return true }
                    state.waiting = continuation
                    return false
                }
                if isOver { continuation.resume() }
            }
        } onCancel: {
            let waiting = state.withLockedValue { state in
                defer { state.waiting = nil }
                return state.waiting
            }
            waiting?.resume()
        }
    }
}
