import BellhopModel
import BellhopPush
import BellhopStore

/// Decides the next action for a Live Activity at one moment. Pure: equal facts give equal actions.
///
/// The newest state wins, and the last one is always sent. Requests for attention are sent at once, progress at
/// intervals, and no state twice. During quiet hours no activity is started, because a start lights the screen, and
/// updates have low priority.
struct LiveActivityPlan {
    let facts: ClaimedLiveActivity
    let timing: LiveActivityTiming
    let now: Timestamp

    init(_ facts: ClaimedLiveActivity, timing: LiveActivityTiming, at now: Timestamp) {
        self.facts = facts
        self.timing = timing
        self.now = now
    }

    var action: LiveActivityAction {
        let activity = facts.activity
        guard facts.device.state != .inactive, facts.device.userID == activity.userID else { return .delete }
        if let end = endOfLife, now >= end { return .close(reason: "the system ended it after eight hours") }
        if let retryAt = activity.retryAt, now < retryAt { return wait(until: retryAt) }
        if let former = activity.formerToken { return .send(endFormer(former)) }
        switch activity.phase {
        case .wanted: return wanted
        case .starting: return starting
        case .live: return live
        case .ended:
            let end = (activity.endedAt ?? now) + timing.memory
            return now < end ? wait(until: end) : .delete
        }
    }

    // MARK: By phase

    private var wanted: LiveActivityAction {
        if facts.session.isOver { return .close(reason: "the session ended before it was shown") }
        guard let token = facts.startToken else { return .close(reason: "the device has no token to start activities") }
        if isStalled {
            let end = facts.session.updatedAt + timing.memory
            return now < end
                ? wait(until: end) : .close(reason: "the session was not updated before the activity was started")
        }
        return facts.quiet == nil ? .send(start(token)) : wait(until: afterQuietHours(now))
    }

    /// The token of a start may arrive late; the activity is then updated or ended.
    private var starting: LiveActivityAction {
        guard let start = facts.activity.start, let end = endOfLife else {
            return .close(reason: "it was never started")
        }
        if facts.session.isOver { return wait(until: end) }
        guard start.count < LiveActivity.startLimit, let token = facts.startToken,
            let confirmationEnd = afterQuietHours(start.at + timing.confirmation)
        else { return wait(until: end) }
        return now < confirmationEnd ? wait(until: confirmationEnd) : .send(self.start(token))
    }

    private var live: LiveActivityAction {
        guard let token = facts.activity.token else { return .close(reason: "it has no update token") }
        if facts.session.isOver { return .send(end(token)) }
        if let renewal, now >= renewal, let startToken = facts.startToken { return .send(start(startToken)) }
        let change = LiveActivityChange(from: facts.activity.sent?.state, to: state)
        guard change != .none else { return wait(until: renewal) }
        let urgency = urgency(of: change)
        let next = facts.activity.sent.map { $0.at + timing.interval } ?? now
        if urgency == .immediate || now >= next { return .send(update(token, urgency)) }
        return wait(until: min(next, renewal ?? next), isBehind: true)
    }

    // MARK: Time

    private var endOfLife: Timestamp? {
        switch facts.activity.phase {
        case .live: facts.activity.startedAt.map { $0 + timing.life }
        case .starting: facts.activity.start.map { $0.at + timing.life }
        case .wanted, .ended: nil
        }
    }

    /// When a live activity is renewed, or when an unconfirmed renewal is repeated; `nil` for never.
    private var renewal: Timestamp? {
        guard facts.startToken != nil, !isStalled, let began = facts.activity.startedAt else { return nil }
        guard let start = facts.activity.start else { return afterQuietHours(began + timing.renewal) }
        return start.count < LiveActivity.startLimit ? afterQuietHours(start.at + timing.confirmation) : nil
    }

    /// The later of `moment` and the end of quiet hours; `nil` when that end is not known.
    private func afterQuietHours(_ moment: Timestamp) -> Timestamp? {
        guard let quiet = facts.quiet else { return moment }
        return quiet.until.map { max($0, moment) }
    }

    /// Indicates whether the session has not been updated for too long and has no open ask.
    private var isStalled: Bool { facts.ask == nil && now - facts.session.updatedAt >= timing.silence }

