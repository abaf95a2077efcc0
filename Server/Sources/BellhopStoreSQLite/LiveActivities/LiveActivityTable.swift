import BellhopModel
import BellhopStore
import GRDB

extension Database {
    var liveActivities: LiveActivityTable { LiveActivityTable(db: self) }
}

/// Sessions on lock screens, by session and device.
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

    /// A new one is due at once.
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
        try db.first("SELECT \(Self.columns) FROM live_activities WHERE id = ?", [id.blob], Stored.init)
    }

    func find(_ session: SessionID, of user: UserID, on device: DeviceID) throws -> Stored? {
        try db.first(
            "SELECT \(Self.columns) FROM live_activities WHERE user_id = ? AND session_id = ? AND device_id = ?",
            [user.description, session.description, device.blob], Stored.init)
    }

    func all(of session: SessionID, _ user: UserID) throws -> [LiveActivity] {
        try db.all(
            "SELECT \(Self.columns) FROM live_activities WHERE user_id = ? AND session_id = ? ORDER BY device_id",
            [user.description, session.description]
        ) { try Stored(&$0).activity }
    }

    /// Everything about a device's activities.
    func removeAll(on device: DeviceID) throws {
        try db.run("DELETE FROM live_activities WHERE device_id = ?", [device.blob])
        try db.run("DELETE FROM live_activity_pushes WHERE device_id = ?", [device.blob])
        try db.run("DELETE FROM push_to_start WHERE device_id = ?", [device.blob])
    }
}
