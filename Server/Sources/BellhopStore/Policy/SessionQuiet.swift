public import BellhopModel

/// A time in which nothing about a session disturbs its user.
public struct QuietPeriod: Hashable, Sendable {
    /// `nil` when nobody knows: the user muted the session for ever.
    public var until: Timestamp?

    public init(until: Timestamp?) { self.until = until }
}

extension PushPolicy {
    /// Whether the Live Activity of `session` has to be quiet at `now`, by what its user wants; `nil` when it need not.
    ///
    /// A mute of the session comes first, then quiet hours. What begins or ends is not time-sensitive; a session that
    /// waits for an answer comes through when asks do.
    ///
    /// - Throws: what `facts` throw.
    public static func quiet(
        about session: AgentSession, waitingFor ask: Ask?, at now: Timestamp, facts: some PushFacts
    ) throws -> QuietPeriod? {
        if let mute = facts.preferences.mutes.first(where: {
            $0.subject == .session(session.id) && !$0.isOver(at: now)
        }) {
            return QuietPeriod(until: mute.until)
        }
        let isAsk = ask.map { now < $0.deadline } ?? false
        return try quietHours(of: session.userID, at: now, allowing: (isAsk, .active), facts)
            .map { QuietPeriod(until: $0.end) }
    }
}
