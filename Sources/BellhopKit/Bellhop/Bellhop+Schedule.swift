public import BellhopModel

extension Bellhop {
    /// Schedules a reminder of an item, in place of a former one of the same item and name. The system shows it when
    /// the app does not run, too.
    ///
    /// The system keeps 64 of one app. Any number may be scheduled: the soonest are with the system, the others follow
    /// when the app is next in front or in the background.
    ///
    /// - Throws: ``LocalTriggerProblem`` for a trigger that would never be shown; or why it could not be kept.
    public func schedule(
        _ payload: PushPayload, for item: String, named name: String = "reminder", _ trigger: LocalTrigger
    ) async throws {
        var payload = payload
        payload.itemID = item
        try await schedule.schedule(.reminder(item: item, name: name), payload, trigger)
    }

    /// What is to be shown later, soonest first: reminders, and what was snoozed.
    public func scheduled() async -> [PendingNotification] { await schedule.list() }

    /// Takes everything about an item off the schedule and off the screen.
    ///
    /// - Throws: when the journal cannot be changed; then some of it is still scheduled.
    public func removeScheduled(for item: String) async throws {
        try await schedule.remove(item: item)
        await clearing.clear(item: item)
    }

    /// Takes everything off the schedule.
    ///
    /// - Throws: as ``removeScheduled(for:)``.
    public func removeAllScheduled() async throws { try await schedule.forget() }
}
