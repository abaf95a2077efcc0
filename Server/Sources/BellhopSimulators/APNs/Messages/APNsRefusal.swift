public import BellhopModel

/// An error response of APNs: a status, a reason, and additional fields.
///
/// Source: Apple, "Handling notification responses from APNs".
public struct APNsRefusal: Sendable, Hashable {
    /// The HTTP status, 400 to 599.
    public var status: Int
    /// One word of ASCII letters, such as `BadDeviceToken`.
    public var reason: String
    /// With status 410 only: the time at which APNs confirmed that the token was no longer valid for the topic.
    public var timestamp: Timestamp?
    /// The value of `Retry-After`, written in whole seconds.
    public var retryAfter: Duration?

    public init(_ status: Int, _ reason: String, timestamp: Timestamp? = nil, retryAfter: Duration? = nil) {
        precondition(
            reason.utf8.allSatisfy { (0x61...0x7A).contains($0 | 0x20) }, "a reason is one word of ASCII letters")
        self.status = status
        self.reason = reason
        self.timestamp = timestamp
        self.retryAfter = retryAfter
    }

    /// `{"reason":"…"}`, with 410 also the timestamp in milliseconds.
    var body: String {
        guard let timestamp else { return #"{"reason":"\#(reason)"}"# }
        return #"{"reason":"\#(reason)","timestamp":\#(timestamp.milliseconds)}"#
    }

    /// True if the response slows the connection down: every 4xx but 410 ("410 isn't considered an error condition").
    var isErrorCondition: Bool { (400..<500).contains(status) && status != 410 }
}

/// The documented errors of pushes and broadcasts that the simulator or a script may use.
extension APNsRefusal {
    public static let badChannelID = Self(400, "BadChannelId")
    public static let badCollapseID = Self(400, "BadCollapseId")
    public static let badDeviceToken = Self(400, "BadDeviceToken")
    public static let badExpirationDate = Self(400, "BadExpirationDate")
    public static let badMessageID = Self(400, "BadMessageId")
    public static let badPriority = Self(400, "BadPriority")
    public static let badRequestPayload = Self(400, "BadRequestPayload")
    public static let badTopic = Self(400, "BadTopic")
    public static let cannotCreateChannel = Self(400, "CannotCreateChannelConfig")
    public static let channelNotRegistered = Self(400, "ChannelNotRegistered")
    public static let deviceTokenNotForTopic = Self(400, "DeviceTokenNotForTopic")
    public static let duplicateHeaders = Self(400, "DuplicateHeaders")
    public static let featureNotEnabled = Self(400, "FeatureNotEnabled")
    public static let idleTimeout = Self(400, "IdleTimeout")
    public static let invalidPushType = Self(400, "InvalidPushType")
    public static let missingChannelID = Self(400, "MissingChannelId")
    public static let missingDeviceToken = Self(400, "MissingDeviceToken")
    public static let missingPushType = Self(400, "MissingPushType")
    public static let missingTopic = Self(400, "MissingTopic")
    public static let payloadEmpty = Self(400, "PayloadEmpty")
    public static let topicDisallowed = Self(400, "TopicDisallowed")

    public static let badEnvironmentKeyID = Self(403, "BadEnvironmentKeyIdInToken")
    public static let expiredProviderToken = Self(403, "ExpiredProviderToken")
    public static let forbidden = Self(403, "Forbidden")
    public static let invalidProviderToken = Self(403, "InvalidProviderToken")
    public static let missingProviderToken = Self(403, "MissingProviderToken")
    public static let topicMismatch = Self(403, "TopicMismatch")
    public static let unrelatedKeyID = Self(403, "UnrelatedKeyIdInToken")

    public static let badPath = Self(404, "BadPath")
    public static let methodNotAllowed = Self(405, "MethodNotAllowed")
    public static let payloadTooLarge = Self(413, "PayloadTooLarge")
    public static let tooManyProviderTokenUpdates = Self(429, "TooManyProviderTokenUpdates")
    public static let tooManyRequests = Self(429, "TooManyRequests")
    public static let internalServerError = Self(500, "InternalServerError")
    public static let shutdown = Self(503, "Shutdown")

    public static func unregistered(since moment: Timestamp) -> Self { Self(410, "Unregistered", timestamp: moment) }
    public static func expiredToken(since moment: Timestamp) -> Self { Self(410, "ExpiredToken", timestamp: moment) }

    public static func serviceUnavailable(retryAfter: Duration? = nil) -> Self {
        Self(503, "ServiceUnavailable", retryAfter: retryAfter)
    }
}
