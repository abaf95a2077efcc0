public import BellhopModel

/// The durable state of one session's Live Activity on one device.
///
/// There is at most one per session and device. ``apply(_:at:)-(LiveActivityReport,_)`` and
/// ``apply(_:)-(LiveActivityAttempt)`` change it; both are pure, so that every store behaves the same.
public struct LiveActivity: Codable, Hashable, Sendable, Identifiable {
    public typealias Phase = LiveActivitySummary.Phase

    public let id: LiveActivityID
    public let userID: UserID
    public let sessionID: SessionID
    public let deviceID: DeviceID
    public internal(set) var phase = Phase.wanted
    /// The token for updates; only a live activity has one.
    public internal(set) var token: DeviceToken?
    /// When the device reported the token.
    public internal(set) var tokenAt: Timestamp?
    /// The token of a replaced activity that must be ended.
    public internal(set) var formerToken: DeviceToken?
    /// The token of the last activity that was reported as over. It is not accepted again.
    public internal(set) var endedToken: DeviceToken?
    /// The start of the current activity, if known.
    public internal(set) var startedAt: Timestamp?
    /// The start pushes that the gateway accepted, until a token confirms the start.
    public internal(set) var start: Start?
    /// The shown state, if known.
    public internal(set) var sent: Sent?
    /// The number of consecutive failures.
    public internal(set) var failures = 0
    /// The moment before which nothing is sent.
    public internal(set) var retryAt: Timestamp?
    public internal(set) var endedAt: Timestamp?
    public internal(set) var reason: String?

    /// The pushes that start one activity.
    public struct Start: Codable, Hashable, Sendable {
        public internal(set) var count: Int
        /// When the last one was sent.
        public internal(set) var at: Timestamp
        public internal(set) var shown: Sent
    }

    /// A state that the gateway accepted.
    public struct Sent: Codable, Hashable, Sendable {
        public internal(set) var state: LiveActivityState
        public internal(set) var at: Timestamp
        /// The payload's timestamp: the system ignores states that are older than the shown one.
        public internal(set) var timestamp: Timestamp
    }

    public init(id: LiveActivityID, userID: UserID, sessionID: SessionID, deviceID: DeviceID) {
        self.id = id
        self.userID = userID
        self.sessionID = sessionID
        self.deviceID = deviceID
    }

    /// The newest timestamp sent to any of its activities.
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
    /// Requests a new activity after the session has resumed. An activity that the person dismissed before the
    /// session's end stays dismissed.
    public mutating func restart() {
        guard phase == .ended else { return }
        phase = .wanted
        (tokenAt, startedAt, start, endedAt, reason, retryAt, failures) = (nil, nil, nil, nil, nil, nil, 0)
    }

    /// Ends it without a push.
    public mutating func close(because reason: String, at time: Timestamp) {
        endedToken = token ?? endedToken
        (phase, token, formerToken, start, retryAt, failures) = (.ended, nil, nil, nil, nil, 0)
        (endedAt, self.reason) = (time, reason)
    }
}

extension LiveActivity {
    /// Applies a report of its device.
    ///
    /// - Returns: whether it changed the state.
    public mutating func apply(_ report: LiveActivityReport, at time: Timestamp) -> Bool {
        let before = self
        switch (report.state, report.token) {
        case (.active, let token?): confirm(token, at: time)
        case (.active, nil): break
        case (_, let token): end(token, report.state, at: time)
        }
        return self != before
    }

    /// Marks it as live with `token`.
    private mutating func confirm(_ token: DeviceToken, at time: Timestamp) {
        guard token != self.token, token != endedToken else { return }
        if let start {
            // Confirms the requested start. The previous activity, if any, is still shown beside it.
            formerToken = self.token
            startedAt = start.at
            sent = start.shown
        } else if phase != .live {
            // The app started it on its own.
            startedAt = time
            sent = nil
        }
        (self.token, tokenAt, phase) = (token, time, .live)
        (start, retryAt, failures, endedAt, reason) = (nil, nil, 0, nil, nil)
    }

    private mutating func end(_ token: DeviceToken?, _ state: LiveActivityReport.State, at time: Timestamp) {
        if let token {
            if token == formerToken { formerToken = nil }
            // A late report about a replaced activity.
            let hasAnother = self.token != nil || start != nil
            if token != self.token, hasAnother || token == endedToken { return }
        }
        guard start == nil else {
            // Its replacement has been started.
            endedToken = self.token ?? endedToken
            (self.token, phase) = (nil, .starting)
            return
        }
        guard phase != .ended else { return }
        close(because: state == .dismissed ? "dismissed on the device" : "ended on the device", at: time)
    }
}
