import BellhopModel

/// A rule of FCM, with the refusal of a request that violates it.
struct FCMCheck: Sendable {
    /// A description of the rule.
    var rule: String
    /// Returns `nil` when the request complies with the rule.
    var refusal: @Sendable (FCMInspection) -> FCMRefusal?

    init(_ rule: String, _ refusal: @escaping @Sendable (FCMInspection) -> FCMRefusal?) {
        self.rule = rule
        self.refusal = refusal
    }

    /// The rules in order; the first violated one determines the response. Google documents the errors, not their
    /// order: the sender is checked before the message, and the device, which must be looked up, last.
    static let all: [FCMCheck] = [
        FCMCheck("the method is POST", method),
        FCMCheck("the access token is known and valid", authenticated),
        FCMCheck("its account may use the project", permitted),
        FCMCheck("the body is a JSON object with a message, and nothing unknown", form),
        FCMCheck("the message has exactly one target", target),
        FCMCheck("data is a map of strings", dataTexts),
        FCMCheck("no key of data is reserved", dataKeys),
        FCMCheck("Android's options are well-formed", options),
        FCMCheck("a notification is well-formed", notification),
        FCMCheck("data and notification have at most 4096 bytes", size),
        FCMCheck("the token is well-formed", tokenForm),
        FCMCheck("the token belongs to the project", tokenProject),
        FCMCheck("the token is registered", tokenActive),
    ]
}

/// A send request with all the data that the checks compare it with: a value, so that every check is pure.
struct FCMInspection: Sendable {
    var request: FCMRequest
    /// The project id in the path.
    var project: String
    /// The grant of the access token in the `authorization` field; `nil` when it is unknown or expired.
    var grant: AccessGrant?
    /// Looks up a registration token, on demand.
    var device: @Sendable (String) -> FCMDevice?
    var policy: DevicePolicy
    /// The body as JSON; `nil` when it is not JSON.
    var json: JSONValue?

    init(
        _ request: FCMRequest, project: String, grant: AccessGrant?, policy: DevicePolicy,
        device: @escaping @Sendable (String) -> FCMDevice?
    ) {
        self.request = request
        self.project = project
        self.grant = grant
        self.policy = policy
        self.device = device
        json = try? CanonicalJSON.decode(JSONValue.self, from: request.body)
    }

    /// The message with snake-case keys. Both spellings are accepted, as in protobuf's JSON format.
    var message: [String: JSONValue]? { json?["message"]?.object.map(Self.snakeCased) }
    var android: [String: JSONValue]? { message?["android"]?.object.map(Self.snakeCased) }
    var token: String? { message?["token"]?.string }

    /// The data for the device, which counts towards the size limit.
    var data: [String: JSONValue] { android?["data"]?.object ?? message?["data"]?.object ?? [:] }
    var notification: [String: JSONValue]? {
        let general = message?["notification"]?.object
        let own = android?["notification"]?.object.map(Self.snakeCased)
        return general == nil && own == nil ? nil : (general ?? [:]).merging(own ?? [:]) { _, own in own }
    }

    static func snakeCased(_ object: [String: JSONValue]) -> [String: JSONValue] {
        Dictionary(
            object.map { key, value in
                (key.reduce(into: "") { $0 += $1.isUppercase ? "_" + $1.lowercased() : String($1) }, value)
            }, uniquingKeysWith: { first, _ in first })
    }
}

/// The rules about the sender (Firebase, *Authorize send requests*).
extension FCMCheck {
    static func method(_ inspection: FCMInspection) -> FCMRefusal? {
        inspection.request.method == "POST" ? nil : .wrongMethod
    }

    static func authenticated(_ inspection: FCMInspection) -> FCMRefusal? {
        inspection.grant == nil ? .unauthenticated : nil
    }

    static func permitted(_ inspection: FCMInspection) -> FCMRefusal? {
        guard let account = inspection.grant?.account else { return nil }
        return account.canSend && account.projectID == inspection.project ? nil : .permissionDenied
    }
}

/// The rules about the registration token (FCM, *Manage registration tokens*). Messages to topics have none.
extension FCMCheck {
    /// Tokens are opaque; all known ones consist of these characters.
    static func tokenForm(_ inspection: FCMInspection) -> FCMRefusal? {
        guard let token = inspection.token else { return nil }
        let isForm =
            (1...1024).contains(token.utf8.count)
            && token.utf8.allSatisfy { byte in
                (0x30...0x39).contains(byte) || (0x61...0x7A).contains(byte | 0x20)
                    || [UInt8(ascii: "-"), UInt8(ascii: "_"), UInt8(ascii: ":")].contains(byte)
            }
        let isKnown = inspection.policy == .acceptAnyToken || inspection.device(token) != nil
        return isForm && isKnown ? nil : .invalidToken
    }

    static func tokenProject(_ inspection: FCMInspection) -> FCMRefusal? {
        guard let device = inspection.token.flatMap(inspection.device) else { return nil }
        return device.projectID == inspection.project ? nil : .senderIDMismatch
    }

    static func tokenActive(_ inspection: FCMInspection) -> FCMRefusal? {
        guard let device = inspection.token.flatMap(inspection.device) else { return nil }
        return device.state == .active ? nil : .unregistered
    }
}
