import BellhopModel
import Synchronization

/// A bell for services that wait for work: whoever makes work rings it.
///
/// Any number may wait. Each notes the ``mark`` before it looks for work and then waits for a signal after that mark,
/// so that a signal which comes while it is looking is not lost.
public final class Wake: Sendable {
    private struct State {
        var signals: UInt64 = 0
        var waiters: [UInt64: CheckedContinuation<Void, Never>] = [:]
        var nextWaiter: UInt64 = 0
    }

    private let state = Mutex(State())

    public init() {}

    /// Says that there may be work.
    public func signal() {
        let waiters = state.withLock { state in
            state.signals &+= 1
            defer { state.waiters = [:] }
            return state.waiters.values
        }
        for waiter in waiters { waiter.resume() }
    }

    /// How many signals there have been.
    var mark: UInt64 { state.withLock { $0.signals } }

    /// Returns when there has been a signal after `mark`, or at `moment`, whichever is first.
    ///
    /// - Throws: `CancellationError` when the task is cancelled before.
    func wait(since mark: UInt64, until moment: Timestamp?, time: any TimeSource) async throws {
        guard let moment else { return try await signalled(after: mark) }
        guard self.mark == mark, time.now < moment else { return try Task.checkCancellation() }
        try await withThrowingTaskGroup(of: Void.self) { group in
            defer { group.cancelAll() }
            group.addTask { try await self.signalled(after: mark) }
            group.addTask { try await time.sleep(until: moment) }
            try await group.next()
        }
    }

    /// Rings `other` whenever this one is rung after `mark`, until the task is cancelled.
    func relay(to other: Wake, since mark: UInt64) async {
        var seen = mark
        while (try? await signalled(after: seen)) != nil {
            seen = self.mark
            other.signal()
        }
    }

    private func signalled(after mark: UInt64) async throws {
        let waiter = state.withLock { state in
            defer { state.nextWaiter += 1 }
            return state.nextWaiter
        }
        await withTaskCancellationHandler {
            await withCheckedContinuation { continuation in
                let isOver = state.withLock { state in
                    // The task is marked as cancelled before its handler runs, and the handler needs this lock: so
                    // either it is seen here, or the handler finds the waiter.
                    guard state.signals == mark, !Task.isCancelled else { return true }
                    state.waiters[waiter] = continuation
                    return false
                }
                if isOver { continuation.resume() }
            }
        } onCancel: {
            state.withLock { $0.waiters.removeValue(forKey: waiter) }?.resume()
        }
        try Task.checkCancellation()
    }
}
