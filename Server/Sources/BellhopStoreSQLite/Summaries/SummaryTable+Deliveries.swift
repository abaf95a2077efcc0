import BellhopModel
import BellhopStore
import GRDB

/// How devices learn what has become of a summary: one delivery each that waits, whatever has happened meanwhile.
extension SummaryTable {
    /// Something was folded into the summary: every active device of `user` is to show it at `time`.
    ///
    /// - Parameter isBulk: it is part of a campaign.
    /// - Returns: how many devices.
    func grow(_ summary: NotificationID, of user: UserID, due time: Timestamp, isBulk: Bool) throws -> Int {
        try db.devices.active(of: user).count { device in
            // What was sent before, or is being sent, is only brought up to date.
            let purpose: DeliveryPurpose = try isShown(summary, on: device) ? .update : .show
            return try arm(purpose, of: summary, to: device, at: time, isBulk: isBulk)
        }
    }

    /// Something that it stands for is over: the devices that show it learn so.
    /// - Returns: how many devices.
    func shrink(_ summary: NotificationID, of user: UserID, at time: Timestamp) throws -> Int {
        let devices = try db.devices.active(of: user).filter { try isShown(summary, on: $0) }
        for device in devices { try arm(.clear, of: summary, to: device, at: time + BurstLimits.settling) }
        return devices.count
    }

    /// Adds a delivery, or brings forward one that waits; one that waits because it was deferred stays as it is.
    ///
    /// - Parameter isBulk: claimed only when nothing else is due, unless the one that waits is not.
    /// - Returns: whether there is one now; not when the summary is not there.
    @discardableResult
    func arm(
        _ purpose: DeliveryPurpose, of summary: NotificationID, to device: DeviceID, at time: Timestamp,
        isBulk: Bool = false
    ) throws -> Bool {
        try db.run(
            """
            INSERT INTO deliveries (id, notification_id, purpose, device_id, due, is_bulk, platform)
            SELECT ?1, notifications.id, ?3, devices.id, ?5, ?6, devices.platform
            FROM notifications, devices WHERE notifications.id = ?2 AND devices.id = ?4
            ON CONFLICT (notification_id, purpose, device_id) DO UPDATE SET
                id = iif(state = \(DeliveryState.waiting.rawValue), id, excluded.id),
                attempt = iif(state = \(DeliveryState.waiting.rawValue), attempt, 0),
                failures = iif(state = \(DeliveryState.waiting.rawValue), failures, 0),
                due = iif(
                    state = \(DeliveryState.waiting.rawValue), iif(failures > 0, due, min(due, excluded.due)),
                    excluded.due),
                is_bulk = iif(
                    state = \(DeliveryState.waiting.rawValue), min(is_bulk, excluded.is_bulk), excluded.is_bulk),
                state = \(DeliveryState.waiting.rawValue)
            """,
            [DeliveryID.make(at: time).blob, summary.blob, purpose.code, device.blob, time.milliseconds, isBulk])
        return db.changesCount > 0
    }

    /// Whether the device was sent the summary, or is being sent it.
    private func isShown(_ summary: NotificationID, on device: DeviceID) throws -> Bool {
        try db.first(
            """
            SELECT state IN (\(DeliveryState.claimed.rawValue), \(DeliveryState.sent.rawValue)) FROM deliveries
            WHERE notification_id = ? AND purpose = \(DeliveryPurpose.show.code) AND device_id = ?
            """,
            [summary.blob, device.blob]
        ) { try $0.integer() != 0 } ?? false
    }
}
