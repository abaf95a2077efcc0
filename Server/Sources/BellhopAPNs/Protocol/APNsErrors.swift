public import BellhopPush

/// The errors of APNs (Apple, Handling notification responses from APNs).
public enum APNsErrors {
    /// One row for each documented error, and one for the second spelling of `BadEnvironmentKeyIdInToken` that the
    /// servers use.
    public static let table: [GatewayErrorRow] = [
        .init(400, "BadCollapseId", .dropPush, "The collapse id is longer than 64 bytes."),
        .init(400, "BadDeviceToken", .suspectDevice, "The token is malformed, or belongs to the other environment."),
        .init(400, "BadExpirationDate", .dropPush, "The expiration is not a number of seconds."),
        .init(400, "BadMessageId", .dropPush, "The push's id is not a UUID."),
        .init(400, "BadPriority", .dropPush, "The priority is not 10, 5 or 1, or is invalid for the push type."),
        .init(400, "BadTopic", .dropPush, "The topic is malformed: check the app's bundle identifier."),
        .init(400, "DeviceTokenNotForTopic", .removeDevice, "The token belongs to another app."),
        .init(400, "DuplicateHeaders", .dropPush, "A field of the request was repeated."),
        .init(400, "IdleTimeout", .renewAndRetry, "The connection was idle for too long."),
        .init(400, "InvalidPushType", .dropPush, "The push type is unknown."),
        .init(400, "MissingDeviceToken", .dropPush, "The request names no device token."),
        .init(400, "MissingTopic", .dropPush, "The request names no topic."),
        .init(400, "PayloadEmpty", .dropPush, "The payload is empty."),
        .init(400, "TopicDisallowed", .pauseCredential, "The team may not push to this topic."),
        .init(403, "BadCertificate", .pauseCredential, "The certificate is invalid."),
        .init(403, "BadCertificateEnvironment", .pauseCredential, "The certificate is for the other environment."),
        .init(403, "BadEnvironmentKeyIdInToken", .pauseCredential, "The key is for the other environment."),
        .init(403, "BadEnvironmentKeyInToken", .pauseCredential, "The key is for the other environment."),
        .init(
            403, "ExpiredProviderToken", .renewAndRetry, "The provider token is too old: check this machine's clock."),
        .init(403, "Forbidden", .pauseCredential, "The key lacks this permission."),
        .init(
            403, "InvalidProviderToken", .pauseCredential, "The provider token is wrong: check key, key id and team id."
        ),
        .init(403, "MissingProviderToken", .pauseCredential, "The request has no provider token."),
        .init(403, "UnrelatedKeyIdInToken", .renewAndRetry, "The connection already serves another key."),
        .init(404, "BadPath", .dropPush, "The request's path is wrong."),
        .init(405, "MethodNotAllowed", .dropPush, "The request's method is not POST."),
        .init(410, "ExpiredToken", .removeDevice, "The device token has expired."),
        .init(410, "Unregistered", .removeDevice, "The app was deleted from the device, or is no longer registered."),
        .init(413, "PayloadTooLarge", .dropPush, "The payload is larger than 4096 bytes, or 5120 for a call."),
        .init(
            429, "TooManyProviderTokenUpdates", .slowDown,
            "The provider token was changed more than once in 20 minutes."),
        .init(429, "TooManyRequests", .slowDown, "Too many pushes went to this device in a short time."),
        .init(500, "InternalServerError", .backOff, "APNs had an internal error."),
        .init(503, "ServiceUnavailable", .backOff, "APNs is not available."),
        .init(503, "Shutdown", .backOff, "This server of APNs is shutting down."),
    ]

