public import BellhopModel

extension BellhopClient {
    /// Sends a notification later, once or again and again.
    public func createSchedule(_ request: ScheduleRequest, idempotencyKey: String? = nil) async throws -> Schedule {
        try await call(Call(.createSchedule).sending(request).keyed(idempotencyKey))
    }

    /// Schedules, newest first: those for the key's user, or with an admin's key everybody's.
    ///
    /// - Parameters:
    ///   - user: only those for this one user; only an admin's key may name another than its own.
    ///   - state: only those in this state.
    ///   - before: only those older than this one; the last of a page leads to the next.
    ///   - limit: 1 to 200; 50 unless given.
    public func listSchedules(
        of user: UserID? = nil, state: Schedule.State? = nil, before: ScheduleID? = nil, limit: Int? = nil
    ) async throws -> [Schedule] {
        let query = [
            ("user", user?.description), ("state", state?.rawValue), ("before", before?.description),
            ("limit", limit.map(String.init)),
        ]
        return try await call(Call(.listSchedules, query: query), as: Page<Schedule>.self).items
    }

    public func getSchedule(_ id: ScheduleID) async throws -> Schedule {
        try await call(Call(.getSchedule, id.description))
    }

    /// Changes what `update` names; refused when it names another revision than the schedule has.
    ///
    /// In doubt it is not sent again: a second attempt would meet the revision that the first one made.
    public func updateSchedule(_ id: ScheduleID, _ update: ScheduleUpdate) async throws -> Schedule {
        try await call(
            Call(.updateSchedule, id.description).sending(update).onlyOnceWhenInDoubt())
    }

    /// Cancels a schedule. To cancel again changes nothing.
    @discardableResult
    public func cancelSchedule(_ id: ScheduleID) async throws -> Schedule {
        try await call(Call(.cancelSchedule, id.description))
    }
}
