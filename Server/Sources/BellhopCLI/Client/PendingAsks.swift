import BellhopModel
import Synchronization

/// The asks that are pending at the same time, by the asking program's own ids. Each is processed by its own task
/// and can be withdrawn.
final class PendingAsks<Key: Hashable & Sendable, Item: Sendable>: Sendable {
    private struct Added: Sendable {
        let item: Item
        let key: Key
        /// Distinguishes asks with the same key: a key may be reused before the processing of its last ask has ended.
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
        /// The reason for which all asks are withdrawn, also those added later.
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

    /// Ends the input: no more asks will be added.
    func finish() { adding.finish() }

    func withdraw(_ key: Key, _ reason: WithdrawalReason) {
        _ = state.withLock { $0.open[key]?.signal }?.yield(reason)
    }

    func withdrawAll(_ reason: WithdrawalReason) {
        let signals = state.withLock { state in
            state.reasonForAll = reason
            return state.open.values.map(\.signal)
        }
        for signal in signals { signal.yield(reason) }
    }

    /// Processes all asks concurrently until ``finish()``, and then for at most `gracePeriod`. Must be called only once.
    ///
    /// - Parameter work: processes one ask; its stream yields the reason when the ask is withdrawn.
    func process(
        gracePeriod: Duration, _ work: @escaping @Sendable (Item, AsyncStream<WithdrawalReason>) async -> Void
    ) async {
        await withGracePeriod(gracePeriod) { tasks in
            for await added in self.queue {
                tasks.addTask {
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

/// Runs `body`, which starts child tasks, then waits for them and cancels them after `duration`.
func withGracePeriod(_ duration: Duration, _ body: @escaping @Sendable (inout TaskGroup<Void>) async -> Void) async {
    let (end, bodyEnds) = AsyncStream<Never>.makeStream()
    await runUntilFirstEnds(
        {
            await withTaskGroup(of: Void.self) { group in
                await body(&group)
                bodyEnds.finish()
                await group.waitForAll()
            }
        },
        {
            for await _ in end {}
            try? await Task.sleep(for: duration)
        })
}

/// Runs both closures until one ends, then cancels the other and waits for it.
func runUntilFirstEnds(
    _ one: @escaping @Sendable () async -> Void, _ other: @escaping @Sendable () async -> Void
) async {
    await withTaskGroup(of: Void.self) { group in
        group.addTask { await one() }
        group.addTask { await other() }
        await group.next()
        group.cancelAll()
    }
}
