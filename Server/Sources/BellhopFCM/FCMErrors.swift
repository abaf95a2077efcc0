import BellhopModel
public import BellhopPush

/// The errors of FCM (FCM HTTP v1, *ErrorCode*; Google, *Using OAuth 2.0 for server to server applications*).
public enum FCMErrors {
    /// FCM's codes, then the canonical codes that Google's servers use where FCM has none, then the codes of the access
    /// token endpoint.
    public static let table: [GatewayErrorRow] = [
        .init(400, "INVALID_ARGUMENT", .dropPush, "A field of the message is invalid."),
        .init(
            400, "INVALID_TOKEN", .suspectDevice,
            "The token is malformed: FCM responds INVALID_ARGUMENT, and its details name the token."),
        .init(
            401, "THIRD_PARTY_AUTH_ERROR", .pauseCredential, "The APNs key or Web Push key in Firebase is invalid."),
        .init(403, "SENDER_ID_MISMATCH", .removeDevice, "The token belongs to another Firebase project."),
        .init(404, "UNREGISTERED", .removeDevice, "The app was deleted from the device, or is no longer registered."),
        .init(429, "QUOTA_EXCEEDED", .slowDown, "Too many messages: for the project, the device or the topic."),
        .init(500, "INTERNAL", .backOff, "FCM had an internal error."),
        .init(500, "UNSPECIFIED_ERROR", .backOff, "FCM gives no reason."),
        .init(503, "UNAVAILABLE", .backOff, "FCM is not available."),

        .init(401, "UNAUTHENTICATED", .renewAndRetry, "The access token is invalid or has expired."),
        .init(
            403, "PERMISSION_DENIED", .pauseCredential,
            "The service account may not send (cloudmessaging.messages.create), or the FCM API is not enabled."),
        .init(404, "NOT_FOUND", .pauseCredential, "There is no such project: check project_id."),
        .init(429, "RESOURCE_EXHAUSTED", .slowDown, "Too many requests."),
        .init(504, "DEADLINE_EXCEEDED", .backOff, "FCM took too long."),

        .init(
            400, "invalid_grant", .pauseCredential,
            "The service account or its key was deleted or disabled."),
        .init(
            400, "invalid_scope", .pauseCredential, "The service account may not request the scope firebase.messaging."),
        .init(400, "unsupported_grant_type", .pauseCredential, "token_uri is not Google's."),
        .init(401, "invalid_client", .pauseCredential, "The service account is not known: it was deleted or disabled."),
        .init(401, "unauthorized_client", .pauseCredential, "The service account may not request access tokens."),
        .init(403, "access_denied", .pauseCredential, "A policy of the organisation forbids it."),
    ]

    /// The reaction to `reason`: by the table, or for a reason that Google has added since, by its status.
    ///
    /// - Returns: `nil` when neither is known.
    static func reaction(to reason: Reason, status: Int) -> GatewayErrorRow.Reaction? {
        reactions.reaction(to: reason, status: status)
    }

    @Sendable static func isKnown(_ reason: Reason) -> Bool {
        reactions.contains(reason) || reason == .unreadableToken || reason == .unusableKey
    }

    /// The earliest time of the next attempt (FCM, *Best practices when sending FCM messages at scale*): "Never retry
    /// sooner than 10 seconds", and "in case of 429 without Retry-After: 60 seconds".
    ///
    /// - Parameter field: The value of `Retry-After`, unparsed.
    /// - Returns: `nil` leaves it to the dispatcher's backoff.
    static func nextAttempt(_ reaction: GatewayErrorRow.Reaction, retryAfter field: String?, now: Timestamp)
        -> Timestamp?
    {
        let requested = field.flatMap { Timestamp(retryAfter: $0, now: now) }
        return switch reaction {
        case .slowDown: max(requested ?? now + .seconds(60), now + .seconds(10))
        case .backOff: max(requested ?? now, now + .seconds(10))
        default: requested
        }
    }

    private static let reactions = GatewayErrorTable(table) { status in
        switch status {
        case 400, 413: .dropPush
        case 401: .renewAndRetry
        case 403, 404: .pauseCredential
        case 429: .slowDown
        case 408, 500...599: .backOff
        default: nil
        }
    }
}

extension Reason {
    static let invalidArgument = Self(rawValue: "INVALID_ARGUMENT")
    /// `INVALID_ARGUMENT` with details that name the token.
    static let invalidToken = Self(rawValue: "INVALID_TOKEN")
    static let unauthenticated = Self(rawValue: "UNAUTHENTICATED")
    /// The token endpoint responded 200 without a usable access token.
    static let unreadableToken = Self(rawValue: "UnreadableAccessToken")
    static let unusableKey = Self(rawValue: "UnusableKey")
}
