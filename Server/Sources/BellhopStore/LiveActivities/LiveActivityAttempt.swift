public import BellhopModel

/// One push about a Live Activity, and what the gateway said to it.
public struct LiveActivityAttempt: Hashable, Sendable {
    public enum Deed: Hashable, Sendable, CaseIterable {
        case start, update, end
        /// Of the activity that the present one has replaced.
        case endFormer
    }

    public enum Ending: Hashable, Sendable {
        case sent
        /// Again, not before `until`.
        case deferred(until: Timestamp)
        /// The token is dead: this one, and nothing else of the device.
        case tokenGone(reason: String)
        /// It will never be taken.
        case failed(reason: String)
    }

    public var deed: Deed
    /// To which it was sent.
    public var token: DeviceToken
    public var shown: LiveActivity.Sent
    public var ending: Ending
    /// Whether it has used up one of the pushes that the system allows in an hour.
    public var isSpent: Bool

    /// - Parameters:
    ///   - time: when it was sent.
    ///   - timestamp: the payload's.
    public init(
        _ deed: Deed, to token: DeviceToken, _ state: LiveActivityState, at time: Timestamp, timestamp: Timestamp,
        _ ending: Ending, isSpent: Bool
    ) {
        self.deed = deed
        self.token = token
        shown = LiveActivity.Sent(state: state, at: time, timestamp: timestamp)
        self.ending = ending
        self.isSpent = isSpent
    }
}

extension LiveActivity {
    /// So many pushes may start one activity. The second is for one that got lost.
    public static let startLimit = 2

    /// What came of a push about it. When its end was sent and the session goes on by now, it is to be shown again.
    public mutating func take(_ attempt: LiveActivityAttempt, sessionIsOver: Bool) {
        let before = phase
        take(attempt)
        if attempt.deed == .end, before != .ended, !sessionIsOver { takeUp() }
    }

    /// What came of a push about it. What it learned while the push was under way stands.
    public mutating func take(_ attempt: LiveActivityAttempt) {
        if case .deferred(let until) = attempt.ending {
            failures += 1
            retryAt = until
            return
        }
        (failures, retryAt) = (0, nil)
        switch attempt.deed {
        case .start: started(attempt)
        case .update:
            guard attempt.token == token else { return }
            if case .tokenGone(let reason) = attempt.ending {
                lose(because: reason, at: attempt.shown.at)
            } else {
                // Also what is malformed: to send it again would not mend it.
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
            // The device was faster than the gateway's answer.
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
            // It cannot be renewed, and lasts as long as it may.
            start = Start(count: Self.startLimit, at: attempt.shown.at, shown: attempt.shown)
        } else {
            close(because: reason, at: attempt.shown.at)
        }
    }

    private mutating func lose(because reason: String, at time: Timestamp) {
        guard start != nil else { return close(because: reason, at: time) }
        endedToken = token
        (token, phase) = (nil, .starting)
    }
}

extension LiveActivityAttempt {
    /// Why it was not taken; `nil` when it was.
    var reason: String? {
        switch ending {
        case .sent, .deferred: nil
        case .tokenGone(let reason), .failed(let reason): reason
        }
    }
}
