public import BellhopModel
public import BellhopStore

/// Manages agents' sessions and the Live Activities that show them.
///
/// Every method throws `APIError` for a caller's error, and rethrows store errors. Returned results are durable.
public struct SessionService: Sendable {
    let store: Store
    let workSignal: WorkSignal
    let time: any TimeSource
    private let hub: EventHub

    /// - Parameter workSignal: notified of changed sessions.
    public init(
        store: Store, hub: EventHub, workSignal: WorkSignal,
        time: any TimeSource
    ) {
        self.store = store
        self.hub = hub
        self.workSignal = workSignal
        self.time = time
    }

    /// Starts or resumes a session.
    ///
    /// - Throws: `APIError`: `forbidden`, `invalid_request`.
    public func start(_ request: SessionRequest, by key: KeyRecord) async throws -> AgentSession {
        try key.require([.agent], to: "start a session")
        let now = time.now
        let session = try await store.put(
            AgentSession(
                id: request.id, userID: key.userID, title: request.title, origin: request.origin ?? Origin(),
                startedAt: now, updatedAt: now))
        publish(session)
        return session
    }

    /// Updates the state of a session. Completion or failure ends the session and its Live Activities.
    ///
    /// - Throws: `APIError`: `forbidden`, `invalid_request`, `not_found`.
    public func update(_ id: SessionID, _ update: SessionUpdate, by key: KeyRecord) async throws -> AgentSession {
        try key.require([.agent], to: "update a session")
        try SessionRules.check(update)
        guard let session = try await store.update(id, of: key.userID, update, at: time.now) else {
            throw APIError(.notFound, "There is no session \(id).")
        }
        publish(session)
        return session
    }

    /// The user's sessions, latest first.
    ///
    /// - Parameter limit: the page size. Values outside of 1 to 200 are clamped.
    /// - Throws: `APIError` `forbidden`.
    public func list(for key: KeyRecord, limit: Int) async throws -> [AgentSession] {
        try key.require([.agent, .device], to: "read sessions")
        return try await store.sessions(of: key.userID, limit: PageLimit.clamp(limit))
    }

    /// One session and its Live Activities.
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

    private func publish(_ session: AgentSession) {
        workSignal.notify(.sessions)
        hub.publish(.sessionUpdated(session), to: session.userID)
    }
}

extension SessionService {
    /// Records a device's report about a session's Live Activity: its first token, a new token, or its end.
    ///
    /// - Throws: `APIError`: `forbidden` unless the key is that of a device, `invalid_request`, `not_found`.
    public func report(
        _ report: LiveActivityReport, on id: SessionID, by key: KeyRecord
    ) async throws -> LiveActivitySummary {
        try key.require([.device], to: "report a Live Activity")
        let device = try await device(key.deviceID, for: key)
        if let token = report.token { try FieldRules.token(token, on: device.platform) }
        guard report.state != .active || report.token != nil else {
            throw APIError(.invalidRequest, "token: is missing; an active activity needs one.")
        }
        guard
            let activity = try await store.report(report, on: id, of: key.userID, by: device.id, at: time.now)
        else { throw APIError(.notFound, "There is no session \(id).") }
        workSignal.notify(.sessions)
        return activity.summary
    }

    /// Stores the token with which the server starts a device's Live Activities. `nil` deletes it; the server then starts
    /// no more activities on the device.
    ///
    /// - Parameter key: the device's own; an admin's may delete any token.
    /// - Throws: `APIError`: `forbidden`, `invalid_request`, `not_found`.
    public func setStartToken(_ token: DeviceToken?, of id: DeviceID, by key: KeyRecord) async throws {
        try key.require(token == nil ? [.device, .admin] : [.device], to: "set the start token of Live Activities")
        let device = try await device(id, for: key)
        guard key.role == .admin || key.deviceID == id else {
            throw APIError(.forbidden, "This is the key of another device.")
        }
        if let token { try FieldRules.token(token, on: device.platform) }
        guard try await store.setStartToken(token, of: id, at: time.now) || token == nil else {
            throw APIError(.forbidden, "The device is no longer registered; register it again.")
        }
    }

    private func device(_ id: DeviceID?, for key: KeyRecord) async throws -> Device {
        guard let id else { throw APIError(.forbidden, "The key belongs to no device; pair the device again.") }
        guard let device = try await store.device(id) else {
            throw APIError(.notFound, "There is no device \(id).")
        }
        if key.role != .admin { try key.require(device.userID, owning: "device") }
        return device
    }
}
