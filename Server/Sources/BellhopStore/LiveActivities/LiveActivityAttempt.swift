public import BellhopModel

/// One push about a Live Activity, and its result.
public struct LiveActivityAttempt: Hashable, Sendable {
    public enum Operation: Hashable, Sendable, CaseIterable {
        case start, update, end
        /// Ends the activity that the current one has replaced.
        case endFormer
    }

    public enum Ending: Hashable, Sendable {
        case sent
        /// Send again, not before `until`.
        case deferred(until: Timestamp)
        /// The token is dead, and only this token of the device.
        case tokenGone(reason: String)
        /// Never send again.
        case failed(reason: String)
    }

    public var operation: Operation
    /// The token it was sent to.
    public var token: DeviceToken
    public var shown: LiveActivity.Sent
    public var ending: Ending
    /// Indicates whether it counts against the system's hourly limit.
    public var isSpent: Bool

    /// - Parameters:
    ///   - time: when it was sent.
    ///   - timestamp: the payload's timestamp.
    public init(
        _ operation: Operation, to token: DeviceToken, _ state: LiveActivityState, at time: Timestamp,
        timestamp: Timestamp,
        _ ending: Ending, isSpent: Bool
    ) {
        self.operation = operation
        self.token = token
        shown = LiveActivity.Sent(state: state, at: time, timestamp: timestamp)
        self.ending = ending
        self.isSpent = isSpent
    }
}

extension LiveActivity {
    /// The maximum number of pushes that start one activity. The second replaces a lost one.
    public static let startLimit = 2

    /// Applies the result of a push. If the push ended the activity and the session has resumed during the send, the
    /// activity is requested again.
    public mutating func apply(_ attempt: LiveActivityAttempt, sessionIsOver: Bool) {
        let before = phase
        apply(attempt)
        if attempt.operation == .end, before != .ended, !sessionIsOver { restart() }
    }

    /// Applies the result of a push. Reports that arrived during the push are kept.
    public mutating func apply(_ attempt: LiveActivityAttempt) {
        if case .deferred(let until) = attempt.ending {
            failures += 1
            retryAt = until
            return
        }
        (failures, retryAt) = (0, nil)
        switch attempt.operation {
        case .start: started(attempt)
        case .update:
            guard attempt.token == token else { return }
            if case .tokenGone(let reason) = attempt.ending {
                invalidateToken(because: reason, at: attempt.shown.at)
            } else {
                // Also after a malformed push, which would fail again.
                sent = attempt.shown
            }
        case .end:
            guard attempt.token == token else { return }
            sent = attempt.shown
            close(because: attempt.reason ?? "the session is over", at: attempt.shown.at)
        case .endFormer:
            if attempt.token == formerToken { formerToken = nil }
        }
    }

    private mutating func started(_ attempt: LiveActivityAttempt) {
        if phase == .live, let tokenAt, tokenAt >= attempt.shown.at {
            // The device's report arrived before the gateway's response.
            startedAt = attempt.shown.at
            sent = sent ?? attempt.shown
            return
        }
        guard phase != .ended else { return }
        guard let reason = attempt.reason else {
            start = Start(count: (start?.count ?? 0) + 1, at: attempt.shown.at, shown: attempt.shown)
            if phase == .wanted { phase = .starting }
            return
        }
        if phase == .live {
            // It cannot be renewed, and lasts until the system ends it.
            start = Start(count: Self.startLimit, at: attempt.shown.at, shown: attempt.shown)
        } else {
            close(because: reason, at: attempt.shown.at)
        }
    }

    private mutating func invalidateToken(because reason: String, at time: Timestamp) {
        guard start != nil else { return close(because: reason, at: time) }
        endedToken = token
        (token, phase) = (nil, .starting)
    }
}

extension LiveActivityAttempt {
    /// The reason why the gateway did not accept it; `nil` when it did.
    var reason: String? {
        switch ending {
        case .sent, .deferred: nil
        case .tokenGone(let reason), .failed(let reason): reason
        }
    }
}
