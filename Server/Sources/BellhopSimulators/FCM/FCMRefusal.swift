public import BellhopModel

/// An error response of the send endpoint (google.rpc.Status) or of the token endpoint (RFC 6749 §5.2).
public struct FCMRefusal: Error, Hashable {
    /// The HTTP status, 400 to 599.
    public var status: Int
    /// The most specific error code, such as `UNREGISTERED`.
    public var word: String
    public var body: JSONValue
    /// The value of `Retry-After`, written in whole seconds.
    public var retryAfter: Duration?

    public init(_ status: Int, _ word: String, body: JSONValue, retryAfter: Duration? = nil) {
        self.status = status
        self.word = word
        self.body = body
        self.retryAfter = retryAfter
    }

    /// An error of the send endpoint.
    ///
    /// - Parameters:
    ///   - canonical: `error.status`, one of google.rpc.Code.
    ///   - code: FCM's own code in the details; `nil` for errors of Google's front end.
    ///   - field: The invalid field in the details.
    public static func send(
        _ status: Int, _ canonical: String, code: String?, _ message: String, field: String? = nil,
        retryAfter: Duration? = nil
    ) -> Self {
        var details: [JSONValue] = []
        if let code {
            details.append([
                "@type": "type.googleapis.com/google.firebase.fcm.v1.FcmError", "errorCode": .string(code),
            ])
        }
        if let field {
            details.append([
                "@type": "type.googleapis.com/google.rpc.BadRequest",
                "fieldViolations": [["field": .string(field), "description": .string(message)]],
            ])
        }
        var error: [String: JSONValue] = [
            "code": .integer(Int64(status)), "status": .string(canonical), "message": .string(message),
        ]
        if !details.isEmpty { error["details"] = .array(details) }
        return Self(status, code ?? canonical, body: ["error": .object(error)], retryAfter: retryAfter)
    }

    /// An error of the token endpoint.
    public static func token(_ status: Int, _ error: String, _ description: String) -> Self {
        Self(status, error, body: ["error": .string(error), "error_description": .string(description)])
    }
}

/// The documented errors that the simulator or a script may use (FCM HTTP v1, *ErrorCode*).
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

    /// An invalid field of the message.
    public static func invalidArgument(_ field: String, _ message: String) -> Self {
        send(400, "INVALID_ARGUMENT", code: "INVALID_ARGUMENT", message, field: field)
    }

    // An error of the token endpoint.

    public static func invalidGrant(_ description: String) -> Self { token(400, "invalid_grant", description) }
    public static let invalidScope = token(
        400, "invalid_scope", "Invalid OAuth scope or ID token audience provided.")
    public static let unsupportedGrantType = token(400, "unsupported_grant_type", "Invalid grant_type")
    public static let invalidClient = token(401, "invalid_client", "The OAuth client was not found.")

    static let noRoute = Self(404, "Status404", body: "Not Found")
    static let wrongMethod = Self(405, "Status405", body: "Method Not Allowed")
    static let tooLong = Self(413, "Status413", body: "Request Entity Too Large")
}
