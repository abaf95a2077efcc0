import BellhopModel
import BellhopStore
import GRDB

/// How a delivery's state changes after it was added.
extension DeliveryTable {
    func claim(_ delivery: DueDelivery, until lease: Timestamp) throws {
        try db.run(
            """
            UPDATE deliveries SET state = \(DeliveryState.claimed.rawValue), attempt = attempt + 1, due = ?
            WHERE rowid = ?
            """,
            [lease.milliseconds, delivery.row])
    }

    /// Ends every lease at once. The rows stay claimed, because what they stand for may have been sent.
    func endLeases() throws {
        try db.run(
            """
            UPDATE deliveries INDEXED BY deliveries_due SET due = 0
            WHERE due IS NOT NULL AND state = \(DeliveryState.claimed.rawValue)
            """)
    }

    /// Has what waits for `device` go to the platform that it is on now. Walks the queue: for rare events only.
    func move(to device: Device) throws {
        try db.run(
            "UPDATE deliveries INDEXED BY deliveries_due SET platform = ? WHERE due IS NOT NULL AND device_id = ?",
            [device.platform.rawValue, device.id.blob])
    }

    func cancel(_ delivery: DueDelivery, because reason: CancellationReason, at time: Timestamp) throws {
        try db.run(
            "UPDATE deliveries SET state = \(DeliveryState.cancelled.rawValue), due = NULL WHERE rowid = ?",
            [delivery.row])
        try noteCancellation(of: delivery.notificationID, to: delivery.deviceID, because: reason, at: time)
    }

    /// Ends the deliveries that were to show the notification and wait. A claimed one is on its way: whoever records
    /// its result, or claims it after its lease, sees that the notification was read. Those of a summary stay: whoever
    /// claims them sees what is left of it.
    /// - Returns: how many.
    @discardableResult
    func cancelShows(
        of notification: NotificationID, because reason: CancellationReason, at time: Timestamp
    ) throws -> Int {
        let devices: [DeviceID] = try db.all(
            """
            UPDATE deliveries SET state = \(DeliveryState.cancelled.rawValue), due = NULL
            WHERE notification_id = ? AND purpose = \(DeliveryPurpose.show.code)
                AND state = \(DeliveryState.waiting.rawValue)
                AND NOT EXISTS (
                    SELECT 1 FROM notifications WHERE id = deliveries.notification_id AND summary_id IS NOT NULL)
            RETURNING device_id
            """,
            [notification.blob]
        ) { try $0.id() }
        for device in devices { try noteCancellation(of: notification, to: device, because: reason, at: time) }
        return devices.count
    }

    /// Ends everything that waits for `device`. Walks the queue, not the history: for rare events only.
    func cancelAll(to device: DeviceID, because reason: CancellationReason, at time: Timestamp) throws {
        let notifications: [NotificationID] = try db.all(
            """
            UPDATE deliveries INDEXED BY deliveries_due
            SET state = \(DeliveryState.cancelled.rawValue), due = NULL
            WHERE due IS NOT NULL AND state = \(DeliveryState.waiting.rawValue) AND device_id = ?
            RETURNING notification_id
            """,
            [device.blob]
        ) { try $0.id() }
        for notification in notifications {
            try noteCancellation(of: notification, to: device, because: reason, at: time)
        }
    }

    private func noteCancellation(
        of notification: NotificationID, to device: DeviceID, because reason: CancellationReason, at time: Timestamp
    ) throws {
        let entry = TimelineEntry(at: time, step: .cancelled, deviceID: device, detail: reason.rawValue)
        try db.timeline.add(entry, to: notification)
    }
}
