import BellhopModel

/// The next step of a registration, decided from the known facts alone.
struct RegistrationPlan: Hashable, Sendable {
    /// The last registration that the server confirmed.
    var record: RegistrationRecord?
    /// The current facts; `nil` without a push token.
    var facts: RegistrationFacts?
    var hasKey: Bool
    /// `true` when the server has rejected the key since the launch.
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
    /// The interval at which a device asks the server whether it has been confirmed.
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
        // A confirmation in the future was stored before the clock was set back, so its age is unknown.
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
    /// `true` when the user has signed out and the server does not know yet.
    var isLeaving = false
    /// `true` while no trusted device has confirmed this one; `nil` in records of earlier versions.
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
    /// Base64 of the 65 bytes of the public key.
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

/// The reason for sending a registration.
enum RegistrationChange: String, Hashable, Sendable, CaseIterable {
    case token, environment, app, name, region
    /// The device is new to the server, or has a new owner.
    case pairing
    /// A trusted device may have confirmed this one.
    case trust
    /// The last registration is a day old. A repetition reactivates a device that the server deactivated.
    case age
}
