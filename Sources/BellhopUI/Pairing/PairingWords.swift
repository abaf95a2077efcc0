import BellhopKit

extension RegistrationState {
    /// For the person.
    func text(_ words: Strings = .current) -> String {
        switch self {
        case .waitingForToken: words.registrationWaitingForToken
        case .tokenFailed(let message): words.registrationTokenFailed(message: message)
        case .needsPairing(.neverPaired): words.registrationNeverPaired
        case .needsPairing(.keyLost), .needsPairing(.signingKeyChanged): words.registrationKeyLost
        case .needsPairing(.keyRevoked): words.registrationKeyRevoked
        case .needsPairing(.codeRefused(let message)): words.registrationCodeRefused(message: message)
        case .registering: words.registrationRegistering
        case .registered: words.registrationRegistered
        case .waitingForTrust(_, _, let fingerprint): words.registrationWaitingForTrust(fingerprint: fingerprint)
        case .retrying(let message, _): words.registrationRetrying(message: message)
        case .refused(let message): words.registrationRefused(message: message)
        case .leaving: words.registrationLeaving
        }
    }
}

extension PairingProblem {
    /// For the person.
    func text(_ words: Strings = .current) -> String {
        switch self {
        case .notALink: words.pairingNotALink
        case .broken: words.pairingBroken
        case .notAnAddress: words.pairingNotAnAddress
        case .notEncrypted(let host): words.pairingNotEncrypted(host: host)
        case .notACode: words.pairingNotACode
        }
    }
}
