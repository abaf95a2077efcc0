/// How long to pause before trying again.
public struct RetryPolicy: Sendable {
    /// No attempt begins later than this after the first one. Waiting for an answer has a deadline of its own.
    public var patience: Duration
    /// The pause after the first failure, doubled with each further one.
    public var firstPause: Duration
    public var longestPause: Duration
    /// A number from 0 to 1: where in the upper half of its pause a client lands, so that many that lost the same
    /// server do not come back at the same moment.
    public var jitter: @Sendable () -> Double

    public init(
        patience: Duration = .seconds(8), firstPause: Duration = .milliseconds(250),
        longestPause: Duration = .seconds(5), jitter: @escaping @Sendable () -> Double = { .random(in: 0...1) }
    ) {
        self.patience = patience
        self.firstPause = firstPause
        self.longestPause = longestPause
        self.jitter = jitter
    }

    /// - Parameters:
    ///   - failures: in a row, 1 or more.
    ///   - retryAfter: what the server asked for; never less than this.
    func pause(after failures: Int, retryAfter: Duration? = nil) -> Duration {
        let whole = min(longestPause, firstPause * (1 << min(max(failures, 1) - 1, 16)))
        return max(retryAfter ?? .zero, whole * (0.5 + jitter() / 2))
    }
}
