import BellhopModel
import GRDB

extension Database {
    var timeline: TimelineTable { TimelineTable(db: self) }
}

/// What happened to notifications, one narrow row a line.
struct TimelineTable {
    let db: Database

    func add(_ entry: TimelineEntry, to id: NotificationID) throws {
        try db.run(
            "INSERT INTO timeline (notification_id, at, step, device_id, detail) VALUES (?, ?, ?, ?, ?)",
            [id.blob, entry.at.milliseconds, entry.step.rawValue, entry.deviceID?.blob, entry.detail])
    }

    /// Oldest first; lines of the same moment as they were noted.
    func entries(of id: NotificationID) throws -> [TimelineEntry] {
        try db.all(
            "SELECT at, step, device_id, detail FROM timeline WHERE notification_id = ? ORDER BY at, rowid", [id.blob]
        ) { row in
            TimelineEntry(
                at: try row.time(), step: try row.word(), deviceID: try row.optionalID(),
                detail: try row.optionalText())
        }
    }
}
