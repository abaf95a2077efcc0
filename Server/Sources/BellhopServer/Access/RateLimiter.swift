import BellhopModel
import Synchronization

/// A token bucket for each key: so many at once, so many a second after that.
///
/// It keeps an agent in a loop from flooding a phone; it is not a defence against strangers, who have no key.
final class RateLimiter: Sendable {
    struct Rule: Sendable, Hashable {
        var burst: Double
        var perSecond: Double
    }

    private struct Bucket {
        var tokens: Double
        var at: Timestamp
    }

    /// In seconds: nobody is told to wait longer.
    private static let longestWait = 3600.0

    private let rule: Rule
    private let buckets = Mutex<[KeyID: Bucket]>([:])

    init(_ rule: Rule) { self.rule = rule }

    /// Takes one token.
    /// - Returns: `nil` when there was one, otherwise the seconds until there is.
    func take(for key: KeyID, at now: Timestamp) -> Int? {
        buckets.withLock { buckets in
            var bucket = buckets[key] ?? Bucket(tokens: rule.burst, at: now)
            let elapsed = max(0, Double(now.milliseconds - bucket.at.milliseconds) / 1000)
            bucket.tokens = min(rule.burst, bucket.tokens + elapsed * rule.perSecond)
            bucket.at = now
            defer { buckets[key] = bucket }
            guard bucket.tokens >= 1 else {
                // Infinite where nothing is ever added.
                let seconds = min((1 - bucket.tokens) / rule.perSecond, Self.longestWait)
                return max(1, Int(seconds.rounded(.up)))
            }
            bucket.tokens -= 1
            return nil
        }
    }
}
