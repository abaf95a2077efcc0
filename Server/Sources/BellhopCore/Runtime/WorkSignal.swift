import BellhopModel
import BellhopStore
import Synchronization

/// The kinds of work for which services wait.
public struct Work: OptionSet, Hashable, Sendable {
    public let rawValue: UInt8

    public init(rawValue: UInt8) { self.rawValue = rawValue }

    /// Deliveries are due.
    public static let deliveries = Work(rawValue: 1)
    /// The next deadline of an ask may be earlier.
    public static let deadlines = Work(rawValue: 2)
    public static let campaigns = Work(rawValue: 4)
    /// The next due schedule may be earlier.
    public static let schedules = Work(rawValue: 8)
    /// Live Activities may have to change.
    public static let sessions = Work(rawValue: 16)
    /// A queue of this node has room again.
    static let room = Work(rawValue: 128)

    /// All work that other nodes may do as well.
    public static let shared: Work = [.deliveries, .deadlines, .campaigns, .schedules, .sessions]
    static let all = Work(rawValue: .max)
}

/// Signals services that work may be available.
///
/// Any number of tasks may wait, each for some kinds of work. Each reads ``latest(of:)`` before it looks for work and
/// then waits for a later notification, so that one during the search is not lost.
public final class WorkSignal: Sendable {
    private struct Waiter {
        let work: Work
        let continuation: CheckedContinuation<Void, Never>
    }

    private struct State {
        var notifications: UInt64 = 0
        /// The number of the last notification of each bit of ``Work``.
        var latest = Array(repeating: UInt64(0), count: Work.RawValue.bitWidth)
        var waiters: [UInt64: Waiter] = [:]
        var nextWaiter: UInt64 = 0
        var relay: (@Sendable (Work) -> Void)?

        func latest(of work: Work) -> UInt64 {
            latest.indices.lazy.filter { work.rawValue & 1 << $0 != 0 }.map { latest[$0] }.max() ?? 0
        }
    }

    private let state = Mutex(State())
    /// Those of the running dispatcher of this process.
    let directClaims = Mutex<DirectClaims?>(nil)

    public init() {}

    /// Resumes the tasks, of all nodes, that wait for one of these kinds of work.
    public func notify(_ work: Work = .shared) {
        guard !work.isEmpty else { return }
        state.withLock(\.relay)?(work)
        wake(work)
    }

    /// Calls `relay` at each ``notify(_:)``, to wake the other nodes.
    func setRelay(_ relay: @escaping @Sendable (Work) -> Void) { state.withLock { $0.relay = relay } }

    /// Resumes waiting tasks of this node.
    func wake(_ work: Work = .all) {
        let waiters = state.withLock { state in
            state.notifications &+= 1
            for bit in state.latest.indices where work.rawValue & 1 << bit != 0 {
                state.latest[bit] = state.notifications
            }
            let waiters = state.waiters.filter { !$0.value.work.isDisjoint(with: work) }
            for waiter in waiters.keys { state.waiters[waiter] = nil }
            return waiters.values
        }
        for waiter in waiters { waiter.continuation.resume() }
    }

    /// The number of the last notification of one of these kinds of work.
    func latest(of work: Work = .all) -> UInt64 { state.withLock { $0.latest(of: work) } }

    /// Returns after a notification of `work` later than `number`, or at `moment`, whichever comes first.
    ///
    /// - Throws: `CancellationError` when the task is cancelled before.
    func wait(
        for work: Work = .all, since number: UInt64, until moment: Timestamp?, time: any TimeSource
    ) async throws {
        guard let moment else { return try await notified(of: work, after: number) }
        guard latest(of: work) == number, time.now < moment else { return try Task.checkCancellation() }
        try await withThrowingTaskGroup(of: Void.self) { group in
            defer { group.cancelAll() }
            group.addTask { try await self.notified(of: work, after: number) }
            group.addTask { try await time.sleep(until: moment) }
            try await group.next()
        }
    }

    private func notified(of work: Work, after number: UInt64) async throws {
        let waiter = state.withLock { state in
            defer { state.nextWaiter += 1 }
            return state.nextWaiter
        }
        await withTaskCancellationHandler {
            await withCheckedContinuation { continuation in
                let isOver = state.withLock { state in
                    // A task is marked as cancelled before its handler runs, and the handler needs this lock: either
                    // the cancellation is visible here, or the handler finds the waiter.
                    guard state.latest(of: work) == number, !Task.isCancelled else { return true }
                    state.waiters[waiter] = Waiter(work: work, continuation: continuation)
                    return false
                }
                if isOver { continuation.resume() }
            }
        } onCancel: {
            state.withLock { $0.waiters.removeValue(forKey: waiter) }?.continuation.resume()
        }
        try Task.checkCancellation()
    }
}

// Store operations that create deliveries, each followed by a notification of the services that work on them. They are
// notified even when the store throws: after an interrupted call it is unknown whether the transaction was committed.
extension Store {
    /// Claims the deliveries for the dispatcher of this process, if it has room for them.
    func accept(
        _ submission: Submission, at time: Timestamp, notifying workSignal: WorkSignal
    ) async throws -> SubmissionResult {
        var work: Work = submission.ask == nil ? .deliveries : [.deliveries, .deadlines, .sessions]
        defer { workSignal.notify(work) }
        guard let direct = workSignal.directClaims.withLock({ $0 }), let claim = direct.begin(at: time) else {
            return try await accept(submission)
        }
        var claimed: [ClaimedDelivery] = []
        do {
            let result = try await accept(submission, claiming: claim)
            if case .stored(let deliveries, let all) = result {
                claimed = all
                if deliveries > 0, deliveries == all.count { work.remove(.deliveries) }
            }
            let refused = direct.end(claim, with: claimed)
            if !refused.isEmpty {
                // The dispatcher has stopped. A failure leaves them to the end of their lease.
                _ = try? await record(refused.map { DeliveryResult($0, .returned(until: time)) }, at: time)
                work.insert(.deliveries)
            }
            return result
        } catch {
            _ = direct.end(claim, with: [])
            throw error
        }
    }

    func transition(
        _ id: AskID, _ event: AskStateMachine.Event, at time: @autoclosure @escaping @Sendable () -> Timestamp,
        notifying workSignal: WorkSignal
    ) async throws -> AskTransition? {
        defer { workSignal.notify([.deliveries, .sessions]) }
        return try await transition(id, event, at: time())
    }

    func markAllRead(
        of user: UserID, _ filter: HistoryFilter, upTo last: NotificationID, by device: DeviceID?, at time: Timestamp,
        limit: Int, notifying workSignal: WorkSignal
    ) async throws -> [NotificationID] {
        defer { workSignal.notify(.deliveries) }
        return try await markAllRead(of: user, filter, upTo: last, by: device, at: time, limit: limit)
    }

    func markRead(
        _ id: NotificationID, by device: DeviceID?, at time: Timestamp, notifying workSignal: WorkSignal
    ) async throws -> Bool {
        defer { workSignal.notify(.deliveries) }
        return try await markRead(id, by: device, at: time)
    }
}
