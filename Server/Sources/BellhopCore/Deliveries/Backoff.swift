/// How long to wait before a push is sent again: exponential with full jitter.
///
/// Jitter over the whole range spreads best what failed together (Brooker, "Exponential Backoff And Jitter", AWS
/// Architecture Blog, 2015).
public struct Backoff: Sendable {
    /// The most that may pass after the first attempt.
    public var base: Duration
    /// The most that may pass after any.
    public var cap: Duration
    private let fraction: @Sendable () -> Double

    /// - Parameter fraction: where in the range a wait falls, 0 ..< 1; by default at random.
    public init(
        base: Duration = .seconds(1), cap: Duration = .seconds(900),
        fraction: @escaping @Sendable () -> Double = { Double.random(in: 0..<1) }
    ) {
        self.base = base
        self.cap = cap
        self.fraction = fraction
    }

    /// - Parameter attempt: the one that failed; 1 is the first.
    public func delay(after attempt: Int) -> Duration {
        // 2^20 s are twelve days: beyond any cap that makes sense, and far from overflow.
        let range = min(cap, base * (1 << min(max(attempt, 1) - 1, 20)))
        return range * fraction()
    }
}
