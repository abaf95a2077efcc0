import BellhopModel

// The deliveries of summaries: at most one pending per device.
extension SummaryTable {
    /// Makes the devices show the summary at `time`, after a notification was folded into it.
    ///
    /// - Parameters:
    ///   - devices: the active devices of the summary's user.
    ///   - isBulk: whether that notification is part of a campaign.
    /// - Returns: the number of devices.
    func grow(
        _ summary: NotificationID, on devices: some Sequence<DeviceID>, due time: Timestamp, isBulk: Bool
    ) throws -> Int {
        try devices.count { device in
            // A summary that was or is being sent is only updated.
            let purpose: DeliveryPurpose = try isShown(summary, on: device) ? .update : .show
            return try arm(purpose, of: summary, to: device, at: time, isBulk: isBulk)
        }
    }

    /// Lowers the number on the devices that show the summary, after a notification in it was closed.
    /// - Returns: the number of devices.
    func shrink(_ summary: NotificationID, of user: UserID, at time: Timestamp) throws -> Int {
        let devices = try db.devices.active(of: user).filter { try isShown(summary, on: $0) }
        for device in devices { try arm(.clear, of: summary, to: device, at: time + BurstLimits.settling) }
        return devices.count
    }

    /// Adds a delivery, or makes a pending one due earlier; a deferred one does not change.
    ///
    /// - Parameter isBulk: whether it is claimed only when nothing else is due; a pending delivery that is not bulk
    ///   stays so.
    /// - Returns: whether there is one now; `false` for an unknown summary.
    @discardableResult
    func arm(
        _ purpose: DeliveryPurpose, of summary: NotificationID, to device: DeviceID, at time: Timestamp,
        isBulk: Bool = false
    ) throws -> Bool {
        let waiting = DeliveryState.waiting.rawValue
        try db.run(
            """
            INSERT INTO deliveries (id, notification_id, purpose, device_id, due, is_bulk, platform)
            SELECT ?1, notifications.id, ?3, devices.id, ?5, ?6, devices.platform
            FROM notifications, devices WHERE notifications.id = ?2 AND devices.id = ?4
            ON CONFLICT (notification_id, purpose, device_id) DO UPDATE SET
                id = CASE deliveries.state WHEN \(waiting) THEN deliveries.id ELSE excluded.id END,
                attempt = CASE deliveries.state WHEN \(waiting) THEN deliveries.attempt ELSE 0 END,
                failures = CASE deliveries.state WHEN \(waiting) THEN deliveries.failures ELSE 0 END,
                due = CASE WHEN deliveries.state = \(waiting)
                    AND (deliveries.failures > 0 OR deliveries.due < excluded.due)
                    THEN deliveries.due ELSE excluded.due END,
                is_bulk = CASE WHEN deliveries.state = \(waiting) AND deliveries.is_bulk < excluded.is_bulk
                    THEN deliveries.is_bulk ELSE excluded.is_bulk END,
                state = \(waiting)
            """,
            [DeliveryID.make(at: time).blob, summary.blob, purpose.code, device.blob, time.milliseconds, isBulk])
        return db.changesCount > 0
    }

    /// Returns whether the device was sent the summary, or is being sent it.
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

// Removal of a notification that is then shown on its own.
extension SummaryTable {
    /// Removes a snoozed `notification` from `summary`, and updates the devices that show it.
    ///
    /// When it is the last one left, the summary keeps it, and is shown again with it.
    func leave(_ summary: NotificationID, _ notification: NotificationID, of user: UserID, at time: Timestamp) throws {
        try lock(of: user)
        var rest = summary
        if summary == notification {
            if let next = try next(in: summary, at: time) {
                try move(summary, to: next, at: time)
                rest = next
            }
        } else {
            try db.run("UPDATE notifications SET summary_id = NULL WHERE id = ?", [notification.blob])
        }
        _ = try shrink(rest, of: user, at: time)
    }

    /// Waits until no other node changes which notifications are in summaries of `user`.
    func lock(of user: UserID) throws { try db.lock("summaries of \(user)") }

    /// Makes `next` the first notification of the summary, and moves the deliveries to it. Devices keep the summary's
    /// name.
    ///
    /// The result of a running delivery no longer applies; it is sent once more, with the content of that time.
    private func move(_ summary: NotificationID, to next: NotificationID, at time: Timestamp) throws {
        let (from, to) = (summary.blob, next.blob)
        let (waiting, claimed) = (DeliveryState.waiting.rawValue, DeliveryState.claimed.rawValue)
        try db.run(
            """
            UPDATE notifications SET shown_as = (
                SELECT coalesce(first.shown_as, first.id) FROM notifications AS first WHERE first.id = ?1)
            WHERE id = ?2
            """, [from, to])
        try db.run(
            """
            UPDATE notifications\(db.indexed("notifications_folded")) SET summary_id = ?2
            WHERE summary_id = ?1 AND id <> ?1
            """, [from, to])
        try db.run("UPDATE notifications SET summary_id = NULL, shown_as = NULL WHERE id = ?", [from])
        try db.run(
            """
            UPDATE deliveries SET notification_id = ?2,
                state = CASE state WHEN \(claimed) THEN \(waiting) ELSE state END,
                due = CASE state WHEN \(claimed) THEN ?3 ELSE due END
            WHERE notification_id = ?1
            """, [from, to, (time + BurstLimits.settling).milliseconds])
    }
}
