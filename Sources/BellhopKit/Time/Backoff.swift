import BellhopModel

/// How long to wait before trying again: twice as long each time, up to a limit, half of it left to chance, so that a
/// thousand phones that lost the same server do not come back in the same second.
struct Backoff: Hashable, Sendable {
    var base: Duration
    var limit: Duration

    /// For what a person waits for.
    static let answers = Backoff(base: .seconds(1), limit: .seconds(60))
    /// For what can wait.
    static let registration = Backoff(base: .seconds(5), limit: .seconds(15 * 60))

    /// - Parameters:
    ///   - attempt: 1 after the first failure.
    ///   - random: any number; decides the jitter.
    ///   - atLeast: what the server asked for (`Retry-After`).
    func delay(after attempt: Int, random: UInt64, atLeast: Duration? = nil) -> Duration {
        let doublings = min(max(attempt, 1) - 1, 20)
        let full = min(base.wholeMilliseconds << doublings, limit.wholeMilliseconds)
        let half = full / 2
        let jittered = half + Int64(random % UInt64(full - half + 1))
        return max(.milliseconds(jittered), atLeast ?? .zero)
    }
}
