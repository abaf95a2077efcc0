import BellhopModel

/// The next step of a registration, decided from the known facts alone.
struct RegistrationPlan: Hashable, Sendable {
    /// The last registration that the server confirmed.
    var record: RegistrationRecord?
    /// The present facts; `nil` while there is no push token.
    var facts: RegistrationFacts?
    var hasKey: Bool
    /// The server turned the key down since the app was launched.
    var isKeyRevoked = false
    var pairingCode: String?

    enum Step: Hashable, Sendable {
        case waitForToken
        case needPairing(PairingReason)
        case register(Set<RegistrationChange>)
        case upToDate
        case leave(DeviceID)
    }

    /// The time after which a confirmed registration is repeated.
    static let lifetime: Duration = .seconds(24 * 3600)
    /// The interval at which a device that waits for its confirmation asks the server.
    static let trustInterval: Duration = .seconds(3)

    func step(at now: Timestamp) -> Step {
        if pairingCode == nil {
            if let record, record.isLeaving { return hasKey ? .leave(record.deviceID) : .needPairing(.neverPaired) }
            guard let record else { return .needPairing(.neverPaired) }
            guard hasKey else { return .needPairing(.keyLost) }
            if isKeyRevoked { return .needPairing(.keyRevoked) }
            guard let facts else { return .waitForToken }
            guard facts.publicKey == record.facts.publicKey else { return .needPairing(.signingKeyChanged) }
            return refresh(record, with: facts, at: now)
        }
        return facts == nil ? .waitForToken : .register([.pairing])
    }

    private func refresh(_ record: RegistrationRecord, with facts: RegistrationFacts, at now: Timestamp) -> Step {
        let changes = facts.changes(since: record.facts)
        if !changes.isEmpty { return .register(changes) }
        if record.isWaiting == true { return .register([.trust]) }
        // A confirmation from the future was made before the clock was set back: its age is not known.
        let isFresh = record.confirmedAt <= now && now < record.confirmedAt + Self.lifetime
        return isFresh ? .upToDate : .register([.age])
    }
}

/// The stored registration on one server.
struct RegistrationRecord: Codable, Hashable, Sendable {
    var deviceID: DeviceID
    var userID: UserID
    var facts: RegistrationFacts
    /// The device's time of the server's last confirmation.
    var confirmedAt: Timestamp
    /// The person signed out and the server does not know yet.
    var isLeaving = false
    /// No trusted device has confirmed this one yet; `nil` in a record of before there was such a thing.
    var isWaiting: Bool?
}

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
