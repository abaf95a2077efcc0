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

    /// Whether its sender took it back.
    func saysTakenBack(_ id: NotificationID) throws -> Bool {
        try db.first(
            "SELECT 1 FROM timeline WHERE notification_id = ? AND step = ? AND detail = ? LIMIT 1",
            [id.blob, TimelineEntry.Step.cancelled.rawValue, CancellationReason.takenBack.rawValue]
        ) { _ in true } ?? false
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
