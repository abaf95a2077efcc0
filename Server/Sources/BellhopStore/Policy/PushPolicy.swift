import BellhopFoundation
public import BellhopModel

/// Decides by a user's preferences whether and when devices are notified. Pure: equal facts give equal decisions, in
/// every store.
///
/// The order: switches, mutes, quiet hours, bursts, the cap. Only switches apply to silent notifications.
public enum PushPolicy {
    /// - Parameters:
    ///   - topics: the notification's topics.
    ///   - hold: the end of the time reserved for a local answer; the notification is decided about as if it arrived
    ///     then.
    ///   - bypassesPreferences: see ``Submission/bypassesPreferences``.
    /// - Throws: errors of `facts`.
    public static func decision(
        on notification: UserNotification, about topics: [TopicID] = [], heldUntil hold: Timestamp? = nil,
        bypassesPreferences: Bool = false, facts: some PushFacts
    ) throws -> PushDecision {
        let preferences = facts.preferences
        let now = max(notification.createdAt, hold ?? notification.createdAt)
        let terminal = now > notification.createdAt ? PushHold.terminal(until: now) : nil
        if bypassesPreferences { return .push(due: now, terminal) }
        let isAsk = notification.askID != nil
        if let refusal = preferences.refusal(of: notification.category, isAsk: isAsk) {
            return .suppress(.switchedOff(refusal))
        }
        if notification.isSilent { return .push(due: now, terminal) }
        if let mute = preferences.mute(of: notification, about: topics + notification.itemTopics, at: now) {
            return .suppress(.muted(mute))
        }
        var (due, reason) = (now, terminal)
        if let (end, zone) = try quietHours(
            of: notification.userID, at: now, allowing: (isAsk, notification.interruption), facts)
        {
            guard notification.expiresAt > end else { return .suppress(.quietHours(until: end, zone: zone)) }
            (due, reason) = (end, .quietHours(until: end, zone: zone))
        }
        let fold = try fold(notification, at: now, due: due, facts)
        let summary = fold?.summary
        // An update of an existing summary's number is silent, and does not count against the cap.
        if !isAsk, summary == nil || summary == notification.id, let cap = preferences.frequencyCap,
            try facts.pushes(
                to: notification.userID, due: stretch(.seconds(cap.seconds), before: due), limit: cap.limit)
                >= cap.limit
        {
            return .suppress(.cap(cap))
        }
        guard let fold else { return .push(due: due, reason) }
        return .fold(into: fold.summary, due: due + BurstLimits.settling, reason, fold.limit)
    }

    /// The end of the user's current quiet hours, and their time zone; `nil` outside of them and for pushes they allow.
    static func quietHours(
        of user: UserID, at now: Timestamp, allowing push: (isAsk: Bool, level: InterruptionLevel),
        _ facts: some PushFacts
    ) throws -> (end: Timestamp, zone: String)? {
        guard let quiet = facts.preferences.quietHours, !quiet.allow(isAsk: push.isAsk, level: push.level) else {
            return nil
        }
        let zone = quiet.zone(orOfDevice: quiet.timeZone == nil ? try facts.deviceTimeZone(of: user) : nil)
        return quiet.end(at: now, in: zone).map { ($0, zone.name) }
    }

    /// The summary it is folded into; `nil` when it is shown on its own.
    ///
    /// Only unread notifications count, so that each ask has its own buttons for a user who answers at once. A
    /// notification with its own collapse key already replaces its predecessors.
    ///
    /// Asks of many sessions are as disruptive as those of one, so they are counted together as well.
    private static func fold(
        _ notification: UserNotification, at now: Timestamp, due: Timestamp, _ facts: some PushFacts
    ) throws -> (summary: NotificationID, limit: BurstLimits)? {
        guard let burst = facts.burst, notification.options?.collapseKey == nil else { return nil }
        let group = BurstGroup(of: notification)
        let window = stretch(burst.window, before: due)
        if try facts.open(in: group, due: window, at: now, limit: burst.limit) >= burst.limit {
            return (try facts.summary(of: group, at: now) ?? notification.id, burst)
        }
        let user = notification.userID
        guard notification.askID != nil,
            try facts.openAsks(
                of: user, due: stretch(burst.askWindow, before: due), at: now, limit: burst.asks) >= burst.asks
        else { return nil }
        let limit = BurstLimits(limit: burst.asks, window: burst.askWindow)
        return (try facts.askSummary(of: user, at: now) ?? notification.id, limit)
    }

    private static func stretch(_ length: Duration, before due: Timestamp) -> ClosedRange<Timestamp> {
        min(due, due - length + .milliseconds(1))...due
    }
}

extension UserNotification {
    /// The item's topic, which has the item's id.
    fileprivate var itemTopics: [TopicID] { options?.itemID.flatMap { TopicID($0) }.map { [$0] } ?? [] }
}

/// The decision about a notification's devices.
public enum PushDecision: Hashable, Sendable {
    /// It is shown on its own, at this moment.
    case push(due: Timestamp, PushHold?)
    /// It is shown in the summary that begins with the notification `into`, which may be the notification itself.
    case fold(into: NotificationID, due: Timestamp, PushHold?, BurstLimits)
    /// No device is notified.
    case suppress(PushSuppression)
}

/// The reason for a delay.
public enum PushHold: Hashable, Sendable, CustomStringConvertible {
    case quietHours(until: Timestamp, zone: String)
    case terminal(until: Timestamp)

    public var description: String {
        switch self {
        case .quietHours(let end, let zone): "quiet hours of the user until \(end) (\(zone))"
        case .terminal(let end): "held until \(end) for an answer in the terminal"
        }
    }
}

/// The reason for notifying no device.
public enum PushSuppression: Hashable, Sendable, CustomStringConvertible {
    case switchedOff(DisabledPreference)
    case muted(Mute)
    /// The notification expires before the end of quiet hours.
    case quietHours(until: Timestamp, zone: String)
    case cap(FrequencyCap)

    public var description: String {
        switch self {
        case .switchedOff(let refusal): refusal.description
        case .muted(let mute): "the user muted the \(mute.subject)" + (mute.until.map { " until \($0)" } ?? "")
        case .quietHours(let end, let zone):
            "quiet hours of the user until \(end) (\(zone)), and it expires before they end"
        case .cap(let cap): "the user allows at most \(cap.limit) pushes in \(cap.seconds) seconds"
        }
    }
}

extension PushDecision {
    /// The due time; `nil` when no device is notified.
    public var due: Timestamp? {
        switch self {
        case .push(let due, _), .fold(_, let due, _, _): due
        case .suppress: nil
        }
    }

    /// The summary that contains it.
    public var summary: NotificationID? { if case .fold(let summary, _, _, _) = self { summary } else { nil } }

    /// The timeline entries after the acceptance; empty for an immediate push. They name no device, because they apply
    /// to all.
    public func lines(at moment: Timestamp) -> [TimelineEntry] {
        func hold(_ hold: PushHold?) -> [TimelineEntry] {
            hold.map { [TimelineEntry(at: moment, step: .held, detail: $0.description)] } ?? []
        }
        switch self {
        case .push(_, let reason):
            return hold(reason)
        case .fold(let summary, _, let reason, let burst):
            let detail =
                "more than \(burst.limit) within \(burst.window.components.seconds) seconds: summary \(summary)"
            return hold(reason) + [TimelineEntry(at: moment, step: .folded, detail: detail)]
        case .suppress(let reason):
            return [TimelineEntry(at: moment, step: .cancelled, detail: reason.description)]
        }
    }
}
