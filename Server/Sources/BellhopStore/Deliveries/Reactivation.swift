import BellhopModel

/// The deactivations of one platform to undo, after a gateway has rejected nearly every token.
struct Reactivation {
    /// The number of devices reactivated in one transaction. It bounds the wait of other writers.
    static let batch = 64

    let platform: Platform
    let since: Timestamp
    /// The due time of deliveries that the devices missed.
    let again: Timestamp
    let time: Timestamp

    /// The oldest notification that is sent again.
    var oldest: NotificationID { .first(at: since - .seconds(3600)) }
}

extension Database {
    /// - Returns: `nil` when `result` undoes nothing.
    func reactivation(by result: DeliveryResult, at time: Timestamp) throws -> Reactivation? {
        guard case .tokensSuspected(let since, let again) = result.device,
            let platform = try devices.find(result.deviceID)?.platform
        else { return nil }
        return Reactivation(platform: platform, since: since, again: again, time: time)
    }

    /// Reactivates the next devices, latest deactivation first.
    ///
    /// - Returns: whether there may be more.
    func reactivate(_ reactivation: Reactivation) throws -> Bool {
        let deactivated = try devices.deactivated(
            on: reactivation.platform, in: reactivation.since...reactivation.time, limit: Reactivation.batch)
        for device in deactivated {
            var taken: Set<NotificationID> = []
            for missed in try notifications.unread(for: device, since: reactivation.oldest, at: reactivation.time)
            where !taken.contains(missed.shownIn) {
                guard try resend(missed, on: device, reactivation) else { continue }
                taken.insert(missed.shownIn)
                // The reason of all other pushes that wait for the gateway.
                let entry = TimelineEntry(
                    at: reactivation.time, step: .deferred, deviceID: device.id, detail: "TokensSuspected")
                try timeline.add(entry, to: missed.shownIn)
            }
            try devices.reactivate(device.id)
        }
        return deactivated.count == Reactivation.batch
    }

    /// - Returns: whether the device has missed it, and it is sent again.
    private func resend(_ missed: UnreadNotification, on device: DeactivatedDevice, _ reactivation: Reactivation) throws
        -> Bool
    {
        let due = max(reactivation.again, missed.quietUntil ?? reactivation.again)
        if try deliveries.retry(missed.shownIn, to: device.id, at: due) { return true }
        // A silent notification has no push time, and is not worth sending late.
        guard missed.pushAt != nil, missed.id >= .first(at: device.deactivatedAt) else { return false }
        switch try deliveries.state(of: missed.shownIn, to: device.id) {
        case nil:
            try deliveries.insert(.show, of: missed.shownIn, to: device.id, at: due, isBulk: missed.isBulk)
        case .claimed?, .sent?:
            guard missed.isFolded else { return false }
            try summaries.arm(.update, of: missed.shownIn, to: device.id, at: due, isBulk: missed.isBulk)
        case .waiting?, .failed?, .cancelled?: return false
        }
        return true
    }
}

/// A device that a gateway's rejection made inactive.
struct DeactivatedDevice {
    let id: DeviceID
    let user: UserID
    let deactivatedAt: Timestamp
    let canAnswer: Bool
}

extension DeviceTable {
    func deactivated(
        on platform: Platform, in stretch: ClosedRange<Timestamp>, limit: Int
    ) throws -> [DeactivatedDevice] {
        try db.all(
            """
            SELECT id, user_id, state_at, length(public_key) FROM devices
            WHERE state_cause = 'gateway' AND platform = ? AND state_at BETWEEN ? AND ?
            ORDER BY state_at DESC LIMIT ?
            """,
            [platform.rawValue, stretch.lowerBound.milliseconds, stretch.upperBound.milliseconds, limit]
        ) {
            DeactivatedDevice(
                id: try $0.id(), user: try $0.externalID(), deactivatedAt: try $0.time(),
                canAnswer: try $0.integer() > 0)
        }
    }
}

/// The facts that decide whether a device has missed a notification.
struct UnreadNotification {
    let id: NotificationID
    /// The notification with the deliveries: itself, or the first of its summary.
    let shownIn: NotificationID
    let isFolded: Bool
    let isBulk: Bool
    let pushAt: Timestamp?
    /// The end of its hold or snooze.
    let quietUntil: Timestamp?
}

extension NotificationTable {
    /// The unread, unexpired notifications since `oldest` of the device's user, oldest first; asks only for a device
    /// that can answer.
    func unread(
        for device: DeactivatedDevice, since oldest: NotificationID, at time: Timestamp
    ) throws -> [UnreadNotification] {
        try db.all(
            """
            SELECT id, summary_id, campaign_id, push_at, snoozed_until
            FROM notifications\(db.indexed("notifications_user_unread"))
            WHERE user_id = ? AND id >= ? AND read_at IS NULL AND expires_at > ?
                AND (? = 1 OR ask_id IS NULL)
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
    /// Makes a failed or cancelled delivery to the device due again, if it was to show the notification or update its
    /// summary.
    /// - Returns: whether there was one.
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

    /// The state of the delivery that shows the notification; `nil` when there is none.
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
