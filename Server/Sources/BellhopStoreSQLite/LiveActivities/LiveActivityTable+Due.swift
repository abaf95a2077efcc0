import BellhopModel
import GRDB

/// When activities are looked at.
extension LiveActivityTable {
    /// A claimed one is due when its claim is recorded.
    ///
    /// - Parameter evenBehind: also those for which an earlier change is planned already.
    func makeDue(of session: SessionID, _ user: UserID, at time: Timestamp, evenBehind: Bool) throws {
        try db.run(
            """
            UPDATE live_activities SET behind = 1, due = iif(claimed = 1, due, min(due, ?))
            WHERE user_id = ? AND session_id = ? AND (behind = 0 OR ?)
            """,
            [time.milliseconds, user.description, session.description, evenBehind])
    }

    func makeDue(_ id: LiveActivityID, at time: Timestamp) throws {
        try db.run(
            "UPDATE live_activities SET behind = 1, due = iif(claimed = 1, due, min(due, ?)) WHERE id = ?",
            [time.milliseconds, id.blob])
    }

    /// Earliest first.
    func due(at time: Timestamp) throws -> [(id: LiveActivityID, device: DeviceID)] {
        try db.all(
            "SELECT id, device_id FROM live_activities WHERE due <= ? ORDER BY due, id", [time.milliseconds]
        ) { (try $0.id(), try $0.id()) }
    }

    func nextDue(after time: Timestamp) throws -> Timestamp? {
        try db.first("SELECT min(due) FROM live_activities WHERE due > ?", [time.milliseconds]) {
            try $0.optionalTime()
        } ?? nil
    }

    /// Whose activities somebody works on.
    func busyDevices(at time: Timestamp) throws -> Set<DeviceID> {
        Set(
            try db.all(
                "SELECT device_id FROM live_activities WHERE claimed = 1 AND due > ?", [time.milliseconds]
            ) { try $0.id() })
    }

    /// - Returns: the claim's number.
    func claim(_ id: LiveActivityID, until lease: Timestamp) throws -> Int {
        try db.first(
            """
            UPDATE live_activities SET claimed = 1, behind = 0, turn = turn + 1, due = ? WHERE id = ? RETURNING turn
            """,
            [lease.milliseconds, id.blob]
        ) { Int(try $0.integer()) } ?? 0
    }

    /// Ends the claim `turn`, if it is the last.
    func settle(_ id: LiveActivityID, turn: Int, due: Timestamp, isBehind: Bool, at time: Timestamp) throws {
        try db.run(
            """
            UPDATE live_activities
            SET claimed = 0, due = iif(behind = 1, min(?1, ?2), ?1), behind = max(behind, ?3)
            WHERE id = ?4 AND turn = ?5
            """,
            [due.milliseconds, time.milliseconds, isBehind, id.blob, turn])
    }

    /// Ends every lease at once. The rows stay claimed, because a push may have been sent.
    func endLeases() throws { try db.run("UPDATE live_activities SET due = 0 WHERE claimed = 1") }
}
