import BellhopModel

/// What ``Bellhop`` told last, for whoever begins to listen. Pure.
struct PresentState: Sendable {
    var registration: RegistrationState = .waitingForToken
    var authorization: AuthorizationState?
    var permissionStep: PermissionStep?
    var badge: Int?
    var isConnected: Bool?
    private var sessions: [SessionID: AgentSession] = [:]

    /// Of sessions that are remembered. Those that changed longest ago are forgotten first.
    static let sessionLimit = 64

    init() {}

    mutating func heard(of session: AgentSession) {
        sessions[session.id] = session
        guard sessions.count > Self.sessionLimit else { return }
        let oldest = sessions.values.min { ($0.updatedAt, $0.id) < ($1.updatedAt, $1.id) }
        if let oldest { sessions[oldest.id] = nil }
    }

    mutating func forgetSessions() { sessions = [:] }

    /// As updates, with what is kept elsewhere. Asks come before the sessions that wait for them.
    func updates(
        pending: [Ask], answering: [AskID: Answer], preferences: NotificationPreferences
    ) -> [BellhopUpdate] {
        var updates: [BellhopUpdate] = [.registration(registration), .pending(pending, answering: answering)]
        if let authorization { updates.append(.authorization(authorization)) }
        if let permissionStep { updates.append(.permission(permissionStep)) }
        updates.append(.preferences(preferences))
        if let badge { updates.append(.badge(badge)) }
        if let isConnected { updates.append(.connected(isConnected)) }
        let known = sessions.values.sorted { ($0.updatedAt, $0.id) < ($1.updatedAt, $1.id) }
        return updates + known.map(BellhopUpdate.session)
    }
}
