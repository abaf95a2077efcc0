/// A Live Activity in API responses, without its token.
public struct LiveActivitySummary: Codable, Hashable, Sendable, Identifiable {
    public enum Phase: String, Codable, Hashable, Sendable, CaseIterable {
        /// A start push is due.
        case wanted
        /// A start push was sent, and the device has not confirmed the start.
        case starting
        case live
        case ended
    }

    public let id: LiveActivityID
    public let deviceID: DeviceID
    public let phase: Phase
    /// The start of the current activity. The system ends it eight hours later.
    public let startedAt: Timestamp?
    /// The time of the last update that the gateway accepted.
    public let sentAt: Timestamp?
    /// The content of that update.
    public let shown: LiveActivityState?
    /// The number of times that the gateway deferred the current update.
    public let failures: Int
    /// The reason of the end, in a few words.
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

/// A session and its Live Activities (`GET /v1/sessions/{id}`).
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

/// A device's report about a session's Live Activity (`POST /v1/sessions/{id}/live-activity`).
public struct LiveActivityReport: Codable, Hashable, Sendable {
    public enum State: String, Codable, Hashable, Sendable, CaseIterable {
        case active
        /// It receives no more updates.
        case ended
        /// The person removed it, or turned off Live Activities.
        case dismissed
    }

    /// The update token of the activity; required while it is active. In a report of an end it identifies the activity,
    /// so that a late report about an old activity does not end a new one.
    public var token: DeviceToken?
    public var state: State

    public init(token: DeviceToken?, state: State = .active) {
        self.token = token
        self.state = state
    }

    public init(from decoder: any Decoder) throws {
        let container = try decoder.container(keyedBy: CodingKeys.self)
        token = try container.decodeIfPresent(DeviceToken.self, forKey: .token)
        state = try container.decodeIfPresent(State.self, forKey: .state) ?? .active
    }

    enum CodingKeys: String, CodingKey { case token, state }
}

/// The body of `PUT /v1/devices/{id}/push-to-start`.
public struct PushToStartRequest: Codable, Hashable, Sendable {
    /// The device's push-to-start token.
    public var token: DeviceToken

    public init(token: DeviceToken) { self.token = token }
}
