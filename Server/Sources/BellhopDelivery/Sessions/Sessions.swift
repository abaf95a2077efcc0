public import BellhopModel
public import BellhopStore

/// Runs of agents, and where people see them.
///
/// Every method throws `APIError` for what its caller did wrong, and passes on what the store throws when it cannot do
/// its work. What a method returns is durable.
public struct Sessions: Sendable {
    let store: any SessionStore & LiveActivityStore & DeviceStore
    let wake: Wake
    let time: any TimeSource
    private let hub: EventHub

    /// - Parameter wake: rung when there may be something to show; the ``LiveActivityUpdater``'s.
    public init(
        store: any SessionStore & LiveActivityStore & DeviceStore, hub: EventHub, wake: Wake, time: any TimeSource
    ) {
        self.store = store
        self.hub = hub
        self.wake = wake
        self.time = time
    }

    /// Starts a session, or takes it up again.
    ///
    /// - Throws: `APIError`: `forbidden`, `invalid_request`.
    public func start(_ request: SessionRequest, by key: KeyRecord) async throws -> AgentSession {
        try key.require([.agent], to: "start a session")
        let now = time.now
        let session = try await store.put(
            AgentSession(
                id: request.id, userID: key.userID, title: request.title, origin: request.origin ?? Origin(),
                startedAt: now, updatedAt: now))
        tell(session)
        return session
    }

    /// Says what a session is doing. One that is completed or has failed is over, and so is what shows it.
    ///
    /// - Throws: `APIError`: `forbidden`, `invalid_request`, `not_found`.
    public func update(_ id: SessionID, _ update: SessionUpdate, by key: KeyRecord) async throws -> AgentSession {
        try key.require([.agent], to: "update a session")
        try SessionRules.check(update)
        guard let session = try await store.update(id, of: key.userID, update, at: time.now) else {
            throw APIError(.notFound, "There is no session \(id).")
        }
        tell(session)
        return session
    }

    /// The user's sessions, latest first.
    ///
    /// - Parameter limit: at most so many; 1 to 200, and what is beyond is brought into that range.
    /// - Throws: `APIError` `forbidden`.
    public func list(for key: KeyRecord, limit: Int) async throws -> [AgentSession] {
        try key.require([.agent, .device], to: "read sessions")
        return try await store.sessions(of: key.userID, limit: PageLimit.clamp(limit))
    }

    /// One session, and where it is shown.
    ///
    /// - Throws: `APIError`: `forbidden`, `not_found`.
    public func session(_ id: SessionID, for key: KeyRecord) async throws -> SessionDetail {
        try key.require([.agent, .device], to: "read a session")
        guard let session = try await store.session(id, of: key.userID) else {
            throw APIError(.notFound, "There is no session \(id).")
        }
        let activities = try await store.liveActivities(on: id, of: key.userID)
        return SessionDetail(session: session, liveActivities: activities.map(\.summary))
    }

    private func tell(_ session: AgentSession) {
        wake.signal()
        hub.publish(.sessionUpdated(session), to: session.userID)
    }
}
