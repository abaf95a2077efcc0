import BellhopModel
import GRDB

/// How a registration's state changes without its device. Conditions on `registered` spare one made since.
extension DeviceTable {
    /// - Returns: whether there is such a device. One that was removed before keeps its moment.
    func remove(_ id: DeviceID, at time: Timestamp) throws -> Bool {
        try db.run(
            """
            UPDATE devices SET
                state = 'inactive', state_at = iif(state_cause IS 'removed', state_at, ?), state_cause = 'removed',
                state_reason = NULL
            WHERE id = ?
            """,
            [time.milliseconds, id.blob])
        return db.changesCount > 0
    }

    /// A token addresses one installation: whoever else had this one has it no longer, and does not come back with it.
    func deactivateOthers(than device: Device) throws {
        try db.run(
            """
            UPDATE devices SET state = 'inactive', state_at = ?, state_cause = 'token_taken', state_reason = NULL
            WHERE token = ? AND app = ? AND id <> ? AND (state <> 'inactive' OR state_cause IS 'gateway')
            """,
            [device.registeredAt.milliseconds, device.token.text, device.app, device.id.blob])
    }

    func deactivate(_ id: DeviceID, registered: Timestamp, because inactivation: DeviceInactivation) throws {
        try db.run(
            """
            UPDATE devices SET state = 'inactive', state_at = ?, state_cause = ?, state_reason = ?
            WHERE id = ? AND registered_at = ? AND state <> 'inactive'
            """,
            [inactivation.at.milliseconds, inactivation.cause.rawValue, inactivation.reason, id.blob, registered.milliseconds])
    }

    func quarantine(_ id: DeviceID, registered: Timestamp, because inactivation: DeviceInactivation) throws {
        try db.run(
            """
            UPDATE devices SET state = 'quarantined', state_at = ?, state_cause = ?, state_reason = ?
            WHERE id = ? AND state = 'active' AND registered_at = ?
            """,
            [inactivation.at.milliseconds, inactivation.cause.rawValue, inactivation.reason, id.blob, registered.milliseconds])
    }

    /// The device has proved itself there, so a quarantine ends.
    func move(_ id: DeviceID, to environment: PushEnvironment, registered: Timestamp) throws {
        try db.run(
            "UPDATE devices SET environment = ? WHERE id = ? AND registered_at = ?",
            [environment.rawValue, id.blob, registered.milliseconds])
        try db.run(
            """
            UPDATE devices SET state = 'active', state_at = NULL, state_cause = NULL, state_reason = NULL
            WHERE id = ? AND registered_at = ? AND state = 'quarantined'
            """,
            [id.blob, registered.milliseconds])
    }

    /// One that lapsed because of a gateway is active again.
    func reactivate(_ id: DeviceID) throws {
        try db.run(
            """
            UPDATE devices SET state = 'active', state_at = NULL, state_cause = NULL, state_reason = NULL
            WHERE id = ? AND state_cause = 'gateway'
            """,
            [id.blob])
    }
}
