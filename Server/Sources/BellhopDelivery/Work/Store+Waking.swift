import BellhopModel
import BellhopStore

// What makes deliveries, and has the dispatcher look for them. It looks even when the store throws: a caller that goes
// away in the middle leaves nobody to know whether the transaction went through.
extension Store {
    func accept(_ submission: Submission, waking wake: Wake) async throws -> SubmissionResult {
        defer { wake.signal() }
        return try await accept(submission)
    }

    func transition(
        _ id: AskID, _ happening: AskStateMachine.Event, at time: Timestamp, waking wake: Wake
    ) async throws -> AskTransition? {
        defer { wake.signal() }
        return try await transition(id, happening, at: time)
    }

    func markAllRead(
        of user: UserID, _ filter: HistoryFilter, upTo last: NotificationID, by device: DeviceID?, at time: Timestamp,
        limit: Int, waking wake: Wake
    ) async throws -> [NotificationID] {
        defer { wake.signal() }
        return try await markAllRead(of: user, filter, upTo: last, by: device, at: time, limit: limit)
    }

    func markRead(
        _ id: NotificationID, by device: DeviceID?, at time: Timestamp, waking wake: Wake
    ) async throws -> Bool {
        defer { wake.signal() }
        return try await markRead(id, by: device, at: time)
    }
}
