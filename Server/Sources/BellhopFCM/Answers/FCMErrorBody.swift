import BellhopModel
import BellhopPush

/// The JSON of an error (google.rpc.Status): FCM's own code where there is one, else the canonical one.
struct FCMErrorBody: Hashable {
    var reason: Reason?

    init(_ bytes: [UInt8]) {
        guard let error = (try? CanonicalJSON.decode(JSONValue.self, from: bytes))?["error"] else { return }
        let details = error["details"]?.array ?? []
        let code = details.first { Self.type($0).hasSuffix("google.firebase.fcm.v1.FcmError") }?["errorCode"]?.string
        guard let word = code ?? error["status"]?.string else { return }
        reason =
            word == Reason.invalidArgument.rawValue && Self.namesToken(error, details)
            ? .invalidToken : Reason(printable: word)
    }

    /// Whether it is the token that is wrong, and nothing else. Any doubt counts against that: a fault of ours in every
    /// message must not cost every device its registration.
    private static func namesToken(_ error: JSONValue, _ details: [JSONValue]) -> Bool {
        let violations = details.filter { type($0).hasSuffix("google.rpc.BadRequest") }
            .flatMap { $0["fieldViolations"]?.array ?? [] }.map { $0["field"]?.string }
        if !violations.isEmpty { return violations.allSatisfy { $0 == "message.token" } }
        return error["message"]?.string?.lowercased().contains("registration token is not a valid") == true
    }

    private static func type(_ detail: JSONValue) -> String { detail["@type"]?.string ?? "" }
}
