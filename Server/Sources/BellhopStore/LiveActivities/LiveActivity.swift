public import BellhopModel

/// A session on the lock screen of one device, or on its way there: all that has to be known of it after a restart.
///
/// There is one for a session and a device at most. What happens to it goes through ``take(_:at:)-(LiveActivityReport,_)``
/// and ``take(_:)-(LiveActivityAttempt)``, which are pure, so that every store does the same.
public struct LiveActivity: Codable, Hashable, Sendable, Identifiable {
    public typealias Phase = LiveActivitySummary.Phase

    public let id: LiveActivityID
    public let userID: UserID
    public let sessionID: SessionID
    public let deviceID: DeviceID
    public internal(set) var phase = Phase.wanted
    /// By which it is updated; only a live one has it.
    public internal(set) var token: DeviceToken?
    /// When the device said so.
    public internal(set) var tokenAt: Timestamp?
    /// Of the activity that the present one has replaced and that is still to be ended.
    public internal(set) var formerToken: DeviceToken?
    /// The last one that was said to be over. It does not come back.
    public internal(set) var endedToken: DeviceToken?
    /// When the present activity began, as far as is known.
    public internal(set) var startedAt: Timestamp?
    /// What a gateway took to start one, until a token confirms it.
    public internal(set) var start: Start?
    /// What is shown, as far as is known.
    public internal(set) var sent: Sent?
    /// In a row.
    public internal(set) var failures = 0
    /// Nothing is sent before.
    public internal(set) var retryAt: Timestamp?
    public internal(set) var endedAt: Timestamp?
    public internal(set) var reason: String?

    /// Pushes to start one activity.
    public struct Start: Codable, Hashable, Sendable {
        public internal(set) var count: Int
        /// When the last was sent.
        public internal(set) var at: Timestamp
        public internal(set) var shown: Sent
    }

    /// A state that the gateway took.
    public struct Sent: Codable, Hashable, Sendable {
        public internal(set) var state: LiveActivityState
        public internal(set) var at: Timestamp
        /// As the payload has it: the system ignores what is older than what it shows.
        public internal(set) var timestamp: Timestamp
    }

    public init(id: LiveActivityID, userID: UserID, sessionID: SessionID, deviceID: DeviceID) {
        self.id = id
        self.userID = userID
        self.sessionID = sessionID
        self.deviceID = deviceID
    }

    /// The newest timestamp that was sent, to whatever of its activities.
    public var newestTimestamp: Timestamp? {
        [sent?.timestamp, start?.shown.timestamp].compactMap(\.self).max()
    }

    public var summary: LiveActivitySummary {
        LiveActivitySummary(
            id: id, deviceID: deviceID, phase: phase, startedAt: startedAt, sentAt: sent?.at, shown: sent?.state,
            failures: failures, reason: reason)
    }
}

extension LiveActivity {
    /// The session has begun anew after its end: it is to be shown again. Before its end, what the person took away
    /// stays away.
    public mutating func takeUp() {
        guard phase == .ended else { return }
        phase = .wanted
        (tokenAt, startedAt, start, endedAt, reason, retryAt, failures) = (nil, nil, nil, nil, nil, nil, 0)
    }

    /// Ends it without telling the device: there is nothing to tell, or nobody to tell it to.
    public mutating func close(because reason: String, at time: Timestamp) {
        endedToken = token ?? endedToken
        (phase, token, formerToken, start, retryAt, failures) = (.ended, nil, nil, nil, nil, 0)
        (endedAt, self.reason) = (time, reason)
    }
}
