public import BellhopPush

extension APNsErrors {
    /// What errors about channels and broadcasts mean (Apple, Handling error responses from APNs, for broadcasts). One row
    /// for each documented error.
    public static let channelTable: [GatewayErrorRow] = [
        row(400, "BadChannelId", .dropPush, "The channel id is not one."),
        row(400, "BadExpirationDate", .dropPush, "The expiration is not a number, or the channel stores nothing."),
        row(400, "BadMessageId", .dropPush, "The request's id is not a UUID."),
        row(400, "BadPriority", .dropPush, "The priority is not one that broadcasts have."),
        row(400, "BadRequestParams", .dropPush, "A parameter of the request is wrong."),
        row(400, "BadRequestPayload", .dropPush, "The request's body is not what it should be."),
        row(400, "CannotCreateChannelConfig", .dropPush, "The app has as many channels as it may: delete some."),
        row(400, "ChannelNotRegistered", .dropPush, "There is no such channel in this app and environment."),
        row(
            400, "FeatureNotEnabled", .dropPush,
            "Broadcasts are not turned on for the app: do so in the developer account."),
        row(400, "InvalidPushType", .dropPush, "Channels are for Live Activities only."),
        row(400, "MissingChannelId", .dropPush, "The request names no channel."),
        row(400, "MissingPushType", .dropPush, "The request names no push type."),
        row(400, "PayloadEmpty", .dropPush, "The payload is empty."),
        row(
            400, "TopicDisallowed", .dropPush, "The request names a topic, or the app's identifier carries a suffix."),
        row(403, "BadCertificate", .pauseCredential, "The certificate is invalid."),
        row(403, "BadCertificateEnvironment", .pauseCredential, "The certificate is for the other environment."),
        row(403, "ExpiredProviderToken", .renewAndRetry, "The provider token is too old: check this machine's clock."),
        row(
            403, "InvalidProviderToken", .pauseCredential, "The provider token is wrong: check key, key id and team id."
        ),
        row(403, "MissingProviderToken", .pauseCredential, "The request has no provider token."),
        row(403, "TopicMismatch", .pauseCredential, "The key is not for this app."),
        row(404, "BadPath", .dropPush, "The request's path is wrong."),
        row(405, "MethodNotAllowed", .dropPush, "The request's method is not one of this path."),
        row(413, "PayloadTooLarge", .dropPush, "The payload is larger than 5120 bytes."),
        row(
            429, "TooManyProviderTokenUpdates", .slowDown,
            "The provider token was changed more than once in 20 minutes."),
        row(429, "TooManyRequests", .slowDown, "Too much was sent to this channel in a short time."),
        row(500, "InternalServerError", .backOff, "APNs had an error of its own."),
        row(503, "ServiceUnavailable", .backOff, "APNs is not available."),
        row(503, "Shutdown", .backOff, "This server of APNs is shutting down."),
    ]

    /// These say that there is no such channel.
    static let unknownChannel: Set<Reason> = [.badChannelID, .channelNotRegistered]
}
