import BellhopModel

/// The changeable facts of a registration. The push token is stored as a digest, which is enough to detect a new one.
struct RegistrationFacts: Codable, Hashable, Sendable {
    var tokenDigest: String
    var environment: PushEnvironment
    var app: String
    var appVersion: String?
    var name: String
    var platform: Platform
    var locale: String?
    var timeZone: String?
    /// Base64 of the 65 bytes.
    var publicKey: String

    init(_ identity: AppIdentity, token: DeviceToken, publicKey: [UInt8], digesting: any Digesting) {
        tokenDigest = Hex.encode(digesting.sha256(Array(token.text.utf8)))
        environment = identity.environment
        app = identity.app
        appVersion = identity.appVersion
        name = identity.deviceName
        platform = identity.platform
        locale = identity.locale
        timeZone = identity.timeZone
        self.publicKey = Base64.encode(publicKey)
    }

    /// The differences from `other`.
    func changes(since other: Self) -> Set<RegistrationChange> {
        var changes: Set<RegistrationChange> = []
        if tokenDigest != other.tokenDigest { changes.insert(.token) }
        if environment != other.environment { changes.insert(.environment) }
        if app != other.app || platform != other.platform || appVersion != other.appVersion { changes.insert(.app) }
        if name != other.name { changes.insert(.name) }
        if locale != other.locale || timeZone != other.timeZone { changes.insert(.region) }
        return changes
    }
}

/// Why a registration is sent.
enum RegistrationChange: String, Hashable, Sendable, CaseIterable {
    case token, environment, app, name, region
    /// The device is new to the server, or changes hands.
    case pairing
    /// A trusted device may have confirmed this one.
    case trust
    /// Nothing changed, but the last one is a day old: a server that set the device aside takes it up again.
    case age
}
