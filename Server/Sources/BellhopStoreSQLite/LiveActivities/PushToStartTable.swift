import BellhopModel
import GRDB

extension Database {
    var pushToStart: PushToStartTable { PushToStartTable(db: self) }
}

/// By which tokens devices start activities, and what they have spent on them.
struct PushToStartTable {
    let db: Database

    func put(_ token: DeviceToken, of device: DeviceID, at time: Timestamp) throws {
        try db.run(
            """
            INSERT INTO push_to_start (device_id, token, registered_at) VALUES (?, ?, ?)
            ON CONFLICT (device_id) DO UPDATE SET token = excluded.token, registered_at = excluded.registered_at
            """,
            [device.blob, token.text, time.milliseconds])
    }

    /// - Parameter token: only this one; `nil` for whichever it is.
    func remove(_ token: DeviceToken? = nil, of device: DeviceID) throws {
        try db.run(
            "DELETE FROM push_to_start WHERE device_id = ?1 AND (?2 IS NULL OR token = ?2)", [device.blob, token?.text])
    }

    func find(of device: DeviceID) throws -> DeviceToken? {
        try db.first("SELECT token FROM push_to_start WHERE device_id = ?", [device.blob]) {
            try $0.known(DeviceToken(try $0.text()))
        }
    }

    /// The user's active devices that have one.
    func devices(of user: UserID) throws -> [DeviceID] {
        try db.all(
            """
            SELECT id FROM devices CROSS JOIN push_to_start ON device_id = id
            WHERE user_id = ? AND state = 'active' ORDER BY devices.registered_at, id
            """,
            [user.description]
        ) { try $0.id() }
    }

    func spend(on device: DeviceID, at time: Timestamp) throws {
        try db.run(
            "DELETE FROM live_activity_pushes WHERE device_id = ? AND at <= ?",
            [device.blob, (time - .seconds(3600)).milliseconds])
        try db.run("INSERT INTO live_activity_pushes (device_id, at) VALUES (?, ?)", [device.blob, time.milliseconds])
    }

    /// In the hour before `time`, earliest first.
    func spent(on device: DeviceID, at time: Timestamp) throws -> [Timestamp] {
        try db.all(
            "SELECT at FROM live_activity_pushes WHERE device_id = ? AND at > ? ORDER BY at",
            [device.blob, (time - .seconds(3600)).milliseconds]
        ) { try $0.time() }
    }
}
