import BellhopModel
import Synchronization

/// The number of requests that a ``RateLimiter`` allows.
struct RateLimit: Sendable, Hashable {
    /// The number of requests that may arrive at once.
    var burst: Double
    var perSecond: Double
}

/// A token bucket for each caller, by its key or its address.
final class RateLimiter<Caller: Hashable & Sendable>: Sendable {
    private struct Bucket {
        var tokens: Double
        var at: Timestamp
    }

    /// The maximum wait that is reported to a caller, in seconds.
    private static var longestWait: Double { 3600 }

    private let rule: RateLimit
    private let capacity: Int
    private let buckets = Mutex<[Caller: Bucket]>([:])

    /// - Parameter capacity: the maximum number of stored buckets. Above it full buckets are deleted first, then all.
    init(_ rule: RateLimit, capacity: Int = 65_536) {
        self.rule = rule
        self.capacity = capacity
    }

    /// Takes one token.
    /// - Returns: `nil` if a token was available, otherwise the seconds until the next one.
    func take(for caller: Caller, at now: Timestamp) -> Int? {
        buckets.withLock { buckets in
            if buckets.count >= capacity, buckets[caller] == nil { evictBuckets(&buckets, at: now) }
            var bucket = Bucket(tokens: buckets[caller].map { tokens(of: $0, at: now) } ?? rule.burst, at: now)
            defer { buckets[caller] = bucket }
            guard bucket.tokens >= 1 else {
                // Infinite with a rate of zero.
                let seconds = min((1 - bucket.tokens) / rule.perSecond, Self.longestWait)
                return max(1, Int(seconds.rounded(.up)))
            }
            bucket.tokens -= 1
            return nil
        }
    }

    private func tokens(of bucket: Bucket, at now: Timestamp) -> Double {
        let elapsed = max(0, Double(now.milliseconds - bucket.at.milliseconds) / 1000)
        return min(rule.burst, bucket.tokens + elapsed * rule.perSecond)
    }

    private func evictBuckets(_ buckets: inout [Caller: Bucket], at now: Timestamp) {
        buckets = buckets.filter { tokens(of: $0.value, at: now) < rule.burst }
        if buckets.count >= capacity { buckets = [:] }
    }
}
