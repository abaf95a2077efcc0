import BellhopModel
import BellhopPush

/// When a message may be sent again (FCM, *Best practices when sending FCM messages at scale*).
enum Retry {
    /// "Never retry sooner than 10 seconds."
    static let least = Duration.seconds(10)
    /// "In case of 429 without Retry-After: 60 seconds."
    static let afterQuota = Duration.seconds(60)

    /// - Parameter field: `Retry-After`, as it was written.
    /// - Returns: not before this moment; `nil` leaves it to the engine's own backoff.
    static func moment(_ reaction: GatewayErrorRow.Reaction, field: String?, now: Timestamp) -> Timestamp? {
        let told = field.flatMap { Timestamp(retryAfter: $0, now: now) }
        return switch reaction {
        case .slowDown: max(told ?? now + afterQuota, now + least)
        case .backOff: max(told ?? now, now + least)
        default: told
        }
    }
}
