public import BellhopModel

public protocol SessionStore: Sendable {
    /// Stores `session`; one with the same user and id keeps its start time. ``LiveActivityStore`` describes the effect
    /// on Live Activities.
    func put(_ session: AgentSession) async throws -> AgentSession

    func session(_ id: SessionID, of user: UserID) async throws -> AgentSession?

    /// Changes the fields of `update`. `nil` for an unknown session.
    func update(_ id: SessionID, of user: UserID, _ update: SessionUpdate, at time: Timestamp) async throws
        -> AgentSession?

    /// Completes sessions that are not over, were last changed before `limit`, and have no pending ask, and applies
    /// `update`.
    ///
    /// - Parameter count: the maximum number of sessions, earliest change first.
    /// - Returns: the stored sessions.
    func endSilentSessions(
        changedBefore limit: Timestamp, _ update: SessionUpdate, at time: Timestamp, limit count: Int
    ) async throws -> [AgentSession]

    /// Latest change first.
    func sessions(of user: UserID, limit: Int) async throws -> [AgentSession]
}
