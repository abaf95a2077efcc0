import BellhopModel
import BellhopPush

/// The rules for using and renewing an access token. A pure value; ``AccessTokens`` applies it.
///
/// One request serves all pushes. While the old token is still valid, other pushes use it. A failure applies to all
/// pushes for a while, or until the time that the endpoint named, so that many pushes do not cause as many requests.
struct AccessTokenSchedule {
    enum NextAction: Equatable {
        case use(AccessToken)
        /// Request a new token, and use this one if that fails.
        case fetch(fallback: AccessToken?)
        /// Wait for the running request.
        case wait
        case fail(Outcome)
    }

    /// The minimum time for which a failure applies. A refusal is not fixed in seconds.
    static let pauseAfterFailure = Duration.seconds(10)
    static let pauseAfterRefusal = Duration.seconds(60)

    private var token: AccessToken?
    private var failure: (outcome: Outcome, since: Timestamp, until: Timestamp)?
    private(set) var isFetching = false

    mutating func nextAction(at now: Timestamp) -> NextAction {
        let usable = token.flatMap { now < $0.endsAt ? $0 : nil }
        if let usable, now < usable.renewAt { return .use(usable) }
        if isFetching { return usable.map(NextAction.use) ?? .wait }
        // A clock that was set back must not extend the pause.
        if let failure, failure.since <= now, now < failure.until {
            return usable.map(NextAction.use) ?? .fail(failure.outcome)
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
        if case .deferred(let deferral) = outcome, let requested = deferral.until { until = max(until, requested) }
        failure = (outcome, now, until)
    }

    /// Records that the request was abandoned; the next push starts another.
    mutating func abandoned() { isFetching = false }

    /// Discards a token that FCM rejected, unless it was replaced already.
    mutating func discard(_ refused: AccessToken) {
        if token == refused { token = nil }
    }
}
