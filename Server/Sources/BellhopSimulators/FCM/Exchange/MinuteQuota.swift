import BellhopModel

/// How many messages of one project were counted in the minute that began with the first of them.
///
/// "These minutes are not aligned to the clock", and client errors count (FCM, *Throttling and quotas*).
struct MinuteQuota: Sendable {
    private var start = Timestamp(milliseconds: 0)
    private var count = 0

    /// Counts one message more.
    ///
    /// - Returns: how long to wait when it is one too many.
    mutating func take(limit: Int, now: Timestamp) -> Duration? {
        if now < start || now >= start + .seconds(60) {
            start = now
            count = 0
        }
        guard count < limit else { return start + .seconds(60) - now }
        count += 1
        return nil
    }
}
