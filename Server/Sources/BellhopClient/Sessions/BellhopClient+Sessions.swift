public import BellhopModel

extension BellhopClient {
    /// Starts a session, or takes it up again.
    @discardableResult
    public func startSession(_ request: SessionRequest) async throws -> AgentSession {
        try await call(Call(.startSession).sending(request))
    }

    /// Says what a session is doing.
    @discardableResult
    public func updateSession(_ id: SessionID, _ update: SessionUpdate) async throws -> AgentSession {
        try await call(Call(.updateSession, Endpoint.updateSession.path(id.description)).sending(update))
    }

    /// The user's sessions, latest first.
    ///
    /// - Parameter limit: 1 to 200; 50 unless given.
    public func listSessions(limit: Int? = nil) async throws -> [AgentSession] {
        let query = [("limit", limit.map(String.init))]
        return try await call(Call(.listSessions, query: query), as: Page<AgentSession>.self).items
    }
}