    /// Errors about channels and broadcasts (Apple, Handling error responses from APNs, for broadcasts): one row for
    /// each documented error.
    public static let channelTable: [GatewayErrorRow] = [
        .init(400, "BadChannelId", .dropPush, "The channel id is malformed."),
        .init(400, "BadExpirationDate", .dropPush, "The expiration is not a number, or the channel stores nothing."),
        .init(400, "BadMessageId", .dropPush, "The request's id is not a UUID."),
        .init(400, "BadPriority", .dropPush, "The priority is invalid for broadcasts."),
        .init(400, "BadRequestParams", .dropPush, "A parameter of the request is wrong."),
        .init(400, "BadRequestPayload", .dropPush, "The request's body is malformed."),
        .init(400, "CannotCreateChannelConfig", .dropPush, "The app has reached its channel limit: delete some."),
        .init(400, "ChannelNotRegistered", .dropPush, "There is no such channel in this app and environment."),
        .init(
            400, "FeatureNotEnabled", .dropPush,
            "Broadcasts are not enabled for the app: enable them in the developer account."),
        .init(400, "InvalidPushType", .dropPush, "Channels are for Live Activities only."),
        .init(400, "MissingChannelId", .dropPush, "The request names no channel."),
        .init(400, "MissingPushType", .dropPush, "The request names no push type."),
        .init(400, "PayloadEmpty", .dropPush, "The payload is empty."),
        .init(
            400, "TopicDisallowed", .dropPush, "The request names a topic, or the app's identifier carries a suffix."),
        .init(403, "BadCertificate", .pauseCredential, "The certificate is invalid."),
        .init(403, "BadCertificateEnvironment", .pauseCredential, "The certificate is for the other environment."),
        .init(
            403, "ExpiredProviderToken", .renewAndRetry, "The provider token is too old: check this machine's clock."),
        .init(
            403, "InvalidProviderToken", .pauseCredential, "The provider token is wrong: check key, key id and team id."
        ),
        .init(403, "MissingProviderToken", .pauseCredential, "The request has no provider token."),
        .init(403, "TopicMismatch", .pauseCredential, "The key is not for this app."),
        .init(404, "BadPath", .dropPush, "The request's path is wrong."),
        .init(405, "MethodNotAllowed", .dropPush, "The request's method is not supported by this path."),
        .init(413, "PayloadTooLarge", .dropPush, "The payload is larger than 5120 bytes."),
        .init(
            429, "TooManyProviderTokenUpdates", .slowDown,
            "The provider token was changed more than once in 20 minutes."),
        .init(429, "TooManyRequests", .slowDown, "Too much was sent to this channel in a short time."),
        .init(500, "InternalServerError", .backOff, "APNs had an internal error."),
        .init(503, "ServiceUnavailable", .backOff, "APNs is not available."),
        .init(503, "Shutdown", .backOff, "This server of APNs is shutting down."),
    ]

    /// The reasons with which APNs reports an unknown channel.
    static let unknownChannel: Set<Reason> = [.badChannelID, .channelNotRegistered]

    /// The reasons after which a connection is unusable: it is closed, and the next push opens another.
    static let closeConnection: Set<Reason> = [
        .badEnvironmentKey, .badEnvironmentKeyID, .idleTimeout, .shutdown, .unrelatedKeyID,
    ]

    /// The reaction to `reason`: by the service's table, or for a reason that Apple has added since, by its status.
    ///
    /// - Returns: `nil` when neither is known.
    static func reaction(
        to reason: Reason, status: Int, from service: APNsService = .pushes
    ) -> GatewayErrorRow.Reaction? {
        (service == .pushes ? pushes : channels).reaction(to: reason, status: status)
    }

    static func isKnown(_ reason: Reason) -> Bool { pushes.contains(reason) || channels.contains(reason) }

    private static let pushes = GatewayErrorTable(table, fallback: reaction)
    private static let channels = GatewayErrorTable(channelTable, fallback: reaction)

    @Sendable private static func reaction(to status: Int) -> GatewayErrorRow.Reaction? {
        switch status {
        case 400, 404, 405, 413: .dropPush
        case 403: .pauseCredential
        case 410: .removeDevice
        case 429: .slowDown
        case 500...599: .backOff
        default: nil
        }
    }
}

/// The reasons that the client sets itself, or handles beyond the table.
extension Reason {
    static let badCollapseID = Self(rawValue: "BadCollapseId")
    static let badDeviceToken = Self(rawValue: "BadDeviceToken")
    static let badTopic = Self(rawValue: "BadTopic")
    static let invalidPushType = Self(rawValue: "InvalidPushType")
    static let payloadEmpty = Self(rawValue: "PayloadEmpty")
    static let topicDisallowed = Self(rawValue: "TopicDisallowed")
    static let payloadTooLarge = Self(rawValue: "PayloadTooLarge")

    static let badChannelID = Self(rawValue: "BadChannelId")
    static let channelNotRegistered = Self(rawValue: "ChannelNotRegistered")

    static let invalidProviderToken = Self(rawValue: "InvalidProviderToken")
    static let expiredProviderToken = Self(rawValue: "ExpiredProviderToken")
    static let tooManyProviderTokenUpdates = Self(rawValue: "TooManyProviderTokenUpdates")

    static let badEnvironmentKey = Self(rawValue: "BadEnvironmentKeyInToken")
    static let badEnvironmentKeyID = Self(rawValue: "BadEnvironmentKeyIdInToken")
    static let idleTimeout = Self(rawValue: "IdleTimeout")
    static let shutdown = Self(rawValue: "Shutdown")
    static let unrelatedKeyID = Self(rawValue: "UnrelatedKeyIdInToken")
}
