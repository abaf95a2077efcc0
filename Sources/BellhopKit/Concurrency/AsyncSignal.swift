import BellhopModel

/// Wakes a waiting loop. A signal without a waiter is kept for the next wait.
final class AsyncSignal: Sendable {
    private let signals = AsyncQueue<Void>(limit: 1)

    init() {}

    func signal() { signals.append(()) }

    /// Returns at the next signal, or when the task is cancelled.
    func wait() async { _ = await signals.next() }

    /// Discards a pending signal.
    func reset() { _ = signals.takeAll() }

    /// Returns at the next signal, when the time is over, or when the task is cancelled.
    ///
    /// - Parameter pause: `nil` waits for the signal alone.
    func wait(atMost pause: Duration?, _ clock: any ClockPort) async {
        await wait(until: pause.map { clock.now + $0 }, clock)
    }

    /// Returns at the next signal, at `moment`, or when the task is cancelled.
    ///
    /// - Parameter moment: `nil` waits for the signal alone.
    func wait(until moment: Timestamp?, _ clock: any ClockPort) async {
        guard let moment else { return await wait() }
        guard clock.now < moment else { return }
        await withTaskGroup(of: Void.self) { group in
            group.addTask { try? await clock.sleep(until: moment) }
            group.addTask { await self.wait() }
            await group.next()
            group.cancelAll()
        }
    }
}

/// Orders results of overlapping requests: a result is accepted only when no newer request's result was accepted before.
struct LatestResult: Sendable {
    private var started = 0
    private var accepted = 0

    init() {}

    /// Call it when a request starts.
    ///
    /// - Returns: the number of the request.
    mutating func begin() -> Int {
        started += 1
        return started
    }

    /// Call it before using the result.
    ///
    /// - Returns: `false` when a newer result was accepted already.
    mutating func accept(_ request: Int) -> Bool {
        guard request > accepted else { return false }
        accepted = request
        return true
    }
}
