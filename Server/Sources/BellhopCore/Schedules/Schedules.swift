public import BellhopModel
public import BellhopStore

/// What is to be sent later.
///
/// Every method throws `APIError` for what its caller did wrong, and passes on what the store throws when it cannot do
/// its work. What a method returns is durable.
public struct Schedules: Sendable {
    private static let roles: Set<Role> = [.agent, .device, .admin]

    let store: any Store
    let notifications: Notifications
    private let wake: Wake
    let time: any TimeSource

    /// - Parameter wake: rung whenever the next due moment may have changed.
    public init(store: any Store, notifications: Notifications, wake: Wake, time: any TimeSource) {
        self.store = store
        self.notifications = notifications
        self.wake = wake
        self.time = time
    }

    /// Plans a notification.
    ///
    /// - Parameters:
    ///   - key: any; only an admin's may plan for others than its own user.
    ///   - remember: makes the record of the response, which is stored together with the schedule. `nil` when the
    ///     request named no idempotency key.
    /// - Throws: `APIError`: `forbidden`, `invalid_request`, `payload_too_large`, `schedule_in_past`.
    public func create(
        _ request: ScheduleRequest, by key: KeyRecord, remember: (@Sendable (Schedule) throws -> IdempotencyRecord)?
    ) async throws -> Acceptance<Schedule> {
        try key.require(Self.roles, to: "schedule notifications")
        let now = time.now
        let audience = request.to ?? .user(key.userID)
        try ScheduleRules.check(audience, by: key)
        try ScheduleRules.check(request.notification, for: key.userID, at: now)
        let schedule = Schedule(
            id: .make(at: now), to: audience, notification: request.notification.asReminder, when: request.when,
            next: try ScheduleRules.next(of: request.when, after: now), createdBy: key.id, creator: key.userID,
            createdAt: now)
        defer { wake.signal() }
        switch try await store.add(schedule, idempotency: try remember?(schedule)) {
        case .stored: return .accepted(schedule)
        case .repeated(let record): return .repeated(record)
        }
    }

    /// Schedules, newest first: those for the key's user, or with an admin's key everybody's.
    ///
    /// - Parameters:
    ///   - user: only those for this one user. Only an admin's key may name another than its own.
    ///   - state: only those in this state, if given.
    ///   - cursor: the last one of the page before.
    ///   - limit: at most so many; 1 to 200, and what is beyond is brought into that range.
    /// - Throws: `APIError` `forbidden`.
    public func list(
        for key: KeyRecord, of user: UserID?, state: Schedule.State?, before cursor: ScheduleID?, limit: Int
    ) async throws -> [Schedule] {
        try key.require(Self.roles, to: "read schedules")
        if let user, user != key.userID { try key.require([.admin], to: "read the schedules of another user") }
        let filter = ScheduleFilter(user: key.role == .admin ? user : key.userID, state: state)
        return try await store.schedules(filter, before: cursor, limit: PageLimit.clamp(limit))
    }

    /// One schedule, as it stands.
    ///
    /// - Throws: `APIError`: `not_found`, `forbidden`.
    public func schedule(_ id: ScheduleID, for key: KeyRecord) async throws -> Schedule {
        try key.require(Self.roles, to: "read a schedule")
        guard let schedule = try await store.schedule(id) else {
            throw APIError(.notFound, "There is no schedule \(id).")
        }
        guard key.role == .admin || schedule.user == key.userID else {
            throw APIError(.forbidden, "This schedule is for others than the key's user.")
        }
        return schedule
    }

    /// Stores what `change` makes of the schedule, as often as somebody else was faster.
    func change(
        _ id: ScheduleID, by key: KeyRecord, _ change: (inout Schedule, Timestamp) throws -> Void
    ) async throws -> Schedule {
        while true {
            let now = time.now
            var schedule = try await schedule(id, for: key)
            guard schedule.state == .waiting else {
                throw APIError(
                    .scheduleEnded, "The schedule waits for nothing any more: it is \(schedule.state.rawValue).")
            }
            try change(&schedule, now)
            schedule.revision += 1
            schedule.updatedAt = now
            defer { wake.signal() }
            if try await store.replace(schedule) { return schedule }
        }
    }
}

extension NotificationRequest {
    /// A reminder, unless it is something else.
    var asReminder: NotificationRequest {
        var request = self
        request.category = category ?? .reminder
        return request
    }
}
