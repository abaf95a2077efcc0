import BellhopModel
import Synchronization

/// The asks that wait beside each other, by what their asker calls them, and the way to take one back.
final class Withdrawals<Key: Hashable & Sendable>: Sendable {
    private struct State {
        var signals: [Key: AsyncStream<WithdrawalReason>.Continuation] = [:]
        /// Set when all are taken back: also those that come later.
        var isClosed: WithdrawalReason?
    }

    private let state = Mutex(State())

    /// - Returns: what tells that `key` is taken back, and why.
    func open(_ key: Key) -> AsyncStream<WithdrawalReason> {
        let (stream, signal) = AsyncStream<WithdrawalReason>.makeStream(bufferingPolicy: .bufferingOldest(1))
        let reason = state.withLock { state in
            state.signals[key] = signal
            return state.isClosed
        }
        if let reason { signal.yield(reason) }
        return stream
    }

    func take(_ key: Key, _ reason: WithdrawalReason) {
        _ = state.withLock { $0.signals[key] }?.yield(reason)
    }

    func takeAll(_ reason: WithdrawalReason) {
        let signals = state.withLock { state in
            state.isClosed = reason
            return Array(state.signals.values)
        }
        for signal in signals { signal.yield(reason) }
    }

    func close(_ key: Key) { state.withLock { $0.signals[key] = nil } }
}
