public import BellhopPush

/// What FCM's errors mean (FCM HTTP v1, *ErrorCode*; Google, *Using OAuth 2.0 for server to server applications*).
public enum FCMErrors {
    /// FCM's codes, then the canonical ones that Google's servers use where FCM says nothing itself, then the words of
    /// the endpoint that gives out access tokens.
    public static let table: [GatewayErrorRow] = [
        row(400, "INVALID_ARGUMENT", .dropPush, "A field of the message is wrong."),
        row(
            400, "INVALID_TOKEN", .suspectDevice,
            "The token is not one: FCM says INVALID_ARGUMENT, and its details name the token."),
        row(401, "THIRD_PARTY_AUTH_ERROR", .pauseCredential, "The APNs key or Web Push key kept in Firebase is wrong."),
        row(403, "SENDER_ID_MISMATCH", .removeDevice, "The token belongs to another Firebase project."),
        row(404, "UNREGISTERED", .removeDevice, "The app is gone from the device, or no longer registered."),
        row(429, "QUOTA_EXCEEDED", .slowDown, "Too many messages: for the project, the device or the topic."),
        row(500, "INTERNAL", .backOff, "FCM had an error of its own."),
        row(500, "UNSPECIFIED_ERROR", .backOff, "FCM does not say what is wrong."),
        row(503, "UNAVAILABLE", .backOff, "FCM is not available."),

        row(401, "UNAUTHENTICATED", .renewAndRetry, "The access token is not valid, or no longer."),
        row(
            403, "PERMISSION_DENIED", .pauseCredential,
            "The service account may not send (cloudmessaging.messages.create), or the FCM API is not enabled."),
        row(404, "NOT_FOUND", .pauseCredential, "There is no such project: check project_id."),
        row(429, "RESOURCE_EXHAUSTED", .slowDown, "Too many requests."),
        row(504, "DEADLINE_EXCEEDED", .backOff, "FCM took too long."),

        row(
            400, "invalid_grant", .pauseCredential,
            "The service account or its key is gone, or this machine's clock is wrong."),
        row(400, "invalid_scope", .pauseCredential, "The service account may not ask for firebase.messaging."),
        row(400, "unsupported_grant_type", .pauseCredential, "token_uri is not Google's."),
        row(401, "invalid_client", .pauseCredential, "The service account is not known: it was deleted or disabled."),
        row(401, "unauthorized_client", .pauseCredential, "The service account may not ask for access tokens."),
        row(403, "access_denied", .pauseCredential, "A policy of the organisation forbids it."),
    ]

    /// What to do about `reason`: by the table, or for a reason that Google has added since, by its status.
    ///
    /// - Returns: `nil` when the table has neither.
    static func reaction(to reason: Reason, status: Int) -> GatewayErrorRow.Reaction? {
        if let known = reactions[reason] { return known }
        return switch status {
        case 400, 413: .dropPush
        case 401: .renewAndRetry
        case 403, 404: .pauseCredential
        case 429: .slowDown
        case 408, 500...599: .backOff
        default: nil
        }
    }

    static func isKnown(_ reason: Reason) -> Bool { reactions[reason] != nil }

    private static let reactions = Dictionary(uniqueKeysWithValues: table.map { ($0.reason, $0.reaction) })

    private static func row(
        _ status: Int, _ reason: String, _ reaction: GatewayErrorRow.Reaction, _ meaning: String
    ) -> GatewayErrorRow {
        GatewayErrorRow(status, Reason(rawValue: reason), reaction, meaning)
    }
}
