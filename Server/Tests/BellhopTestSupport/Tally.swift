import Synchronization

/// Counts events, and lets a test wait for a count instead of sleeping.
public final class Tally: Sendable {
    private struct Waiter {
        var count: Int
        var continuation: CheckedContinuation<Void, Never>
    }

    private struct State {
        var count = 0
        var waiters: [UInt64: Waiter] = [:]
        var next: UInt64 = 0
    }

    private let state = Mutex(State())

    public init() {}

    public var count: Int { state.withLock { $0.count } }

    public func add(_ count: Int = 1) {
        let reached = state.withLock { state in
            state.count += count
            let reached = state.waiters.filter { $0.value.count <= state.count }
            for id in reached.keys { state.waiters[id] = nil }
            return reached.values.map(\.continuation)
        }
        for continuation in reached { continuation.resume() }
    }

    /// Returns once the total is `count`, or the task is cancelled, as after a test's time limit.
    public func reach(_ count: Int) async {
        let id = state.withLock { state in
            defer { state.next += 1 }
            return state.next
        }
        await withTaskCancellationHandler {
            await withCheckedContinuation { continuation in
                let isReached = state.withLock { state in
                    // Cancellation is marked before its handler runs, and the handler needs the lock that is held here.
                    guard state.count < count, !Task.isCancelled else { return true }
                    state.waiters[id] = Waiter(count: count, continuation: continuation)
                    return false
                }
                if isReached { continuation.resume() }
            }
        } onCancel: {
            state.withLock { $0.waiters.removeValue(forKey: id) }?.continuation.resume()
        }
    }
}

/// A thread-safe flag that is set once.
public final class Flag: Sendable {
    private let value = Atomic(false)

    public init() {}

    public var isSet: Bool { value.load(ordering: .sequentiallyConsistent) }
    public func set() { value.store(true, ordering: .sequentiallyConsistent) }
}

/// Evaluates `condition` repeatedly until it is true.
///
/// - Throws: `CancellationError` after the test's time limit, and errors of `condition`.
public func until(_ condition: () async throws -> Bool) async throws {
    while try await !condition() {
        try Task.checkCancellation()
        await Task.yield()
    }
}
