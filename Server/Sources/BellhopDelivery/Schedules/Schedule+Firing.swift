import BellhopModel
import BellhopStore

/// What the time of a schedule makes of it.
struct Firing: Hashable, Sendable {
    /// As it stands afterwards.
    var schedule: Schedule
    /// The moment for which what is sent was planned.
    var planned: Timestamp
    /// Whether there still is a point in it: it is late by less than the notification's life.
    var isInTime: Bool
}

extension Schedule {
    /// What follows when it is due at `now`; `nil` when it is not.
    ///
    /// Occurrences that went by while no server ran are one: the last of them. What comes next is later than both the
    /// last one and now, so that no clock that is set back has it sent twice.
    func firing(at now: Timestamp) -> Firing? {
        guard let next, next <= now else { return nil }
        // A time zone that has been abolished since leaves what was planned, and nothing after it.
        let occurrences = when.recurrence == nil ? nil : try? Occurrences(when)
        let planned = max(next, occurrences?.last(notAfter: now) ?? next)
        let isInTime = now < planned + life
        var schedule = self
        schedule.revision += 1
        schedule.updatedAt = now
        schedule.next = occurrences?.next(after: max(planned, now))
        if isInTime { schedule.lastSent = now }
        if schedule.next == nil { schedule.state = isInTime ? .done : .missed }
        return Firing(schedule: schedule, planned: planned, isInTime: isInTime)
    }

    /// How long after the planned moment somebody needs to see it.
    var life: Duration { .seconds(notification.expiresIn ?? NotificationRules.lifetime) }
}

extension Firing {
    /// What is sent at `now`.
    func sending(at now: Timestamp) -> ScheduledSubmission {
        let content = schedule.notification
        if case .user(let user) = schedule.to {
            return .notification(
                Submission(notification: UserNotification(content, for: user, at: now, plannedFor: planned)))
        }
        let campaign = Campaign(
            id: .make(at: now), to: Campaign.Target(schedule.to), notification: content, createdAt: now,
            expiresAt: planned + schedule.life)
        return .campaign(CampaignSubmission(campaign: campaign, audience: schedule.to))
    }
}
