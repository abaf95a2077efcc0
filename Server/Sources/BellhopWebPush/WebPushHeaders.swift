import BellhopModel
import BellhopPush

/// The header fields of one request to a push service (RFC 8030 §5).
struct WebPushHeaders: Sendable {
    /// The same for all messages to one push service, until the VAPID credentials are renewed.
    let shared: [(String, String)]
    let own: [(String, String)]

    /// The lifetime of a push without expiration. Push services store messages for at most 28 days (Google) to 30 days.
    static let longestLifetime = Duration.seconds(28 * 86_400)

    /// - Parameters:
    ///   - topic: Replaces an undelivered message with the same topic.
    ///   - authorization: The VAPID credentials.
    ///   - now: The start of the lifetime.
    init(_ push: Push, topic: String?, authorization: Secret, now: Timestamp) {
        shared = [
            ("authorization", authorization.reveal()), ("content-encoding", "aes128gcm"),
            ("content-type", "application/octet-stream"),
        ]
        var own = [
            ("ttl", String(Self.lifetime(push.expiration, now: now))), ("urgency", Self.urgency(push.urgency)),
        ]
        if let topic { own.append(("topic", topic)) }
        self.own = own
    }

    /// The lifetime in whole seconds, rounded down, so that nothing is shown after its deadline.
    private static func lifetime(_ expiration: Expiration, now: Timestamp) -> Int64 {
        switch expiration {
        case .gatewayDefault: longestLifetime.components.seconds
        case .immediately: 0
        case .at(let moment): max(min(moment - now, longestLifetime).components.seconds, 0)
        }
    }

    private static func urgency(_ urgency: Urgency) -> String {
        switch urgency {
        case .immediate: "high"
        case .considerate: "normal"
        case .low: "low"
        }
    }
}
