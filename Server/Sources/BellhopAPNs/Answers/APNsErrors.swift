public import BellhopPush

/// What APNs' errors mean (Apple, Handling notification responses from APNs).
public enum APNsErrors {
    /// One row for each documented error, and one for the second spelling of `BadEnvironmentKeyIdInToken` that the
    /// servers use.
    public static let table: [GatewayErrorRow] = [
        row(400, "BadCollapseId", .dropPush, "The collapse id is longer than 64 bytes."),
        row(400, "BadDeviceToken", .suspectDevice, "The token is not one, or belongs to the other environment."),
        row(400, "BadExpirationDate", .dropPush, "The expiration is not a number of seconds."),
        row(400, "BadMessageId", .dropPush, "The push's id is not a UUID."),
        row(400, "BadPriority", .dropPush, "The priority is not 10, 5 or 1, or does not go with the push type."),
        row(400, "BadTopic", .dropPush, "The topic is not one: check the app's bundle identifier."),
        row(400, "DeviceTokenNotForTopic", .removeDevice, "The token belongs to another app."),
        row(400, "DuplicateHeaders", .dropPush, "A field of the request was repeated."),
        row(400, "IdleTimeout", .renewAndRetry, "The connection was idle for too long."),
        row(400, "InvalidPushType", .dropPush, "There is no such push type."),
        row(400, "MissingDeviceToken", .dropPush, "The request names no device token."),
        row(400, "MissingTopic", .dropPush, "The request names no topic."),
        row(400, "PayloadEmpty", .dropPush, "The payload is empty."),
        row(400, "TopicDisallowed", .pauseCredential, "The team may not push to this topic."),
        row(403, "BadCertificate", .pauseCredential, "The certificate is invalid."),
        row(403, "BadCertificateEnvironment", .pauseCredential, "The certificate is for the other environment."),
        row(403, "BadEnvironmentKeyIdInToken", .pauseCredential, "The key is for the other environment."),
        row(403, "BadEnvironmentKeyInToken", .pauseCredential, "The key is for the other environment."),
        row(403, "ExpiredProviderToken", .renewAndRetry, "The provider token is too old: check this machine's clock."),
        row(403, "Forbidden", .pauseCredential, "The key may not do this."),
        row(
            403, "InvalidProviderToken", .pauseCredential, "The provider token is wrong: check key, key id and team id."
        ),
        row(403, "MissingProviderToken", .pauseCredential, "The request has no provider token."),
        row(403, "UnrelatedKeyIdInToken", .renewAndRetry, "The connection already serves another key."),
        row(404, "BadPath", .dropPush, "The request's path is wrong."),
        row(405, "MethodNotAllowed", .dropPush, "The request's method is not POST."),
        row(410, "ExpiredToken", .removeDevice, "The device token has expired."),
        row(410, "Unregistered", .removeDevice, "The app is gone from the device, or no longer registered."),
        row(413, "PayloadTooLarge", .dropPush, "The payload is larger than 4096 bytes, or 5120 for a call."),
        row(
            429, "TooManyProviderTokenUpdates", .slowDown,
            "The provider token was changed more than once in 20 minutes."),
        row(429, "TooManyRequests", .slowDown, "Too many pushes went to this device in a short time."),
        row(500, "InternalServerError", .backOff, "APNs had an error of its own."),
        row(503, "ServiceUnavailable", .backOff, "APNs is not available."),
        row(503, "Shutdown", .backOff, "This server of APNs is shutting down."),
    ]

    /// After these the connection serves nobody any longer: it is left, and the next push opens another.
    static let leaveConnection: Set<Reason> = [
        .badEnvironmentKey, .badEnvironmentKeyID, .idleTimeout, .shutdown, .unrelatedKeyID,
    ]

    /// What to do about `reason`: by the service's table, or for a reason that Apple has added since, by its status.
    ///
    /// - Returns: `nil` when the table has neither.
    static func reaction(
        to reason: Reason, status: Int, from service: APNsService = .pushes
    ) -> GatewayErrorRow.Reaction? {
        let known =
            switch service {
            case .pushes: reactions[reason]
            case .broadcasts, .channels: channelReactions[reason]
            }
        if let known { return known }
        return switch status {
        case 400, 404, 405, 413: .dropPush
        case 403: .pauseCredential
        case 410: .removeDevice
        case 429: .slowDown
        case 500...599: .backOff
        default: nil
        }
    }

    static func isKnown(_ reason: Reason) -> Bool { reactions[reason] != nil || channelReactions[reason] != nil }

    private static let reactions = Dictionary(uniqueKeysWithValues: table.map { ($0.reason, $0.reaction) })
    private static let channelReactions = Dictionary(
        uniqueKeysWithValues: channelTable.map { ($0.reason, $0.reaction) })

    static func row(
        _ status: Int, _ reason: String, _ reaction: GatewayErrorRow.Reaction, _ meaning: String
    ) -> GatewayErrorRow {
        GatewayErrorRow(status, Reason(rawValue: reason), reaction, meaning)
    }
}
