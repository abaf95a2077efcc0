import BellhopModel
import BellhopStore
import GRDB

extension Database {
    /// Takes back what a gateway that calls everything dead has done since `since` on the platform of `device`.
    func revive(sameAs device: DeviceID, since: Timestamp, again: Timestamp, at time: Timestamp) throws {
        guard let platform = try devices.find(device)?.platform else { return }
        for (notification, device) in try deliveries.retry(lapsedOn: platform, since: since, again: again) {
            // The same word as every other push waits for.
            let entry = TimelineEntry(at: time, step: .deferred, deviceID: device, detail: "TokensDoubted")
            try timeline.add(entry, to: notification)
        }
        try devices.reactivate(platform, since: since)
    }
}

extension DeliveryTable {
    /// Has everything that failed for devices that lapsed because of a gateway tried again.
    fileprivate func retry(
        lapsedOn platform: Platform, since: Timestamp, again: Timestamp
    ) throws -> [(NotificationID, DeviceID)] {
        try db.all(
            """
            UPDATE deliveries SET state = \(DeliveryState.waiting.rawValue), due = ?
            WHERE notification_id >= ? AND purpose = \(DeliveryPurpose.show.code)
                AND state = \(DeliveryState.failed.rawValue) AND device_id IN (
                    SELECT id FROM devices WHERE state_cause = 'gateway' AND platform = ? AND state_at >= ?)
            RETURNING notification_id, device_id
            """,
            [
                again.milliseconds, NotificationID.first(at: since - .seconds(3600)).blob, platform.rawValue,
                since.milliseconds,
            ]
        ) { (try $0.id(), try $0.id()) }
    }
}
