import Foundation

/// Lets one through at a time, in the order in which they asked: an actor alone does not, because it takes the next call
/// whenever the present one waits.
///
/// Whoever is done hands the turn to the next in line, so that nobody who comes in between overtakes.
final class Turn: @unchecked Sendable {
    private typealias Ticket = UInt64
    private typealias Place = (ticket: Ticket, continuation: CheckedContinuation<Bool, Never>?)

    // A `Mutex` would need iOS 18.
    private let lock = NSLock()
    // Guarded by `lock`.
    private var lastTicket: Ticket = 0
    /// Whose turn it is; `nil` when there is nobody.
    private var present: Ticket?
    private var line: [Place] = []

    /// - Parameter isTaken: the maker goes first, and says by ``end()`` when it has.
    init(isTaken: Bool = false) {
        if isTaken { present = lastTicket }
    }

    func end() {
        let next = lock.withLock {
            let next = line.isEmpty ? nil : line.removeFirst()
            present = next?.ticket
            return next?.continuation
        }
        next?.resume(returning: true)
    }

    /// Runs `work` when all who called this before are done. `nil`, without running it, when the task is cancelled while
    /// it waits.
    func take<Value>(
        isolation: isolated (any Actor)? = #isolation, _ work: () async throws -> Value
    ) async rethrows -> Value? {
        // In line before the first suspension: calls on one actor keep their order.
        if let ticket = enter(), await !isCalled(ticket) { return nil }
        defer { end() }
        return try await work()
    }

    /// - Returns: what to wait with; `nil` when there is nobody before.
    private func enter() -> Ticket? {
        lock.withLock {
            lastTicket += 1
            guard present != nil else {
                present = lastTicket
                return nil
            }
            line.append((lastTicket, nil))
            return lastTicket
        }
    }

    /// - Returns: at its turn; `false` when the task is cancelled before that.
    private func isCalled(_ ticket: Ticket, isolation: isolated (any Actor)? = #isolation) async -> Bool {
        await withTaskCancellationHandler {
            await withCheckedContinuation { continuation in
                let isCalled: Bool? = lock.withLock {
                    if present == ticket { return true }
                    // Cancelled before it waited.
                    guard let place = line.firstIndex(where: { $0.ticket == ticket }) else { return false }
                    line[place].continuation = continuation
                    return nil
                }
                if let isCalled { continuation.resume(returning: isCalled) }
            }
        } onCancel: {
            let left = lock.withLock {
                line.firstIndex { $0.ticket == ticket }.flatMap { line.remove(at: $0).continuation }
            }
            left?.resume(returning: false)
        }
    }
}
