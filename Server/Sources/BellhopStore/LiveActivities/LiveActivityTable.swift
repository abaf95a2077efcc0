import BellhopModel

extension Database {
    var liveActivities: LiveActivityTable { LiveActivityTable(db: self) }
}

/// The table of Live Activities, by session and device.
struct LiveActivityTable {
    private static let columns = "life, due, claimed, turn"

    let db: Database

    struct Stored {
        var activity: LiveActivity
        var due: Timestamp
        var isClaimed: Bool
        var turn: Int

        fileprivate init(_ row: inout Columns) throws {
            (activity, due) = (try row.json(), try row.time())
            (isClaimed, turn) = (try row.integer() != 0, Int(try row.integer()))
        }
    }

    /// Inserts a new activity, due at once.
    func insert(_ activity: LiveActivity, at time: Timestamp) throws {
        try db.run(
            "INSERT INTO live_activities (id, user_id, session_id, device_id, life, due) VALUES (?, ?, ?, ?, ?, ?)",
            [
                activity.id.blob, activity.userID.description, activity.sessionID.description, activity.deviceID.blob,
                try CanonicalJSON.text(activity), time.milliseconds,
            ])
    }

    func update(_ activity: LiveActivity) throws {
        try db.run(
            "UPDATE live_activities SET life = ? WHERE id = ?", [try CanonicalJSON.text(activity), activity.id.blob])
    }

    func delete(_ id: LiveActivityID) throws { try db.run("DELETE FROM live_activities WHERE id = ?", [id.blob]) }

    func find(_ id: LiveActivityID) throws -> Stored? {
        try db.first("SELECT \(Self.columns) FROM live_activities WHERE id = ?\(db.locked)", [id.blob], Stored.init)
    }

    func find(_ session: SessionID, of user: UserID, on device: DeviceID) throws -> Stored? {
        try db.first(
            """
            SELECT \(Self.columns) FROM live_activities WHERE user_id = ? AND session_id = ? AND device_id = ?\(db.locked)
            """,
            [user.description, session.description, device.blob], Stored.init)
    }

    func all(of session: SessionID, _ user: UserID) throws -> [LiveActivity] {
        try db.all(
            "SELECT \(Self.columns) FROM live_activities WHERE user_id = ? AND session_id = ? ORDER BY device_id",
            [user.description, session.description]
        ) { try Stored(&$0).activity }
    }

    /// Deletes all activities of a device.
    func removeAll(on device: DeviceID) throws {
        try db.run("DELETE FROM live_activities WHERE device_id = ?", [device.blob])
        try db.run("DELETE FROM live_activity_pushes WHERE device_id = ?", [device.blob])
        try db.run("DELETE FROM push_to_start WHERE device_id = ?", [device.blob])
    }
}

// Due times and claims.
extension LiveActivityTable {
    /// Makes unclaimed activities due at `?1`, unless they are due earlier.
    private static let dueEarlier = "due = CASE WHEN claimed = 1 OR due < ?1 THEN due ELSE ?1 END"

    /// Makes the session's activities due; a claimed one is due when its result is recorded.
    ///
    /// - Parameter evenBehind: includes activities that are already due for an earlier change.
    func makeDue(of session: SessionID, _ user: UserID, at time: Timestamp, evenBehind: Bool) throws {
        try db.run(
            """
            UPDATE live_activities SET behind = 1, \(Self.dueEarlier)
            WHERE user_id = ?2 AND session_id = ?3 AND (behind = 0 OR ?4 = 1)
            """,
            [time.milliseconds, user.description, session.description, evenBehind])
    }

    /// Makes the session's activities due at the later moment `time`, without delaying earlier due times. An activity
    /// that is claimed now is claimed again afterwards, because its running claim does not include the change.
    func makeDueLater(of session: SessionID, _ user: UserID, at time: Timestamp) throws {
        try db.run(
            """
            UPDATE live_activities SET behind = CASE claimed WHEN 1 THEN 1 ELSE behind END, \(Self.dueEarlier)
            WHERE user_id = ?2 AND session_id = ?3
            """,
            [time.milliseconds, user.description, session.description])
    }

    func makeDue(_ id: LiveActivityID, at time: Timestamp) throws {
        try db.run(
            "UPDATE live_activities SET behind = 1, \(Self.dueEarlier) WHERE id = ?2",
            [time.milliseconds, id.blob])
    }

    /// A due activity.
    struct Due {
        let id: LiveActivityID
        let device: DeviceID
        let due: Timestamp
    }

    /// The earliest due activity that is not held.
    ///
    /// - Parameter last: an activity after which the search begins; `nil` for the beginning.
    func firstDue(at time: Timestamp, after last: Due?) throws -> Due? {
        try db.first(
            """
            SELECT id, device_id, due FROM live_activities WHERE held = 0 AND due <= ? AND (due, id) > (?, ?)
            ORDER BY due, id LIMIT 1\(db.skippingLocked)
            """,
            [time.milliseconds, last?.due.milliseconds ?? .min, last?.id.blob ?? []]
        ) { Due(id: try $0.id(), device: try $0.id(), due: try $0.time()) }
    }

    func nextDue(after time: Timestamp) throws -> Timestamp? {
        try db.first("SELECT min(due) FROM live_activities WHERE held = 0 AND due > ?", [time.milliseconds]) {
            try $0.optionalTime()
        } ?? nil
    }

    /// Waits until no other transaction claims activities of the device or records their results.
    func lock(_ device: DeviceID) throws { try db.lock(Self.lock(of: device)) }

    /// Takes the lock as ``lock(_:)``, unless another transaction holds it.
    func tryLock(_ device: DeviceID) throws -> Bool { try db.tryLock(Self.lock(of: device)) }

    private static func lock(of device: DeviceID) -> String { "live activities of \(device)" }

    /// Returns whether an activity of the device, which must be locked, is claimed.
    func isBusy(_ device: DeviceID, at time: Timestamp) throws -> Bool {
        try db.first(
            "SELECT 1 FROM live_activities WHERE claimed = 1 AND device_id = ? AND due > ? LIMIT 1",
            [device.blob, time.milliseconds]
        ) { try $0.integer() } != nil
    }

    /// Holds a due activity until its device is free.
    func hold(_ id: LiveActivityID) throws {
        try db.run("UPDATE live_activities SET held = 1 WHERE id = ?", [id.blob])
    }

    /// Releases the earliest held activity of the device.
    func release(on device: DeviceID) throws {
        try db.run(
            """
            UPDATE live_activities SET held = 0 WHERE id = (
                SELECT id FROM live_activities WHERE held = 1 AND device_id = ? ORDER BY due, id LIMIT 1)
            """,
            [device.blob])
    }

    /// Returns whether `turn` is the activity's last claim, and nothing has changed since.
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
            SET claimed = 0, held = 0, due = CASE behind WHEN 1 THEN CAST(?2 AS BIGINT) ELSE ?1 END,
                behind = CASE WHEN ?3 = 1 THEN 1 ELSE behind END
            WHERE id = ?4 AND turn = ?5
            """,
            [due.milliseconds, min(due, time).milliseconds, isBehind, id.blob, turn])
    }

    /// Ends every lease at once. The rows stay claimed, because a push may have been sent.
    func endLeases() throws {
        try db.run("UPDATE live_activities SET held = 0 WHERE held = 1")
        try db.run("UPDATE live_activities SET due = 0 WHERE claimed = 1")
    }
}
