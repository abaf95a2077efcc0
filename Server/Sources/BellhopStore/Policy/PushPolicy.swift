public import BellhopModel
import Foundation

/// Decides whether and when a user's devices are told of something, by what the user wants. Pure: the same facts give
/// the same decision, in every store.
///
/// In this order: switches, mutes, quiet hours, bursts, the cap. What shows nothing is bound by its switches alone.
public enum PushPolicy {
    /// - Parameters:
    ///   - topics: what it was sent about.
    ///   - hold: until when the person at the desk is given time; it is decided about as if it came then.
    ///   - bypassesPreferences: see ``Submission/bypassesPreferences``.
    /// - Throws: what `facts` throw.
    public static func decision(
        on notification: UserNotification, about topics: [TopicID] = [], heldUntil hold: Timestamp? = nil,
        bypassesPreferences: Bool = false, facts: some PushFacts
    ) throws -> PushDecision {
        let preferences = facts.preferences
        let now = max(notification.createdAt, hold ?? notification.createdAt)
        let desk = now > notification.createdAt ? PushHold.desk(until: now) : nil
        if bypassesPreferences { return .push(due: now, desk) }
        let isAsk = notification.askID != nil
        if let refusal = preferences.refusal(of: notification.category, isAsk: isAsk) {
            return .keep(.switchedOff(refusal))
        }
        if notification.isSilent { return .push(due: now, desk) }
        if let mute = preferences.mute(of: notification, about: topics + notification.itemTopics, at: now) {
            return .keep(.muted(mute))
        }
        var (due, reason) = (now, desk)
        if let (end, zone) = try quietHours(
            of: notification.userID, at: now, allowing: (isAsk, notification.interruption), facts)
        {
            guard notification.expiresAt > end else { return .keep(.quietHours(until: end, zone: zone)) }
            (due, reason) = (end, .quietHours(until: end, zone: zone))
        }
        let fold = try fold(notification, at: now, due: due, facts)
        let summary = fold?.summary
        // What only changes the number of a summary that is there makes no noise, and so is not one too many.
        if !isAsk, summary == nil || summary == notification.id, let cap = preferences.frequencyCap,
            try facts.pushes(to: notification.userID, due: stretch(.seconds(cap.seconds), before: due)) >= cap.limit
        {
            return .keep(.cap(cap))
        }
        guard let fold else { return .push(due: due, reason) }
        return .fold(into: fold.summary, due: due + BurstLimits.settling, reason, fold.limit)
    }

    /// When the user's quiet hours end, and by which time zone; `nil` outside of them and for what they allow.
    static func quietHours(
        of user: UserID, at now: Timestamp, allowing push: (isAsk: Bool, level: InterruptionLevel),
        _ facts: some PushFacts
    ) throws -> (end: Timestamp, zone: String)? {
        guard let quiet = facts.preferences.quietHours, !quiet.allow(isAsk: push.isAsk, level: push.level) else {
            return nil
        }
        let zone = quiet.zone(orOfDevice: quiet.timeZone == nil ? try facts.deviceTimeZone(of: user) : nil)
        return quiet.end(at: now, in: zone).map { ($0, zone.identifier) }
    }

    /// What it is folded into; `nil` when it is shown by itself.
    ///
    /// Only what is unread counts: somebody who answers as fast as they are asked gets each ask with its own buttons.
    /// One with a collapse key of its own replaces its like already.
    ///
    /// Asks of many sessions at once tire a person as those of one do, so that they count together too.
    private static func fold(
        _ notification: UserNotification, at now: Timestamp, due: Timestamp, _ facts: some PushFacts
    ) throws -> (summary: NotificationID, limit: BurstLimits)? {
        guard let burst = facts.burst, notification.options?.collapseKey == nil else { return nil }
        let group = BurstGroup(of: notification)
        if try facts.open(in: group, due: stretch(burst.window, before: due), at: now) >= burst.limit {
            return (try facts.summary(of: group, at: now) ?? notification.id, burst)
        }
        let user = notification.userID
        guard notification.askID != nil,
            try facts.openAsks(of: user, due: stretch(burst.askWindow, before: due), at: now) >= burst.asks
        else { return nil }
        let limit = BurstLimits(limit: burst.asks, window: burst.askWindow)
        return (try facts.askSummary(of: user, at: now) ?? notification.id, limit)
    }

    private static func stretch(_ length: Duration, before due: Timestamp) -> ClosedRange<Timestamp> {
        min(due, due - length + .milliseconds(1))...due
    }
}

extension UserNotification {
    /// An application's item is a topic under its own id.
    fileprivate var itemTopics: [TopicID] { options?.itemID.flatMap { TopicID($0) }.map { [$0] } ?? [] }
}
