import BellhopModel
import BellhopStore
import GRDB

extension Database {
    var schedules: ScheduleTable { ScheduleTable(db: self) }
}

/// What is to be sent later, and what was.
struct ScheduleTable {
    let db: Database

    /// - Parameters:
    ///   - document: the schedule as canonical JSON.
    ///   - isSnooze: the user whom it is for asked for it.
    func insert(_ schedule: Schedule, document: String, isSnooze: Bool = false) throws {
        try db.run(
            """
            INSERT INTO schedules (id, user_id, revision, state, due, ended_at, document, is_snooze)
            VALUES (?1, ?2, ?3, ?4, ?5, ?6, ?7, ?8)
            """,
            arguments(schedule, document) + [isSnooze])
    }

    func isSnooze(_ id: ScheduleID) throws -> Bool {
        try db.first("SELECT is_snooze FROM schedules WHERE id = ?", [id.blob]) { try $0.integer() != 0 } ?? false
    }

    /// - Parameter document: the schedule as canonical JSON.
    /// - Returns: whether the one that waited had the revision before.
    func replace(_ schedule: Schedule, document: String) throws -> Bool {
        try db.run(
            """
            UPDATE schedules SET user_id = ?2, revision = ?3, state = ?4, due = ?5, ended_at = ?6, document = ?7
            WHERE id = ?1 AND revision = ?3 - 1 AND due IS NOT NULL
            """,
            arguments(schedule, document))
        return db.changesCount > 0
    }

    func find(_ id: ScheduleID) throws -> Schedule? {
        try db.first("SELECT document FROM schedules WHERE id = ?", [id.blob]) { try $0.json() }
    }

    func page(_ filter: ScheduleFilter, before cursor: ScheduleID?, limit: Int) throws -> [Schedule] {
        let end = cursor ?? ScheduleID(high: .max, low: .max)
        var arguments: StatementArguments = [end.blob, max(0, limit)]
        if let user = filter.user { arguments += [user.description] }
        let user = filter.user == nil ? "" : " AND user_id = ?3"
        let state = filter.state.map { " AND state = '\($0.rawValue)'" } ?? ""
        return try db.all(
            "SELECT document FROM schedules WHERE id < ?1\(user)\(state) ORDER BY id DESC LIMIT ?2", arguments
        ) { try $0.json() }
    }

    func nextDue() throws -> Timestamp? {
        try db.first("SELECT min(due) FROM schedules WHERE due IS NOT NULL") { try $0.optionalTime() } ?? nil
    }

    /// Earliest first; in the order they were made where that is equal.
    func due(at time: Timestamp, limit: Int) throws -> [Schedule] {
        try db.all(
            "SELECT document FROM schedules WHERE due <= ? ORDER BY due, rowid LIMIT ?",
            [time.milliseconds, max(0, limit)]
        ) { try $0.json() }
    }

    /// - Returns: how many were deleted, the first to end first and at most `limit`.
    func delete(endedBefore time: Timestamp, limit: Int) throws -> Int {
        try db.run(
            """
            DELETE FROM schedules WHERE rowid IN (
                SELECT rowid FROM schedules WHERE ended_at < ? ORDER BY ended_at LIMIT ?)
            """,
            [time.milliseconds, max(0, limit)])
        return db.changesCount
    }

    private func arguments(_ schedule: Schedule, _ document: String) -> StatementArguments {
        let endedAt = schedule.next == nil ? schedule.updatedAt : nil
        return [
            schedule.id.blob, schedule.user?.description, schedule.revision, schedule.state.rawValue,
            schedule.next?.milliseconds, endedAt?.milliseconds, document,
        ]
    }
}
