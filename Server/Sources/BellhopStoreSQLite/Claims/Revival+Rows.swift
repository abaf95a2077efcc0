import BellhopModel
import BellhopStore
import GRDB

/// A device that a gateway has called dead.
struct LapsedDevice {
    let id: DeviceID
    let user: UserID
    let lapsedAt: Timestamp
    let canAnswer: Bool
}

extension DeviceTable {
    func lapsed(
        on platform: Platform, in stretch: ClosedRange<Timestamp>, limit: Int
    ) throws -> [LapsedDevice] {
        try db.all(
            """
            SELECT id, user_id, state_at, length(public_key) FROM devices
            WHERE state_cause = 'gateway' AND platform = ? AND state_at BETWEEN ? AND ?
            ORDER BY state_at DESC LIMIT ?
            """,
            [platform.rawValue, stretch.lowerBound.milliseconds, stretch.upperBound.milliseconds, limit]
        ) {
            LapsedDevice(
                id: try $0.id(), user: try $0.name(), lapsedAt: try $0.time(), canAnswer: try $0.integer() > 0)
        }
    }
}

/// What decides whether a device has missed a notification.
struct UnreadNotification {
    let id: NotificationID
    /// The notification whose deliveries show it: itself, or the first of its summary.
    let shownIn: NotificationID
    let isFolded: Bool
    let isBulk: Bool
    let pushAt: Timestamp?
    /// It was held or snoozed until then.
    let quietUntil: Timestamp?
}

extension NotificationTable {
    /// The notifications since `oldest` that the user of `device` has not read and that are alive, oldest first; asks only
    /// for a device that answers.
    func unread(
        for device: LapsedDevice, since oldest: NotificationID, at time: Timestamp
    ) throws -> [UnreadNotification] {
        try db.all(
            """
            SELECT id, summary_id, campaign_id, push_at, snoozed_until
            FROM notifications INDEXED BY notifications_user_unread
            WHERE user_id = ? AND id >= ? AND read_at IS NULL AND expires_at > ?
                AND (? OR ask_id IS NULL)
            ORDER BY id
            """,
            [device.user.description, oldest.blob, time.milliseconds, device.canAnswer]
        ) { row in
            let id: NotificationID = try row.id()
            let (summary, campaign): (NotificationID?, CampaignID?) = (try row.optionalID(), try row.optionalID())
            let (pushAt, snoozedUntil) = (try row.optionalTime(), try row.optionalTime())
            return UnreadNotification(
                id: id, shownIn: summary ?? id, isFolded: summary != nil, isBulk: campaign != nil,
                pushAt: pushAt, quietUntil: [pushAt, snoozedUntil].compactMap(\.self).max())
        }
    }
}

extension DeliveryTable {
    /// Has what was to be shown to the device, or to bring a summary up to date on it, tried again if that ended in vain.
    /// - Returns: whether it did.
    func retry(_ notification: NotificationID, to device: DeviceID, at due: Timestamp) throws -> Bool {
        try db.run(
            """
            UPDATE deliveries SET state = \(DeliveryState.waiting.rawValue), due = ?
            WHERE notification_id = ? AND purpose IN (\(DeliveryPurpose.show.code), \(DeliveryPurpose.update.code))
                AND device_id = ? AND state IN (\(DeliveryState.failed.rawValue), \(DeliveryState.cancelled.rawValue))
            """,
            [due.milliseconds, notification.blob, device.blob])
        return db.changesCount > 0
    }

    /// Where the delivery stands that shows the notification; `nil` when there is none.
    func state(of notification: NotificationID, to device: DeviceID) throws -> DeliveryState? {
        try db.first(
            """
            SELECT state FROM deliveries
            WHERE notification_id = ? AND purpose = \(DeliveryPurpose.show.code) AND device_id = ?
            """,
            [notification.blob, device.blob]
        ) { try $0.known(DeliveryState(rawValue: Int(try $0.integer()))) }
    }
}
