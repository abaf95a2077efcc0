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
        try await call(Call(.updateSession, id.description).sending(update))
    }

    /// One session, and the Live Activities that show it.
    public func getSession(_ id: SessionID) async throws -> SessionDetail {
        try await call(Call(.getSession, id.description))
    }

    /// Says by which token the device's Live Activity of a session is updated, or that it is over.
    @discardableResult
    public func reportLiveActivity(
        _ report: LiveActivityReport, on id: SessionID
    ) async throws -> LiveActivitySummary {
        try await call(Call(.reportLiveActivity, id.description).sending(report))
    }

    /// Says by which token a device starts Live Activities; `nil`: by none.
    public func setPushToStart(_ token: DeviceToken?, of id: DeviceID) async throws {
        if let token {
            _ = try await perform(Call(.putPushToStart, id.description).sending(PushToStartRequest(token: token)))
        } else {
            _ = try await perform(Call(.removePushToStart, id.description))
        }
    }

    /// The user's sessions, latest first.
    ///
    /// - Parameter limit: 1 to 200; 50 unless given.
    public func listSessions(limit: Int? = nil) async throws -> [AgentSession] {
        let query = [("limit", limit.map(String.init))]
        return try await call(Call(.listSessions, query: query), as: Page<AgentSession>.self).items
    }
}
