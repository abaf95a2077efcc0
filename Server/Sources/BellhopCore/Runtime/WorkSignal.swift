import BellhopModel
import BellhopStore
import Synchronization

/// Signals services that work may be available.
///
/// Any number of tasks may wait. Each reads ``count`` before it looks for work and then waits for a notification after
/// that count, so that a notification during the search is not lost.
public final class WorkSignal: Sendable {
    private struct State {
        var notifications: UInt64 = 0
        var waiters: [UInt64: CheckedContinuation<Void, Never>] = [:]
        var nextWaiter: UInt64 = 0
        var relay: (@Sendable () -> Void)?
    }

    private let state = Mutex(State())

    public init() {}

    /// Resumes all waiting tasks, of all nodes.
    public func notify() {
        state.withLock(\.relay)?()
        wake()
    }

    /// Calls `relay` at each ``notify()``, to wake the other nodes.
    func setRelay(_ relay: @escaping @Sendable () -> Void) { state.withLock { $0.relay = relay } }

    /// Resumes the waiting tasks of this node.
    func wake() {
        let waiters = state.withLock { state in
            state.notifications &+= 1
            defer { state.waiters = [:] }
            return state.waiters.values
        }
        for waiter in waiters { waiter.resume() }
    }

    /// The number of notifications so far.
    var count: UInt64 { state.withLock { $0.notifications } }

    /// Returns after a notification later than `count`, or at `moment`, whichever comes first.
    ///
    /// - Throws: `CancellationError` when the task is cancelled before.
    func wait(since count: UInt64, until moment: Timestamp?, time: any TimeSource) async throws {
        guard let moment else { return try await notified(after: count) }
        guard self.count == count, time.now < moment else { return try Task.checkCancellation() }
        try await withThrowingTaskGroup(of: Void.self) { group in
            defer { group.cancelAll() }
            group.addTask { try await self.notified(after: count) }
            group.addTask { try await time.sleep(until: moment) }
            try await group.next()
        }
    }

    /// Wakes `other` after every notification later than `count`, until the task is cancelled.
    func forward(to other: WorkSignal, since count: UInt64) async {
        var last = count
        while (try? await notified(after: last)) != nil {
            last = self.count
            other.wake()
        }
    }

    private func notified(after count: UInt64) async throws {
        let waiter = state.withLock { state in
            defer { state.nextWaiter += 1 }
            return state.nextWaiter
        }
        await withTaskCancellationHandler {
            await withCheckedContinuation { continuation in
                let isOver = state.withLock { state in
                    // A task is marked as cancelled before its handler runs, and the handler needs this lock: either
                    // the cancellation is visible here, or the handler finds the waiter.
                    guard state.notifications == count, !Task.isCancelled else { return true }
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

// Store operations that create deliveries, each followed by a notification of the dispatcher. It is notified even when
// the store throws: after an interrupted call it is unknown whether the transaction was committed.
extension Store {
    func accept(_ submission: Submission, notifying workSignal: WorkSignal) async throws -> SubmissionResult {
        defer { workSignal.notify() }
        return try await accept(submission)
    }

    func transition(
        _ id: AskID, _ event: AskStateMachine.Event, at time: Timestamp, notifying workSignal: WorkSignal
    ) async throws -> AskTransition? {
        defer { workSignal.notify() }
        return try await transition(id, event, at: time)
    }

    func markAllRead(
        of user: UserID, _ filter: HistoryFilter, upTo last: NotificationID, by device: DeviceID?, at time: Timestamp,
        limit: Int, notifying workSignal: WorkSignal
    ) async throws -> [NotificationID] {
        defer { workSignal.notify() }
        return try await markAllRead(of: user, filter, upTo: last, by: device, at: time, limit: limit)
    }

    func markRead(
        _ id: NotificationID, by device: DeviceID?, at time: Timestamp, notifying workSignal: WorkSignal
    ) async throws -> Bool {
        defer { workSignal.notify() }
        return try await markRead(id, by: device, at: time)
    }
}
