import Synchronization

/// Counts something that happens, and lets a test wait for it instead of sleeping.
public final class Tally: Sendable {
    private struct State {
        var count = 0
        var waiters: [(count: Int, continuation: CheckedContinuation<Void, Never>)] = []
    }

    private let state = Mutex(State())

    public init() {}

    public var count: Int { state.withLock { $0.count } }

    public func add(_ count: Int = 1) {
        let reached = state.withLock { state in
            state.count += count
            let reached = state.waiters.filter { $0.count <= state.count }
            state.waiters.removeAll { $0.count <= state.count }
            return reached.map(\.continuation)
        }
        for continuation in reached { continuation.resume() }
    }

    /// Returns once it has happened `count` times in all.
    public func reach(_ count: Int) async {
        await withCheckedContinuation { continuation in
            let isReached = state.withLock { state in
                guard state.count < count else { return true }
                state.waiters.append((count, continuation))
                return false
            }
            if isReached { continuation.resume() }
        }
    }
}
