import BellhopFoundation

/// A FIFO async lock.
///
/// An actor alone does not serialize: it runs the next call whenever the present one suspends. Unlocking hands the lock
/// to the next waiter, so that a later caller cannot overtake it.
final class AsyncLock: @unchecked Sendable {
    private typealias Ticket = UInt64
    private typealias Waiter = (ticket: Ticket, continuation: CheckedContinuation<Bool, Never>?)

    // A `Mutex` would need iOS 18.
    private let lock = Lock()
    // Guarded by `lock`.
    private var lastTicket: Ticket = 0
    private var holder: Ticket?
    private var waiters: [Waiter] = []

    /// - Parameter isLocked: creates the lock held by its creator, who must call ``unlock()``.
    init(isLocked: Bool = false) {
        if isLocked { holder = lastTicket }
    }

    func unlock() {
        let next = lock.withLock {
            let next = waiters.isEmpty ? nil : waiters.removeFirst()
            holder = next?.ticket
            return next?.continuation
        }
        next?.resume(returning: true)
    }

    /// Runs `work` while holding the lock.
    ///
    /// - Returns: `nil`, without running `work`, when the task is cancelled while it waits.
    func withLock<Value>(
        isolation: isolated (any Actor)? = #isolation, _ work: () async throws -> Value
    ) async rethrows -> Value? {
        // Queued before the first suspension: calls on one actor keep their order.
        if let ticket = enqueue(), await !wait(for: ticket) { return nil }
        defer { unlock() }
        return try await work()
    }

    /// - Returns: the ticket to wait for; `nil` when the lock was free and is held now.
    private func enqueue() -> Ticket? {
        lock.withLock {
            lastTicket += 1
            guard holder != nil else {
                holder = lastTicket
                return nil
            }
            waiters.append((lastTicket, nil))
            return lastTicket
        }
    }

    /// - Returns: whether the lock is held; `false` when the task was cancelled first.
    private func wait(for ticket: Ticket, isolation: isolated (any Actor)? = #isolation) async -> Bool {
        await withTaskCancellationHandler {
            await withCheckedContinuation { continuation in
                let isHeld: Bool? = lock.withLock {
                    if holder == ticket { return true }
                    // Cancelled before it waited.
                    guard let place = waiters.firstIndex(where: { $0.ticket == ticket }) else { return false }
                    waiters[place].continuation = continuation
                    return nil
                }
                if let isHeld { continuation.resume(returning: isHeld) }
            }
        } onCancel: {
            let cancelled = lock.withLock {
                waiters.firstIndex { $0.ticket == ticket }.flatMap { waiters.remove(at: $0).continuation }
            }
            cancelled?.resume(returning: false)
        }
    }
}
