#if canImport(UIKit)
import Foundation

/// When what a Live Activity shows is too old to be trusted.
public enum ActivityFreshness {
    /// A state is stale this long after it was made, in seconds: a session that works says so more often.
    public static let limit: TimeInterval = 15 * 60

    public static func staleDate(after made: Date) -> Date { made.addingTimeInterval(limit) }
}
#endif
