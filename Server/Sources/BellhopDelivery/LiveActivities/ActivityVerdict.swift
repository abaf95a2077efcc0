import BellhopModel
import BellhopPush
import BellhopStore

extension LiveActivityAttempt.Ending {
    /// What Bellhop does about a gateway's answer to a push about a Live Activity.
    ///
    /// - Parameters:
    ///   - tokenAt: when the token was registered, if known: what a gateway knew before says nothing about it.
    ///   - delay: the backoff after this attempt.
    ///   - credentialPause: how long to leave a gateway alone that refuses our credential.
    init(
        _ outcome: Outcome, _ deed: LiveActivityAttempt.Deed, tokenAt: Timestamp?, at now: Timestamp, delay: Duration,
        credentialPause: Duration
    ) {
        switch outcome {
        case .accepted: self = .sent
        case .deferred(let deferral): self = .deferred(until: max(deferral.until ?? now, now + delay))
        case .rejected(let rejection):
            let reason = rejection.reason.rawValue
            switch rejection.cause {
            case .pushInvalid: self = .failed(reason: reason)
            case .deviceGone(let since?) where tokenAt.map { since < $0 } ?? false:
                self = .deferred(until: now + delay)
            case .deviceGone: self = .tokenGone(reason: reason)
            // A start token is doubted when an app's configuration is wrong as well, and the app does not tell it twice.
            case .deviceSuspect: self = deed == .start ? .failed(reason: reason) : .tokenGone(reason: reason)
            case .credentialInvalid: self = .deferred(until: now + max(delay, credentialPause))
            }
        }
    }
}

extension Outcome {
    /// Whether the push has reached the gateway, or may have.
    var mayHaveArrived: Bool {
        switch self {
        case .accepted: true
        case .deferred(let deferral): [.connectionLost, .timeout].contains(deferral.reason)
        case .rejected: false
        }
    }
}
