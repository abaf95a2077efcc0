import BellhopFoundation
import BellhopModel
import Crypto
import NIOConcurrencyHelpers

/// The provider token of one key, signed on demand and shared by every connection that uses the key.
///
/// Signing takes less than 0.1 ms and happens under the lock, so concurrent callers get the same token.
final class ProviderTokens: Sendable {
    enum Token: Sendable {
        case valid(ProviderToken)
        /// APNs refused the last token, and the next one may not be signed before this time.
        case unavailable(until: Timestamp)
    }

    private struct State {
        var schedule: ProviderTokenSchedule
        var token: ProviderToken?
    }

    private let credential: APNsCredential
    private let state: NIOLockedValueBox<State>

    init(credential: APNsCredential, lifetime: Duration) {
        self.credential = credential
        self.state = NIOLockedValueBox(State(schedule: ProviderTokenSchedule(lifetime: lifetime)))
    }

    /// - Throws: `CryptoKitError` when the key cannot sign.
    func token(at now: Timestamp) throws -> Token {
        try state.withLockedValue { state in
            switch state.schedule.nextAction(at: now) {
            case .use:
                if let token = state.token { return .valid(token) }
            case .wait(let time):
                return .unavailable(until: time)
            case .make:
                break
            }
            let token = try ProviderToken(for: credential, at: now)
            state.token = token
            state.schedule.issued(at: now)
            return .valid(token)
        }
    }

    /// Records that APNs responded `ExpiredProviderToken` to a push with this token.
    func expired(_ token: ProviderToken) {
        state.withLockedValue { $0.schedule.expired(issuedAt: token.issuedAt) }
    }

    /// Records that APNs responded `TooManyProviderTokenUpdates`.
    func tooManyUpdates(at now: Timestamp) {
        state.withLockedValue { $0.schedule.tooManyUpdates(at: now) }
    }
}

/// The rules for using and renewing a provider token. A pure value; ``ProviderTokens`` applies it.
///
/// Apple: "Refresh your token no more than once every 20 minutes and no less than once every 60 minutes" (Establishing
/// a token-based connection to APNs). A token that APNs calls expired is replaced immediately, because the clock was
/// wrong when it was signed. Only one token may be signed ahead of schedule, so that a clock that stays wrong does not
/// cause one for each push.
struct ProviderTokenSchedule: Hashable {
    enum NextAction: Hashable {
        case use
        case make
        case wait(until: Timestamp)
    }

    static let minimumAge = Duration.seconds(20 * 60)
    /// One minute below the hour, to allow for network delay and clock differences.
    static let maximumAge = Duration.seconds(59 * 60)
    static let lifetimes = Duration.seconds(20 * 60)...Duration.seconds(55 * 60)

    let lifetime: Duration
    /// The time at which the current token was signed.
    private(set) var issuedAt: Timestamp?
    private var lastIssue: Timestamp?
    private var notBefore: Timestamp?

    init(lifetime: Duration) {
        self.lifetime = min(max(lifetime, Self.lifetimes.lowerBound), Self.lifetimes.upperBound)
    }

    func nextAction(at now: Timestamp) -> NextAction {
        // A token from the future means that the clock was set back: times recorded before are meaningless.
        if let lastIssue, now < lastIssue - .seconds(60) { return .make }
        let age = issuedAt.map { now - $0 }
        if let age, age < lifetime { return .use }
        guard let notBefore, now < notBefore else { return .make }
        if let age, age < Self.maximumAge { return .use }
        return .wait(until: notBefore)
    }

    mutating func issued(at now: Timestamp) {
        let isEarly = lastIssue.map { now >= $0 && now - $0 < Self.minimumAge } ?? false
        notBefore = isEarly ? now + Self.minimumAge : nil
        lastIssue = now
        issuedAt = now
    }

    /// Records that APNs called the token signed at `time` expired. Ignored for a token that was replaced already.
    mutating func expired(issuedAt time: Timestamp) {
        if issuedAt == time { issuedAt = nil }
    }

    /// Keeps the current token for the next 20 minutes, because APNs saw too many tokens.
    mutating func tooManyUpdates(at now: Timestamp) {
        let quietUntil = now + Self.minimumAge
        notBefore = max(notBefore ?? quietUntil, quietUntil)
    }
}

/// A signed provider token (JWT, RFC 7519), as the value of the `authorization` field.
struct ProviderToken: Sendable {
    let issuedAt: Timestamp
    private let authorization: Secret

    /// The value of the field: `bearer` and the token.
    func reveal() -> String { authorization.reveal() }

    /// Signs a token as Apple specifies it: ES256, with the key id in the header, and team and time in the claims.
    ///
    /// - Throws: `CryptoKitError` when the key cannot sign.
    init(for credential: APNsCredential, at now: Timestamp) throws {
        // The ids are letters and digits, and `iat` is a number, so nothing needs escaping.
        let header = #"{"alg":"ES256","kid":"\#(credential.keyID)"}"#
        let claims = #"{"iss":"\#(credential.teamID)","iat":\#(now.seconds)}"#
        let content = Base64.encodeURLSafe(header.utf8) + "." + Base64.encodeURLSafe(claims.utf8)
        // JWS requires R and S concatenated (RFC 7518 §3.4), not DER.
        let signature = try credential.signingKey.signature(for: Data(content.utf8)).rawRepresentation
        issuedAt = now
        authorization = Secret("bearer \(content).\(Base64.encodeURLSafe(signature))")
    }
}
