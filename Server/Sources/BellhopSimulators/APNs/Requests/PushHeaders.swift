public import BellhopModel

/// The `apns-` fields of a request, as the provider sent them; `nil` where it sent none.
///
/// Source: Apple, "Sending notification requests to APNs".
public struct PushHeaders: Sendable, Hashable {
    /// `apns-id`
    public var id: String?
    /// `apns-push-type`
    public var pushType: String?
    /// `apns-topic`: the app's bundle identifier, with a suffix for some push types
    public var topic: String?
    /// `apns-priority`
    public var priority: String?
    /// `apns-expiration`
    public var expiration: String?
    /// `apns-collapse-id`
    public var collapseID: String?
    /// `apns-channel-id`, of requests about channels
    public var channelID: String?
    /// `apns-request-id`, which those have in place of `apns-id`
    public var requestID: String?

    public init(
        id: String? = nil, pushType: String? = nil, topic: String? = nil, priority: String? = nil,
        expiration: String? = nil, collapseID: String? = nil, channelID: String? = nil, requestID: String? = nil
    ) {
        self.id = id
        self.pushType = pushType
        self.topic = topic
        self.priority = priority
        self.expiration = expiration
        self.collapseID = collapseID
        self.channelID = channelID
        self.requestID = requestID
    }
}

extension PushHeaders {
    /// How long APNs keeps a push for a device that it cannot reach.
    public enum Lifetime: Sendable, Hashable {
        /// One attempt, not stored (`apns-expiration: 0`).
        case oneAttempt
        case until(Timestamp)
        /// No field: as long as APNs likes.
        case serviceDefault
    }

    /// `nil` when `apns-expiration` is not a count of seconds.
    public var lifetime: Lifetime? {
        guard let expiration else { return .serviceDefault }
        guard !expiration.isEmpty, expiration.utf8.allSatisfy({ (0x30...0x39).contains($0) }),
            let seconds = Int64(expiration), seconds <= Int64.max / 1000
        else { return nil }
        return seconds == 0 ? .oneAttempt : .until(Timestamp(seconds: seconds))
    }
}
