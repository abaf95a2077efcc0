import BellhopModel
import BellhopStore
import GRDB

/// Reminders of items.
extension ScheduleTable {
    /// Cancels what waits and is about `item`: everybody's, or the reminders for one user that this user made.
    func cancel(about item: TopicID, madeBy creator: UserID? = nil, at time: Timestamp) throws {
        let owner = creator == nil ? "" : " AND user_id = ?2"
        var arguments: StatementArguments = [item.description]
        if let creator { arguments += [creator.description] }
        let waiting: [Schedule] = try db.all(
            "SELECT document FROM schedules WHERE item_id = ?1\(owner) AND due IS NOT NULL", arguments
        ) { try $0.json() }
        for schedule in waiting where creator == nil || schedule.creator == creator {
            try cancel(schedule, at: time)
        }
    }

    func cancel(_ schedule: Schedule, at time: Timestamp) throws {
        let cancelled = schedule.cancelled(at: time)
        _ = try replace(cancelled, document: try CanonicalJSON.text(cancelled))
    }
}
