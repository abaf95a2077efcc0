import BellhopModel
import BellhopStore
import GRDB

/// Reminders of items.
extension ScheduleTable {
    /// Cancels what waits and is about `item`: everybody's, or the reminders for one user that this user made.
    func cancel(about item: TopicID, madeBy creator: UserID? = nil, at time: Timestamp) throws {
        let waiting: [Schedule] = try db.all(
            "SELECT document FROM schedules WHERE item_id = ? AND due IS NOT NULL", [item.description]
        ) { try $0.json() }
        for var schedule in waiting where creator == nil || (schedule.user == creator && schedule.creator == creator) {
            schedule.state = .cancelled
            schedule.next = nil
            schedule.revision += 1
            schedule.updatedAt = time
            _ = try replace(schedule, document: try CanonicalJSON.text(schedule))
        }
    }
}
