import BellhopFoundation
public import BellhopModel

/// The pauses between attempts.
public struct RetryPolicy: Sendable {
    /// The time after the first attempt in which further attempts may begin. Waiting for an answer has its own
    /// deadline.
    public var timeLimit: Duration
    /// The pause after the first failure, doubled with each further one.
    public var firstPause: Duration
    public var longestPause: Duration
    /// A number from 0 to 1 that selects a point in the upper half of each pause, so that many clients of one server do
    /// not reconnect simultaneously.
    public var jitter: @Sendable () -> Double

    public init(
        timeLimit: Duration = .seconds(8), firstPause: Duration = .milliseconds(250),
        longestPause: Duration = .seconds(5), jitter: @escaping @Sendable () -> Double = { .random(in: 0...1) }
    ) {
        self.timeLimit = timeLimit
        self.firstPause = firstPause
        self.longestPause = longestPause
        self.jitter = jitter
    }

    /// - Parameters:
    ///   - failures: the number of consecutive failures, at least 1.
    ///   - retryAfter: the minimum pause that the server requested.
    func pause(after failures: Int, retryAfter: Duration? = nil) -> Duration {
        let whole = min(longestPause, firstPause * (1 << min(max(failures, 1) - 1, 16)))
        return max(retryAfter ?? .zero, whole * (0.5 + jitter() / 2))
    }
}

/// The client's clock, which tests replace.
public struct ClientTime: Sendable {
    public var now: @Sendable () -> Timestamp
    /// Pauses for a duration; throws `CancellationError` when the task is cancelled.
    public var sleep: @Sendable (Duration) async throws -> Void

    public init(
        now: @escaping @Sendable () -> Timestamp, sleep: @escaping @Sendable (Duration) async throws -> Void
    ) {
        self.now = now
        self.sleep = sleep
    }

    /// The system's clock at its first reading plus monotonic time, so that setting the clock changes no wait.
    public static let system: ClientTime = {
        let (start, began) = (Date().timeIntervalSince1970, ContinuousClock.now)
        let first = Timestamp(milliseconds: Int64((start * 1000).rounded(.down)))
        return ClientTime(
            now: { first + (ContinuousClock.now - began) }, sleep: { try await Task.sleep(for: $0) })
    }()
}

/// Thrown by ``withTimeLimit(_:by:_:)``.
package struct TimeLimitExceeded: Error {}

/// Runs `work`, and cancels it when it takes longer than `limit`.
///
/// HTTP libraries limit the time to the first byte or between two bytes; this limits the total.
package func withTimeLimit<Value: Sendable>(
    _ limit: Duration, by time: ClientTime = .system, _ work: @escaping @Sendable () async throws -> Value
) async throws -> Value {
    try await withThrowingTaskGroup(of: Value?.self) { group in
        defer { group.cancelAll() }
        group.addTask { try await work() }
        group.addTask {
            try await time.sleep(limit)
            return nil
        }
        guard let first = try await group.next(), let value = first else { throw TimeLimitExceeded() }
        return value
    }
}
