public import BellhopModel

/// An answer that is no 200: of the send endpoint (google.rpc.Status) or of the token endpoint (RFC 6749 §5.2).
public struct FCMRefusal: Sendable, Hashable {
    /// The HTTP status, 400 to 599.
    public var status: Int
    /// The one word of it that says most, such as `UNREGISTERED`.
    public var word: String
    public var body: JSONValue
    /// Written as `Retry-After` in whole seconds.
    public var retryAfter: Duration?

    public init(_ status: Int, _ word: String, body: JSONValue, retryAfter: Duration? = nil) {
        self.status = status
        self.word = word
        self.body = body
        self.retryAfter = retryAfter
    }

    /// Of the send endpoint.
    ///
    /// - Parameters:
    ///   - canonical: `error.status`, one of google.rpc.Code.
    ///   - code: FCM's own, in the details; `nil` where Google answers before FCM does.
    ///   - field: what the violation is of, in the details.
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

    /// Of the token endpoint.
    public static func token(_ status: Int, _ error: String, _ description: String) -> Self {
        Self(status, error, body: ["error": .string(error), "error_description": .string(description)])
    }
}
