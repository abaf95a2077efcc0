import BellhopModel

/// Exponential backoff with jitter.
///
/// The delay doubles up to a limit, and half of it is random, so that the devices that lost one server do not reconnect
/// in the same second.
struct RetryBackoff: Hashable, Sendable {
    var base: Duration
    var limit: Duration

    /// For requests that a person waits for.
    static let interactive = RetryBackoff(base: .seconds(1), limit: .seconds(60))
    /// For background requests.
    static let background = RetryBackoff(base: .seconds(5), limit: .seconds(15 * 60))

    /// The delay before the next attempt.
    ///
    /// - Parameters:
    ///   - attempt: 1 after the first failure.
    ///   - random: any number; decides the jitter.
    ///   - atLeast: the shortest delay that the server asked for (`Retry-After`).
    func delay(after attempt: Int, random: UInt64, atLeast: Duration? = nil) -> Duration {
        let doublings = min(max(attempt, 1) - 1, 20)
        let full = min(base.wholeMilliseconds << doublings, limit.wholeMilliseconds)
        let half = full / 2
        let jittered = half + Int64(random % UInt64(full - half + 1))
        return max(.milliseconds(jittered), atLeast ?? .zero)
    }
}
