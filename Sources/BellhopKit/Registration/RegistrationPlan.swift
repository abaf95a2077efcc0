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
