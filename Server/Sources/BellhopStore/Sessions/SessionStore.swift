public import BellhopModel

public protocol SessionStore: Sendable {
    /// Stores `session`; one with the same user and id keeps its start. What follows for Live Activities is said at
    /// ``LiveActivityStore``.
    func put(_ session: AgentSession) async throws -> AgentSession

    func session(_ id: SessionID, of user: UserID) async throws -> AgentSession?

    /// Changes what `update` names. `nil` when there is no such session.
    func update(_ id: SessionID, of user: UserID, _ update: SessionUpdate, at time: Timestamp) async throws
        -> AgentSession?

    /// Completes sessions that are not over, were last changed before `limit`, and have no pending ask; `update` says the rest.
    ///
    /// - Parameter count: at most so many, those that changed first.
    /// - Returns: the sessions as stored.
    func endSilentSessions(
        changedBefore limit: Timestamp, _ update: SessionUpdate, at time: Timestamp, limit count: Int
    ) async throws -> [AgentSession]

    /// Latest change first.
    func sessions(of user: UserID, limit: Int) async throws -> [AgentSession]
}
