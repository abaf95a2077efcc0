import BellhopModel

extension Database {
    var timeline: TimelineTable { TimelineTable(db: self) }
}

/// The table of notifications' timelines, one narrow row per entry.
struct TimelineTable {
    let db: Database

    private static let insertion = BatchInsert(into: "timeline", "notification_id, at, step, device_id, detail")

    func add(_ entry: TimelineEntry, to id: NotificationID) throws { try add([(entry, id)]) }

    func add(_ entries: some Sequence<(TimelineEntry, NotificationID)>) throws {
        var values: Database.Arguments = []
        for (entry, id) in entries {
            values += [id.blob, entry.at.milliseconds, entry.step.rawValue, entry.deviceID?.blob, entry.detail]
        }
        try db.insert(values, Self.insertion)
    }

    /// Returns whether its sender cancelled it.
    func isCancelled(_ id: NotificationID) throws -> Bool {
        try db.first(
            "SELECT 1 FROM timeline WHERE notification_id = ? AND step = ? AND detail = ? LIMIT 1",
            [id.blob, TimelineEntry.Step.cancelled.rawValue, CancellationReason.cancelledBySender.rawValue]
        ) { _ in true } ?? false
    }

    /// The entries after the acceptance, which is the creation of the notification, oldest first; those of the same
    /// moment in the order of insertion.
    func entries(of id: NotificationID) throws -> [TimelineEntry] {
        try db.all(
            "SELECT at, step, device_id, detail FROM timeline WHERE notification_id = ? ORDER BY at, sequence",
            [id.blob]
        ) { row in
            TimelineEntry(
                at: try row.time(), step: try row.word(), deviceID: try row.optionalID(),
                detail: try row.optionalText())
        }
    }
}
