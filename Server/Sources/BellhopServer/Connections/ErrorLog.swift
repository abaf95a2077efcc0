import Synchronization

/// Limits the rate of a log line that unauthenticated callers can cause.
final class ErrorLog: Sendable {
    private struct State {
        var count = 0
        var next: ContinuousClock.Instant?
    }

    private let interval: Duration
    private let state = Mutex(State())

    init(every interval: Duration) { self.interval = interval }

    /// Counts `more` incidents.
    /// - Returns: the number of incidents since the last line, when a line is due.
    func count(_ more: Int) -> Int? {
        state.withLock { state in
            state.count += more
            let now = ContinuousClock.now
            if let next = state.next, now < next { return nil }
            state.next = now + interval
            defer { state.count = 0 }
            return state.count
        }
    }
}
