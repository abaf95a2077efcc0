/// A Live Activity as the API shows it: without its token.
public struct LiveActivitySummary: Codable, Hashable, Sendable, Identifiable {
    public enum Phase: String, Codable, Hashable, Sendable, CaseIterable {
        /// To be started by a push.
        case wanted
        /// A push was sent; the device has not yet said that it began.
        case starting
        case live
        case ended
    }

    public let id: LiveActivityID
    public let deviceID: DeviceID
    public let phase: Phase
    /// When the present one began. The system ends it eight hours after.
    public let startedAt: Timestamp?
    /// When the gateway last took an update.
    public let sentAt: Timestamp?
    /// What it shows since then.
    public let shown: LiveActivityState?
    /// How often the gateway put the present update off.
    public let failures: Int
    /// Why it ended, in a few words.
    public let reason: String?

    public init(
        id: LiveActivityID, deviceID: DeviceID, phase: Phase, startedAt: Timestamp? = nil, sentAt: Timestamp? = nil,
        shown: LiveActivityState? = nil, failures: Int = 0, reason: String? = nil
    ) {
        self.id = id
        self.deviceID = deviceID
        self.phase = phase
        self.startedAt = startedAt
        self.sentAt = sentAt
        self.shown = shown
        self.failures = failures
        self.reason = reason
    }

    enum CodingKeys: String, CodingKey {
        case id, phase, shown, failures, reason
        case deviceID = "device_id"
        case startedAt = "started_at"
        case sentAt = "sent_at"
    }
}

/// A session, and where it is shown (`GET /v1/sessions/{id}`).
public struct SessionDetail: Codable, Hashable, Sendable {
    public var session: AgentSession
    public var liveActivities: [LiveActivitySummary]

    public init(session: AgentSession, liveActivities: [LiveActivitySummary]) {
        self.session = session
        self.liveActivities = liveActivities
    }

    enum CodingKeys: String, CodingKey {
        case session
        case liveActivities = "live_activities"
    }
}
