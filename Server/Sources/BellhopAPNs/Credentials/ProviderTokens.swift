import BellhopModel
import Synchronization

/// The provider token of one key, made when it is due and shared by every connection that uses the key.
///
/// Signing takes less than a tenth of a millisecond and happens under the lock: whoever asks meanwhile gets the same
/// token, never a second one.
final class ProviderTokens: Sendable {
    enum Answer: Sendable {
        case token(ProviderToken)
        /// APNs has refused the last one, and the next may not be made before this moment.
        case none(until: Timestamp)
    }

    private struct State {
        var schedule: TokenSchedule
        var token: ProviderToken?
    }

    private let credential: APNsCredential
    private let state: Mutex<State>

    init(credential: APNsCredential, lifetime: Duration) {
        self.credential = credential
        self.state = Mutex(State(schedule: TokenSchedule(lifetime: lifetime)))
    }

    /// - Throws: `CryptoKitError` when the key cannot sign.
    func token(at now: Timestamp) throws -> Answer {
        try state.withLock { state in
            switch state.schedule.advice(at: now) {
            case .use:
                if let token = state.token { return .token(token) }
            case .wait(let moment):
                return .none(until: moment)
            case .make:
                break
            }
            let token = try ProviderToken(for: credential, at: now)
            state.token = token
            state.schedule.issued(at: now)
            return .token(token)
        }
    }

    /// APNs answered `ExpiredProviderToken` to a push with this token.
    func expired(_ token: ProviderToken) {
        state.withLock { $0.schedule.expired(issuedAt: token.issuedAt) }
    }

    /// APNs answered `TooManyProviderTokenUpdates`.
    func tooManyUpdates(at now: Timestamp) {
        state.withLock { $0.schedule.tooManyUpdates(at: now) }
    }
}
