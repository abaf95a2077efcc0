import BellhopModel
import BellhopPush
import BellhopStore

/// What is to be done about a Live Activity at one moment. Pure: the same facts give the same step.
///
/// The newest state wins and the last is always sent. What a person is waited for is said at once, progress when it is
/// time; nothing is said twice. While its user is not to be disturbed nothing is started, which lights the screen, and
/// what is shown changes with low priority.
struct LiveActivityPlan {
    let facts: ClaimedLiveActivity
    let rules: LiveActivityTiming
    let now: Timestamp

    init(_ facts: ClaimedLiveActivity, rules: LiveActivityTiming, at now: Timestamp) {
        self.facts = facts
        self.rules = rules
        self.now = now
    }

    var step: LiveActivityAction {
        let activity = facts.activity
        guard facts.device.state != .inactive, facts.device.userID == activity.userID else { return .forget }
        if let end = endOfLife, now >= end { return .close(reason: "the system ended it after eight hours") }
        if let retryAt = activity.retryAt, now < retryAt { return wait(until: retryAt) }
        if let former = activity.formerToken { return .send(endFormer(former)) }
        switch activity.phase {
        case .wanted: return wanted
        case .starting: return starting
        case .live: return live
        case .ended:
            let end = (activity.endedAt ?? now) + rules.memory
            return now < end ? wait(until: end) : .forget
        }
    }

    // MARK: By phase

    private var wanted: LiveActivityAction {
        if facts.session.isOver { return .close(reason: "the session ended before it was shown") }
        guard let token = facts.startToken else { return .close(reason: "the device starts no activities") }
        if isSilent {
            let end = facts.session.updatedAt + rules.memory
            return now < end ? wait(until: end) : .close(reason: "the session fell silent before it was shown")
        }
        return facts.quiet == nil ? .send(start(token)) : wait(until: undisturbed(now))
    }

    /// A token may come late: then what is shown is brought up to date, or ended.
    private var starting: LiveActivityAction {
        guard let start = facts.activity.start, let end = endOfLife else { return .close(reason: "it never began") }
        if facts.session.isOver { return wait(until: end) }
        guard start.count < LiveActivity.startLimit, let token = facts.startToken,
            let doubtful = undisturbed(start.at + rules.confirmation)
        else { return wait(until: end) }
        return now < doubtful ? wait(until: doubtful) : .send(self.start(token))
    }

    private var live: LiveActivityAction {
        guard let token = facts.activity.token else { return .close(reason: "its token is gone") }
        if facts.session.isOver { return .send(end(token)) }
        if let renewal, now >= renewal, let startToken = facts.startToken { return .send(start(startToken)) }
        let news = LiveActivityChange(from: facts.activity.sent?.state, to: state)
        guard news != .nothing else { return wait(until: renewal) }
        let urgency = urgency(of: news)
        let turn = facts.activity.sent.map { $0.at + rules.interval } ?? now
        if urgency == .immediate || now >= turn { return .send(update(token, urgency)) }
        return wait(until: min(turn, renewal ?? turn), isBehind: true)
    }

    // MARK: Time

    private var endOfLife: Timestamp? {
        switch facts.activity.phase {
        case .live: facts.activity.startedAt.map { $0 + rules.life }
        case .starting: facts.activity.start.map { $0.at + rules.life }
        case .wanted, .ended: nil
        }
    }

    /// When a live one is to be started anew, or the start that was sent has been waited for long enough.
    private var renewal: Timestamp? {
        guard facts.startToken != nil, !isSilent, let began = facts.activity.startedAt else { return nil }
        guard let start = facts.activity.start else { return undisturbed(began + rules.renewal) }
        return start.count < LiveActivity.startLimit ? undisturbed(start.at + rules.confirmation) : nil
    }

    /// `moment`, or when the user may be disturbed again if that is later; `nil` when that is not known.
    private func undisturbed(_ moment: Timestamp) -> Timestamp? {
        guard let quiet = facts.quiet else { return moment }
        return quiet.until.map { max($0, moment) }
    }

    private var isSilent: Bool { facts.ask == nil && now - facts.session.updatedAt >= rules.silence }

    private func wait(until moment: Timestamp?, isBehind: Bool = false) -> LiveActivityAction {
        let end = endOfLife ?? now + rules.memory
        return .wait(until: min(moment ?? end, end, facts.holdEnd ?? end), isBehind: isBehind)
    }

    /// Low priority for what is beyond the budget, and while it is quiet.
    private func urgency(of news: LiveActivityChange) -> Urgency {
        guard facts.quiet == nil else { return .considerate }
        let left = rules.hourlyBudget - facts.spent.count { now - $0 < .seconds(3600) }
        return switch news {
        case .nothing, .progress: .considerate
        case .change: left > rules.reserve ? .immediate : .considerate
        case .call: left > 0 ? .immediate : .considerate
        }
    }

    // MARK: Pushes

    private var state: LiveActivityState {
        LiveActivityState(facts.session, waitingFor: facts.ask, at: now)
    }

    /// An ask stays true until its deadline, however long nothing else is heard. Then the system draws the activity
    /// again, without its buttons.
    private var stale: Timestamp {
        guard state.status == .waiting, let deadline = facts.ask?.deadline, deadline.seconds > timestamp.seconds else {
            return now + rules.freshness
        }
        return deadline
    }

    private var timestamp: Timestamp {
        Timestamp(seconds: max(now.seconds, facts.activity.newestTimestamp.map { $0.seconds + 1 } ?? now.seconds))
    }

    private func push(
        _ deed: LiveActivityAttempt.Deed, _ token: DeviceToken, _ urgency: Urgency, until expires: Timestamp
    ) -> PlannedLiveActivityPush {
        PlannedLiveActivityPush(
            deed: deed, token: token, state: state, timestamp: timestamp, urgency: urgency, expires: expires)
    }

    private func start(_ token: DeviceToken) -> PlannedLiveActivityPush {
        var push = push(.start, token, urgency(of: .call), until: now + rules.startLife)
        push.stale = stale
        return push
    }

    private func update(_ token: DeviceToken, _ urgency: Urgency) -> PlannedLiveActivityPush {
        var push = push(.update, token, urgency, until: endOfLife ?? now + rules.life)
        push.stale = stale
        return push
    }

    private func end(_ token: DeviceToken) -> PlannedLiveActivityPush {
        var push = push(.end, token, urgency(of: .call), until: endOfLife ?? now + rules.life)
        push.dismissal = now + rules.afterglow
        return push
    }

    /// It goes at once: the present one stands beside it.
    private func endFormer(_ token: DeviceToken) -> PlannedLiveActivityPush {
        var push = push(.endFormer, token, .considerate, until: now + rules.startLife)
        push.dismissal = now
        return push
    }
}
