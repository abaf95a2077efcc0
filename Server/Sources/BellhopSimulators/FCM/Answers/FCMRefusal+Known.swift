import BellhopModel

/// What the simulator answers by itself, or a script may want (FCM HTTP v1, *ErrorCode*).
extension FCMRefusal {
    public static let unregistered = send(
        404, "NOT_FOUND", code: "UNREGISTERED", "Requested entity was not found.")
    public static let invalidToken = send(
        400, "INVALID_ARGUMENT", code: "INVALID_ARGUMENT",
        "The registration token is not a valid FCM registration token")
    public static let senderIDMismatch = send(403, "PERMISSION_DENIED", code: "SENDER_ID_MISMATCH", "SenderId mismatch")
    public static let thirdPartyAuthError = send(
        401, "UNAUTHENTICATED", code: "THIRD_PARTY_AUTH_ERROR", "Auth error from APNS or Web Push Service")
    public static let unauthenticated = send(
        401, "UNAUTHENTICATED", code: nil, "Request had invalid authentication credentials.")
    public static let permissionDenied = send(
        403, "PERMISSION_DENIED", code: nil, "Permission 'cloudmessaging.messages.create' denied on resource")
    public static let projectNotFound = send(404, "NOT_FOUND", code: nil, "Requested entity was not found.")
    public static let internalError = send(500, "INTERNAL", code: "INTERNAL", "Internal error encountered.")
    public static let unspecified = send(500, "UNKNOWN", code: "UNSPECIFIED_ERROR", "Unknown Error.")
    public static let deadlineExceeded = send(504, "DEADLINE_EXCEEDED", code: nil, "The deadline expired.")
    public static let resourceExhausted = send(429, "RESOURCE_EXHAUSTED", code: nil, "Resource has been exhausted.")

    public static func unavailable(retryAfter: Duration? = nil) -> Self {
        send(503, "UNAVAILABLE", code: "UNAVAILABLE", "The service is currently unavailable.", retryAfter: retryAfter)
    }

    public static func quotaExceeded(retryAfter: Duration? = nil) -> Self {
        send(429, "RESOURCE_EXHAUSTED", code: "QUOTA_EXCEEDED", "Quota exceeded.", retryAfter: retryAfter)
    }

    /// A field of the message that is wrong.
    public static func invalidArgument(_ field: String, _ message: String) -> Self {
        send(400, "INVALID_ARGUMENT", code: "INVALID_ARGUMENT", message, field: field)
    }

    // Of the token endpoint.

    public static func invalidGrant(_ description: String) -> Self { token(400, "invalid_grant", description) }
    public static let invalidScope = token(
        400, "invalid_scope", "Invalid OAuth scope or ID token audience provided.")
    public static let unsupportedGrantType = token(400, "unsupported_grant_type", "Invalid grant_type")
    public static let invalidClient = token(401, "invalid_client", "The OAuth client was not found.")

    static let noRoute = Self(404, "Status404", body: "Not Found")
    static let wrongMethod = Self(405, "Status405", body: "Method Not Allowed")
    static let tooLong = Self(413, "Status413", body: "Request Entity Too Large")
}
