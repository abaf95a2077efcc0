import BellhopModel
import GRDB

/// How a registration's state changes without its device. Conditions on `registered` spare one made since.
extension DeviceTable {
    func deactivate(_ id: DeviceID) throws -> Bool {
        try db.run("UPDATE devices SET state = 'inactive' WHERE id = ?", [id.blob])
        return db.changesCount > 0
    }

    /// A token addresses one installation: whoever else had this one has it no longer.
    func deactivateOthers(than device: Device) throws {
        try db.run(
            "UPDATE devices SET state = 'inactive' WHERE token = ? AND app = ? AND id <> ? AND state <> 'inactive'",
            [device.token.text, device.app, device.id.blob])
    }

    func deactivate(_ id: DeviceID, registered: Timestamp) throws {
        try db.run(
            "UPDATE devices SET state = 'inactive' WHERE id = ? AND registered_at = ?",
            [id.blob, registered.milliseconds])
    }

    func quarantine(_ id: DeviceID, registered: Timestamp) throws {
        try db.run(
            "UPDATE devices SET state = 'quarantined' WHERE id = ? AND state = 'active' AND registered_at = ?",
            [id.blob, registered.milliseconds])
    }

    /// The device has proved itself there, so a quarantine ends.
    func move(_ id: DeviceID, to environment: PushEnvironment, registered: Timestamp) throws {
        try db.run(
            """
            UPDATE devices SET environment = ?, state = iif(state = 'quarantined', 'active', state)
            WHERE id = ? AND registered_at = ?
            """,
            [environment.rawValue, id.blob, registered.milliseconds])
    }
}
