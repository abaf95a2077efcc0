import BellhopModel
import BellhopPush

/// When an access token may be used, and when a new one is asked for. A pure value; ``AccessTokens`` acts on it.
///
/// One asks for all. While a token is good for some minutes still, it serves those who come meanwhile; and what went
/// wrong is the answer to everybody for a while, or until the moment that the endpoint named, so that a thousand pushes do
/// not ask a thousand times.
struct TokenSchedule {
    enum Advice: Equatable {
        case use(AccessToken)
        /// Ask for a new one, and use this one if that fails.
        case fetch(fallback: AccessToken?)
        /// Somebody asks already.
        case wait
        case fail(Outcome)
    }

    /// How long a failure stands at least. A refusal is not mended in seconds.
    static let pauseAfterFailure = Duration.seconds(10)
    static let pauseAfterRefusal = Duration.seconds(60)

    private var token: AccessToken?
    private var failure: (outcome: Outcome, since: Timestamp, until: Timestamp)?
    private(set) var isFetching = false

    mutating func advice(at now: Timestamp) -> Advice {
        let usable = token.flatMap { now < $0.endsAt ? $0 : nil }
        if let usable, now < usable.renewAt { return .use(usable) }
        if isFetching { return usable.map(Advice.use) ?? .wait }
        // A clock that was set back must not make a pause longer.
        if let failure, failure.since <= now, now < failure.until {
            return usable.map(Advice.use) ?? .fail(failure.outcome)
        }
        isFetching = true
        return .fetch(fallback: usable)
    }

    mutating func fetched(_ token: AccessToken) {
        isFetching = false
        failure = nil
        self.token = token
    }

    mutating func failed(_ outcome: Outcome, at now: Timestamp) {
        isFetching = false
        var pause = Self.pauseAfterFailure
        if case .rejected = outcome { pause = Self.pauseAfterRefusal }
        var until = now + pause
        if case .deferred(let deferral) = outcome, let told = deferral.until { until = max(until, told) }
        failure = (outcome, now, until)
    }

    /// Whoever asked went away; the next one asks.
    mutating func gaveUp() { isFetching = false }

    /// FCM did not take `refused`. Late news of one that is replaced already is ignored.
    mutating func discard(_ refused: AccessToken) {
        if token == refused { token = nil }
    }
}