    private func wait(until moment: Timestamp?, isBehind: Bool = false) -> LiveActivityAction {
        let end = endOfLife ?? now + timing.memory
        return .wait(until: min(moment ?? end, end, facts.holdEnd ?? end), isBehind: isBehind)
    }

    /// Low priority for pushes beyond the budget, and during quiet hours.
    private func urgency(of change: LiveActivityChange) -> Urgency {
        guard facts.quiet == nil else { return .considerate }
        let left = timing.hourlyBudget - facts.spent.count { now - $0 < .seconds(3600) }
        return switch change {
        case .none, .progress: .considerate
        case .status: left > timing.reserve ? .immediate : .considerate
        case .attention: left > 0 ? .immediate : .considerate
        }
    }

    // MARK: Pushes

    private var state: LiveActivityState {
        LiveActivityState(facts.session, waitingFor: facts.ask, at: now)
    }

    /// The moment from which the state is stale. An open ask is valid until its deadline, even without other updates;
    /// at the deadline the system redraws the activity without its buttons.
    private var stale: Timestamp {
        guard state.status == .waiting, let deadline = facts.ask?.deadline, deadline.seconds > timestamp.seconds else {
            return now + timing.freshness
        }
        return deadline
    }

    private var timestamp: Timestamp {
        Timestamp(seconds: max(now.seconds, facts.activity.newestTimestamp.map { $0.seconds + 1 } ?? now.seconds))
    }

    private func push(
        _ operation: LiveActivityAttempt.Operation, _ token: DeviceToken, _ urgency: Urgency, until expires: Timestamp
    ) -> PlannedLiveActivityPush {
        PlannedLiveActivityPush(
            operation: operation, token: token, state: state, timestamp: timestamp, urgency: urgency, expires: expires)
    }

    private func start(_ token: DeviceToken) -> PlannedLiveActivityPush {
        var push = push(.start, token, urgency(of: .attention), until: now + timing.startLife)
        push.stale = stale
        return push
    }

    private func update(_ token: DeviceToken, _ urgency: Urgency) -> PlannedLiveActivityPush {
        var push = push(.update, token, urgency, until: endOfLife ?? now + timing.life)
        push.stale = stale
        return push
    }

    private func end(_ token: DeviceToken) -> PlannedLiveActivityPush {
        var push = push(.end, token, urgency(of: .attention), until: endOfLife ?? now + timing.life)
        push.dismissal = now + timing.dismissalDelay
        return push
    }

    /// Dismisses the replaced activity at once, because the new one is shown beside it.
    private func endFormer(_ token: DeviceToken) -> PlannedLiveActivityPush {
        var push = push(.endFormer, token, .considerate, until: now + timing.startLife)
        push.dismissal = now
        return push
    }
}

/// The next action for a Live Activity.
enum LiveActivityAction: Hashable, Sendable {
    case send(PlannedLiveActivityPush)
    /// Do nothing until `until` or the next change. `isBehind`: an update is pending, and further progress changes
    /// nothing.
    case wait(until: Timestamp, isBehind: Bool)
    /// End the activity without a push.
    case close(reason: String)
    /// Delete the activity's row.
    case delete
}

/// A push about a Live Activity, before its payload is rendered.
struct PlannedLiveActivityPush: Hashable, Sendable {
    var operation: LiveActivityAttempt.Operation
    var token: DeviceToken
    var state: LiveActivityState
    /// In whole seconds; later than that of every earlier push.
    var timestamp: Timestamp
    var urgency: Urgency
    /// The end of the push's lifetime at the gateway.
    var expires: Timestamp
    /// The moment from which the shown state is stale.
    var stale: Timestamp?
    /// When an ended activity leaves the lock screen.
    var dismissal: Timestamp?
}

/// The importance of the difference between the shown and the current state.
enum LiveActivityChange: Hashable, Sendable {
    case none
    /// Another step or count.
    case progress
    /// Another status or ask.
    case status
    /// The session has begun to wait for a person.
    case attention

    /// - Parameter shown: `nil` when it is unknown.
    init(from shown: LiveActivityState?, to state: LiveActivityState) {
        if let shown, shown.looksLike(state) {
            self = .none
        } else if state.status == .waiting, shown?.status != .waiting || shown?.ask != state.ask {
            self = .attention
        } else if let shown, shown.status != state.status || shown.ask != state.ask {
            self = .status
        } else {
            self = .progress
        }
    }
}
