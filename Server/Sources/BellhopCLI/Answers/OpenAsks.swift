import BellhopModel
import Synchronization

/// The asks that wait beside each other, by what their asker calls them: the work on each, and the way to take it back.
final class OpenAsks<Key: Hashable & Sendable, Item: Sendable>: Sendable {
    private struct Added: Sendable {
        let item: Item
        let key: Key
        /// A key may be used again before the work on its last ask has ended.
        let number: Int
        let withdrawn: AsyncStream<WithdrawalReason>
    }

    private struct Open {
        let number: Int
        let signal: AsyncStream<WithdrawalReason>.Continuation
    }

    private struct State {
        var open: [Key: Open] = [:]
        var lastNumber = 0
        /// Why all are taken back, and those that come later too.
        var reasonForAll: WithdrawalReason?
    }

    private let state = Mutex(State())
    private let queue: AsyncStream<Added>
    private let adding: AsyncStream<Added>.Continuation

    init() { (queue, adding) = AsyncStream.makeStream() }

    func add(_ item: Item, as key: Key) {
        let (withdrawn, signal) = AsyncStream<WithdrawalReason>.makeStream(bufferingPolicy: .bufferingOldest(1))
        let (number, reason) = state.withLock { state in
            state.lastNumber += 1
            state.open[key] = Open(number: state.lastNumber, signal: signal)
            return (state.lastNumber, state.reasonForAll)
        }
        if let reason { signal.yield(reason) }
        adding.yield(Added(item: item, key: key, number: number, withdrawn: withdrawn))
    }

    /// No more are added.
    func finish() { adding.finish() }

    func take(_ key: Key, _ reason: WithdrawalReason) {
        _ = state.withLock { $0.open[key]?.signal }?.yield(reason)
    }

    func takeAll(_ reason: WithdrawalReason) {
        let signals = state.withLock { state in
            state.reasonForAll = reason
            return state.open.values.map(\.signal)
        }
        for signal in signals { signal.yield(reason) }
    }

    /// Works on all of them, beside each other, until ``finish()``, and then for as long as `patience`. To be called once.
    ///
    /// - Parameter work: with what tells that the ask is taken back, and why.
    func work(
        within patience: Duration, _ work: @escaping @Sendable (Item, AsyncStream<WithdrawalReason>) async -> Void
    ) async {
        await withPatience(patience) { working in
            for await added in self.queue {
                working.addTask {
                    await work(added.item, added.withdrawn)
                    self.close(added)
                }
            }
        }
    }

    private func close(_ added: Added) {
        state.withLock { state in
            if state.open[added.key]?.number == added.number { state.open[added.key] = nil }
        }
    }
}
