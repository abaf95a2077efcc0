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

    /// Something is to be shown at `time`, which is to come. What changes until then is not put off by it; a claim that
    /// is under way does not know of it, so that its activity is looked at again.
    func makeDueLater(of session: SessionID, _ user: UserID, at time: Timestamp) throws {
        try db.run(
            """
            UPDATE live_activities SET behind = max(behind, claimed), due = iif(claimed = 1, due, min(due, ?))
            WHERE user_id = ? AND session_id = ?
            """,
            [time.milliseconds, user.description, session.description])
    }

    func makeDue(_ id: LiveActivityID, at time: Timestamp) throws {
        try db.run(
            "UPDATE live_activities SET behind = 1, due = iif(claimed = 1, due, min(due, ?)) WHERE id = ?",
            [time.milliseconds, id.blob])
    }

    /// The earliest that is not held.
    func firstDue(at time: Timestamp) throws -> (id: LiveActivityID, device: DeviceID)? {
        try db.first(
            "SELECT id, device_id FROM live_activities WHERE held = 0 AND due <= ? ORDER BY due, id LIMIT 1",
            [time.milliseconds]
        ) { (try $0.id(), try $0.id()) }
    }

    func nextDue(after time: Timestamp) throws -> Timestamp? {
        try db.first("SELECT min(due) FROM live_activities WHERE held = 0 AND due > ?", [time.milliseconds]) {
            try $0.optionalTime()
        } ?? nil
    }

    /// Whether somebody works on an activity of the device.
    func isBusy(_ device: DeviceID, at time: Timestamp) throws -> Bool {
        try db.first(
            "SELECT 1 FROM live_activities WHERE claimed = 1 AND device_id = ? AND due > ? LIMIT 1",
            [device.blob, time.milliseconds]
        ) { try $0.integer() } != nil
    }

    /// It is due, and waits until its device is free.
    func hold(_ id: LiveActivityID) throws {
        try db.run("UPDATE live_activities SET held = 1 WHERE id = ?", [id.blob])
    }

    /// Lets the earliest go that is held for the device.
    func release(on device: DeviceID) throws {
        try db.run(
            """
            UPDATE live_activities SET held = 0 WHERE id = (
                SELECT id FROM live_activities WHERE held = 1 AND device_id = ? ORDER BY due, id LIMIT 1)
            """,
            [device.blob])
    }

    /// Whether nothing has happened to it since it was claimed for the `turn`-th time, which is still the last.
    func isUnchanged(_ id: LiveActivityID, since turn: Int) throws -> Bool {
        try db.first(
            "SELECT 1 FROM live_activities WHERE id = ? AND turn = ? AND behind = 0", [id.blob, turn]
        ) { try $0.integer() } != nil
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
            SET claimed = 0, held = 0, due = iif(behind = 1, min(?1, ?2), ?1), behind = max(behind, ?3)
            WHERE id = ?4 AND turn = ?5
            """,
            [due.milliseconds, time.milliseconds, isBehind, id.blob, turn])
    }

    /// Ends every lease at once. The rows stay claimed, because a push may have been sent.
    func endLeases() throws {
        try db.run("UPDATE live_activities SET held = 0 WHERE held = 1")
        try db.run("UPDATE live_activities SET due = 0 WHERE claimed = 1")
    }
}
