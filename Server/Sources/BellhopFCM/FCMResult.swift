import BellhopHTTP2
import BellhopModel
import BellhopPush

/// The meaning of one response: the outcome of the push, and whether the access token was accepted.
struct FCMResult {
    let outcome: Result<Outcome, UnknownResponse>
    /// True if FCM rejected the access token.
    var isTokenRefused = false

    /// The age below which a new access token cannot help when this one is rejected.
    private static let minimumAge = Duration.seconds(60)

    /// - Parameters:
    ///   - token: The device token, which is redacted where an unknown response repeats it.
    ///   - tokenAge: The age of the access token that the message was sent with.
    init(_ response: GatewayHTTPResponse, now: Timestamp, token: DeviceToken, tokenAge: Duration) {
        guard response.status != 200 else {
            outcome = .success(.accepted(AcceptedPush(gatewayID: Self.messageID(response.body))))
            return
        }
        let reason = FCMErrorBody(response.body).reason ?? Reason(rawValue: "Status\(response.status)")
        guard let reaction = FCMErrors.reaction(to: reason, status: response.status) else {
            outcome = .failure(UnknownResponse(status: response.status, body: response.body, redacting: token.text))
            return
        }
        isTokenRefused = reaction == .renewAndRetry
        if isTokenRefused, tokenAge < Self.minimumAge {
            outcome = .success(.rejected(Rejection(reason: reason, cause: .credentialInvalid)))
        } else {
            let until = FCMErrors.nextAttempt(reaction, retryAfter: response.retryAfter, now: now)
            outcome = .success(Outcome(reaction, reason: reason, until: until))
        }
    }

    /// The last part of `projects/*/messages/{id}`, which identifies the message in Firebase's reports.
    private static func messageID(_ body: [UInt8]) -> String? {
        let name = (try? CanonicalJSON.decode(JSONValue.self, from: body))?["name"]?.string
        return name?.split(separator: "/").last.map { Reason(printable: String($0), limit: 128).rawValue }
    }
}

/// The JSON of an error (google.rpc.Status): FCM's own code if there is one, otherwise the canonical code.
struct FCMErrorBody: Hashable {
    var reason: Reason?

    init(_ bytes: [UInt8]) {
        guard let error = (try? CanonicalJSON.decode(JSONValue.self, from: bytes))?["error"] else { return }
        let details = error["details"]?.array ?? []
        let code = details.first { Self.type($0).hasSuffix("google.firebase.fcm.v1.FcmError") }?["errorCode"]?.string
        guard let word = code ?? error["status"]?.string else { return }
        reason =
            word == Reason.invalidArgument.rawValue && Self.isTokenInvalid(error, details)
            ? .invalidToken : Reason(printable: word)
    }

    /// Returns whether only the token is invalid. In doubt it returns `false`, so that an error of ours in every
    /// message does not cost every device its registration.
    private static func isTokenInvalid(_ error: JSONValue, _ details: [JSONValue]) -> Bool {
        let violations = details.filter { type($0).hasSuffix("google.rpc.BadRequest") }
            .flatMap { $0["fieldViolations"]?.array ?? [] }.map { $0["field"]?.string }
        if !violations.isEmpty { return violations.allSatisfy { $0 == "message.token" } }
        return error["message"]?.string?.lowercased().contains("registration token is not a valid") == true
    }

    private static func type(_ detail: JSONValue) -> String { detail["@type"]?.string ?? "" }
}
