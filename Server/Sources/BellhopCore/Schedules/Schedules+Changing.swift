public import BellhopModel
import BellhopStore

extension Schedules {
    /// Changes what `update` names. An occurrence that is under way is not called back.
    ///
    /// - Throws: `APIError`: `not_found`, `forbidden`, `invalid_request`, `payload_too_large`, `schedule_in_past`,
    ///   `schedule_ended`; `schedule_changed` when the update names another revision than the schedule has.
    public func update(_ id: ScheduleID, _ update: ScheduleUpdate, by key: KeyRecord) async throws -> Schedule {
        try await change(id, by: key) { schedule, now in
            if let revision = update.revision, revision != schedule.revision {
                throw APIError(.scheduleChanged, "The schedule has revision \(schedule.revision), not \(revision).")
            }
            if let audience = update.to {
                try ScheduleRules.check(audience, by: key)
                schedule.to = audience
            }
            if let notification = update.notification {
                try ScheduleRules.check(notification, for: key.userID, at: now)
                schedule.notification = notification.asReminder
            }
            if let timing = update.when {
                schedule.next = try ScheduleRules.next(of: timing, after: now)
                schedule.when = timing
            }
        }
    }

    /// Cancels a schedule. To cancel again changes nothing.
    ///
    /// - Throws: `APIError`: `not_found`, `forbidden`; `schedule_ended` when it was sent for the last time.
    public func cancel(_ id: ScheduleID, by key: KeyRecord) async throws -> Schedule {
        let schedule = try await schedule(id, for: key)
        if schedule.state == .cancelled { return schedule }
        do {
            return try await change(id, by: key) { schedule, _ in
                schedule.state = .cancelled
                schedule.next = nil
            }
        } catch let error as APIError where error.code == .scheduleEnded {
            // Somebody else may have cancelled it between the two.
            let schedule = try await self.schedule(id, for: key)
            guard schedule.state == .cancelled else { throw error }
            return schedule
        }
    }

    /// Cancels the schedule that has this id, or else takes back the notification that has it.
    ///
    /// - Parameter key: an agent's of the same user, or an admin's.
    /// - Throws: what ``cancel(_:by:)`` or ``Notifications/takeBack(_:by:)`` throws.
    public func takeBack(_ id: NotificationID, by key: KeyRecord) async throws -> Cancellation {
        try key.require([.agent, .admin], to: "take a notification back")
        let scheduleID = ScheduleID(high: id.high, low: id.low)
        guard try await store.schedule(scheduleID) != nil else { return try await notifications.takeBack(id, by: key) }
        _ = try await cancel(scheduleID, by: key)
        return Cancellation(stopped: 0, clearing: 0)
    }
}
