import BellhopModel

/// When a provider token may be used, and when a new one may be made. A pure value; ``ProviderTokens`` acts on it.
///
/// Apple: "Refresh your token no more than once every 20 minutes and no less than once every 60 minutes"
/// (Establishing a token-based connection to APNs). Within that, a token that APNs calls expired is replaced at once,
/// because then the clock was wrong when it was made; but only one may be made out of turn, so that a clock that stays
/// wrong does not make one for each push.
struct TokenSchedule: Hashable {
    enum Advice: Hashable {
        case use
        case make
        case wait(until: Timestamp)
    }

    static let leastAge = Duration.seconds(20 * 60)
    /// A minute short of the hour, for pushes that are on their way and for clocks that differ.
    static let greatestAge = Duration.seconds(59 * 60)
    static let lifetimes = Duration.seconds(20 * 60)...Duration.seconds(55 * 60)

    let lifetime: Duration
    /// When the token in use was made.
    private(set) var issuedAt: Timestamp?
    private var lastIssue: Timestamp?
    private var earliestIssue: Timestamp?

    init(lifetime: Duration) {
        self.lifetime = min(max(lifetime, Self.lifetimes.lowerBound), Self.lifetimes.upperBound)
    }

    func advice(at now: Timestamp) -> Advice {
        // A token from the future means that the clock was set back: what was noted by the old clock says nothing.
        if let lastIssue, now < lastIssue - .seconds(60) { return .make }
        let age = issuedAt.map { now - $0 }
        if let age, age < lifetime { return .use }
        guard let earliestIssue, now < earliestIssue else { return .make }
        if let age, age < Self.greatestAge { return .use }
        return .wait(until: earliestIssue)
    }

    mutating func issued(at now: Timestamp) {
        let isOutOfTurn = lastIssue.map { now >= $0 && now - $0 < Self.leastAge } ?? false
        earliestIssue = isOutOfTurn ? now + Self.leastAge : nil
        lastIssue = now
        issuedAt = now
    }

    /// APNs called the token that was made at `moment` expired. Late news of one that is replaced already is ignored.
    mutating func expired(issuedAt moment: Timestamp) {
        if issuedAt == moment { issuedAt = nil }
    }

    /// APNs saw too many tokens: the one in use stays for the next 20 minutes.
    mutating func tooManyUpdates(at now: Timestamp) {
        let quietUntil = now + Self.leastAge
        earliestIssue = max(earliestIssue ?? quietUntil, quietUntil)
    }
}
