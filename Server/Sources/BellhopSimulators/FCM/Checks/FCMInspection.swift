import BellhopModel

/// A request to send beside everything that the checks compare it with: a value, so that every check is pure.
struct FCMInspection: Sendable {
    var request: FCMRequest
    /// Of the path.
    var project: String
    /// What the `authorization` field was given out for; `nil` when it is none of ours, or over.
    var grant: AccessGrant?
    /// What is known of a token: looked up only when the checks come to it.
    var device: @Sendable (String) -> FCMDevice?
    var policy: DevicePolicy
    /// The body as JSON; `nil` when it is none.
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

    /// Both spellings of a key are taken, as protobuf's JSON form has it; here it is the one of the documentation.
    var message: [String: JSONValue]? { json?["message"]?.object.map(Self.snakeCased) }
    var android: [String: JSONValue]? { message?["android"]?.object.map(Self.snakeCased) }
    var token: String? { message?["token"]?.string }

    /// What counts towards the limit of bytes, and reaches the device.
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
