public import BellhopModel
public import BellhopStore

/// Creates, reads, changes and cancels schedules.
///
/// Every method throws `APIError` for a caller's error, and rethrows store errors. Returned results are durable.
public struct ScheduleService: Sendable {
    private static let roles: Set<Role> = [.agent, .device, .admin]

    let store: Store
    let notifications: NotificationsService
    private let workSignal: WorkSignal
    let time: any TimeSource

    /// - Parameter workSignal: notified when the next due moment may have changed.
    public init(store: Store, notifications: NotificationsService, workSignal: WorkSignal, time: any TimeSource) {
        self.store = store
        self.notifications = notifications
        self.workSignal = workSignal
        self.time = time
    }

    /// Schedules a notification.
    ///
    /// - Parameters:
    ///   - key: any; only an admin's may schedule for other users than its own.
    ///   - recorder: makes the idempotency record of the response; `nil` without an idempotency key.
    /// - Throws: `APIError`: `forbidden`, `invalid_request`, `payload_too_large`, `schedule_in_past`.
    public func create(
        _ request: ScheduleRequest, by key: KeyRecord, recorder: ResponseRecorder<Schedule>?
    ) async throws -> IdempotentResult<Schedule> {
        try key.require(Self.roles, to: "schedule notifications")
        let now = time.now
        let audience = request.to ?? .user(key.userID)
        try ScheduleRules.check(audience, by: key)
        try ScheduleRules.check(request.notification, for: key.userID, at: now)
        try ScheduleRules.check(audience, of: request.notification, at: now)
        let schedule = Schedule(
            id: .make(at: now), to: audience, notification: request.notification.asReminder, when: request.when,
            next: try ScheduleRules.next(of: request.when, after: now), createdBy: key.id, creator: key.userID,
            createdAt: now)
        defer { workSignal.notify(.schedules) }
        return IdempotentResult(try await store.add(schedule, idempotency: try recorder?(schedule)), schedule)
    }

    /// Schedules, newest first: those for the key's user, or with an admin's key all.
    ///
    /// - Parameters:
    ///   - user: selects schedules for this one user. Only an admin's key may name another than its own.
    ///   - state: selects schedules in this state.
    ///   - cursor: the last schedule of the previous page.
    ///   - limit: the page size. Values outside of 1 to 200 are clamped.
    /// - Throws: `APIError` `forbidden`.
    public func list(
        for key: KeyRecord, of user: UserID?, state: Schedule.State?, before cursor: ScheduleID?, limit: Int
    ) async throws -> [Schedule] {
        try key.require(Self.roles, to: "read schedules")
        if let user, user != key.userID { try key.require([.admin], to: "read the schedules of another user") }
        let filter = ScheduleFilter(user: key.role == .admin ? user : key.userID, state: state)
        return try await store.schedules(filter, before: cursor, limit: PageLimit.clamp(limit))
    }

    /// One schedule in its current state.
    ///
    /// - Throws: `APIError`: `not_found`, `forbidden`.
    public func schedule(_ id: ScheduleID, for key: KeyRecord) async throws -> Schedule {
        try key.require(Self.roles, to: "read a schedule")
        guard let schedule = try await store.schedule(id) else {
            throw APIError(.notFound, "There is no schedule \(id).")
        }
        guard key.role == .admin || schedule.user == key.userID else {
            throw APIError(.forbidden, "This schedule has other recipients than the key's user.")
        }
        return schedule
    }

    /// Stores the result of `change`; repeated when another writer has changed the schedule concurrently.
    func change(
        _ id: ScheduleID, by key: KeyRecord, _ change: (inout Schedule, Timestamp) throws -> Void
    ) async throws -> Schedule {
        while true {
            let now = time.now
            var schedule = try await schedule(id, for: key)
            guard schedule.state == .waiting else {
                throw APIError(
                    .scheduleEnded, "The schedule has no further occurrence: it is \(schedule.state.rawValue).")
            }
            try change(&schedule, now)
            schedule.revision += 1
            schedule.updatedAt = now
            defer { workSignal.notify(.schedules) }
            if try await store.replace(schedule) { return schedule }
        }
    }
}

extension NotificationRequest {
    /// The request with the category `reminder` by default.
    var asReminder: NotificationRequest {
        var request = self
        request.category = category ?? .reminder
        return request
    }
}

extension ScheduleService {
    /// Changes the fields that `update` contains. An occurrence that is being sent is not recalled.
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
            if update.to != nil || update.notification != nil {
                try ScheduleRules.check(schedule.to, of: schedule.notification, at: now)
            }
            if let timing = update.when {
                schedule.next = try ScheduleRules.next(of: timing, after: now)
                schedule.when = timing
            }
        }
    }

    /// Cancels a schedule. Repeating it changes nothing.
    ///
    /// - Throws: `APIError`: `not_found`, `forbidden`; `schedule_ended` after the last occurrence.
    public func cancel(_ id: ScheduleID, by key: KeyRecord) async throws -> Schedule {
        let schedule = try await schedule(id, for: key)
        if schedule.state == .cancelled { return schedule }
        do {
            return try await change(id, by: key) { schedule, _ in
                schedule.state = .cancelled
                schedule.next = nil
            }
        } catch let error as APIError where error.code == .scheduleEnded {
            // Another caller may have cancelled it in between.
            let schedule = try await self.schedule(id, for: key)
            guard schedule.state == .cancelled else { throw error }
            return schedule
        }
    }

    /// Cancels the schedule with this id, or else the notification with it.
    ///
    /// - Parameter key: an agent's of the same user, or an admin's.
    /// - Throws: the errors of ``cancel(_:by:)`` and ``NotificationsService/cancel(_:by:)``.
    public func cancelNotification(_ id: NotificationID, by key: KeyRecord) async throws -> Cancellation {
        try key.require([.agent, .admin], to: "cancel a notification")
        let scheduleID = ScheduleID(high: id.high, low: id.low)
        guard try await store.schedule(scheduleID) != nil else { return try await notifications.cancel(id, by: key) }
        _ = try await cancel(scheduleID, by: key)
        return Cancellation(stopped: 0, clearing: 0)
    }
}
