import BellhopModel

extension Database {
    var deliveries: DeliveryTable { DeliveryTable(db: self) }
}

/// The table of deliveries: the queue and its history.
struct DeliveryTable {
    let db: Database

    /// Adds a delivery that is due at `time`.
    ///
    /// - Parameter isBulk: whether it is claimed only when nothing else is due.
    ///
    /// A repeated clear of the same notification on the same device reuses the row with a new id, so that a result of
    /// an attempt under the old id no longer applies to it.
    func insert(
        _ purpose: DeliveryPurpose, of notification: NotificationID, to device: DeviceID, at time: Timestamp,
        isBulk: Bool = false
    ) throws {
        try db.enqueue(
            """
            INSERT INTO deliveries (id, notification_id, purpose, device_id, due, is_bulk, platform)
            SELECT ?, ?, ?, id, ?, ?, platform FROM devices WHERE id = ?
            ON CONFLICT (notification_id, purpose, device_id) DO UPDATE SET
                id = excluded.id, state = excluded.state, attempt = excluded.attempt, failures = excluded.failures,
                due = excluded.due, is_bulk = excluded.is_bulk, platform = excluded.platform
            """,
            [DeliveryID.make(at: time).blob, notification.blob, purpose.code, time.milliseconds, isBulk, device.blob])
    }

    private static let creation = BatchInsert(
        into: "deliveries", "id, notification_id, purpose, device_id, due, is_bulk, platform")

    private static let claimedCreation = BatchInsert(
        into: "deliveries", "id, notification_id, purpose, device_id, due, is_bulk, platform, state, attempt")

    /// Adds deliveries of notifications that have none, claimed until `lease`.
    func insert(_ rows: [ClaimedRow], until lease: Timestamp) throws {
        let values = rows.flatMap { row -> Database.Arguments in
            [
                row.id.blob, row.delivery.notification.blob, DeliveryPurpose.show.code, row.delivery.device.blob,
                lease.milliseconds, row.delivery.isBulk, row.delivery.platform.rawValue,
                DeliveryState.claimed.rawValue, 1,
            ]
        }
        try db.insert(values, Self.claimedCreation)
    }

    /// Adds deliveries of notifications that have none.
    func insert(_ deliveries: [NewDelivery], at time: Timestamp) throws {
        var values: Database.Arguments = []
        values.reserveCapacity(deliveries.count * Self.creation.columns)
        for (id, delivery) in zip(DeliveryID.make(deliveries.count, at: time), deliveries) {
            values.append(id.blob)
            values.append(delivery.notification.blob)
            values.append(DeliveryPurpose.show.code)
            values.append(delivery.device.blob)
            values.append(delivery.due.milliseconds)
            values.append(delivery.isBulk)
            values.append(delivery.platform.rawValue)
        }
        try db.insert(values, Self.creation)
    }

    /// Adds a clearing delivery for every active device of `user` that was sent the notification, or its summary.
    /// - Returns: the number of deliveries.
    func insertClears(
        of notification: NotificationID, user: UserID, except device: DeviceID?, at time: Timestamp
    ) throws -> Int {
        if let summary = try db.summaries.summary(of: notification) {
            return try db.summaries.shrink(summary, of: user, at: time)
        }
        let devices: [DeviceID] = try db.all(
            """
            SELECT devices.id FROM deliveries JOIN devices ON devices.id = deliveries.device_id
            WHERE deliveries.notification_id = ? AND deliveries.purpose = \(DeliveryPurpose.show.code)
                AND deliveries.state = \(DeliveryState.sent.rawValue)
                AND devices.state = 'active' AND devices.trust = 'trusted' AND devices.user_id = ?
            """,
            [notification.blob, user.description]
        ) { try $0.id() }.filter { $0 != device }
        for device in devices { try insert(.clear, of: notification, to: device, at: time) }
        return devices.count
    }

    /// Due deliveries, earliest first and then in the order of insertion.
    ///
    /// Reads one range of the index per platform, so that the backlog of a full gateway costs the others nothing.
    func due(
        at time: Timestamp, limit: Int, isBulk: Bool, on platforms: Set<Platform>
    ) throws -> [DueDelivery] {
        let found = try platforms.flatMap { platform in
            try db.all(
                """
                SELECT \(DueDelivery.columns) FROM deliveries WHERE platform = ? AND is_bulk = ? AND due <= ?
                ORDER BY due, sequence LIMIT ?\(db.skippingLocked)
                """,
                [platform.rawValue, isBulk, time.milliseconds, max(0, limit)], DueDelivery.init)
        }
        return Array(found.sorted { ($0.due, $0.row) < ($1.due, $1.row) }.prefix(limit))
    }

    /// The status of the notification's deliveries.
    func all(of notification: NotificationID) throws -> [DeliveryStatus] {
        try db.all(
            """
            SELECT device_id, purpose, state, failures, due FROM deliveries WHERE notification_id = ?
            ORDER BY purpose, device_id
            """, [notification.blob], DeliveryStatus.init)
    }

    func nextDue(in scope: ClaimScope) throws -> Timestamp? {
        var moments: [Timestamp] = []
        for (isBulk, platforms) in [(false, scope.single), (true, scope.bulk)] {
            for platform in platforms {
                let moment =
                    try db.first(
                        "SELECT min(due) FROM deliveries WHERE platform = ? AND is_bulk = ? AND due IS NOT NULL",
                        [platform.rawValue, isBulk]
                    ) { try $0.optionalTime() } ?? nil
                if let moment { moments.append(moment) }
            }
        }
        return moments.min()
    }

    /// The number of bulk deliveries due at `time`, counted up to `limit`.
    func bulk(dueAt time: Timestamp, limit: Int) throws -> Int {
        var count = 0
        for platform in Platform.allCases where count < limit {
            count +=
                try db.first(
                    "SELECT count(*) FROM (SELECT 1 FROM deliveries WHERE platform = ? AND is_bulk = 1 AND due <= ? LIMIT ?) AS found",
                    [platform.rawValue, time.milliseconds, max(0, limit - count)]
                ) { Int(try $0.integer()) } ?? 0
        }
        return count
    }

    func depth() throws -> Int {
        try db.first("SELECT count(*) FROM deliveries WHERE due IS NOT NULL") { Int(try $0.integer()) } ?? 0
    }
}

extension DeliveryStatus {
    fileprivate init(_ row: inout Columns) throws {
        let device: DeviceID = try row.id()
        let purpose = try row.known(DeliveryPurpose(code: try row.integer()))
        let state = try row.known(DeliveryState(rawValue: Int(try row.integer())))
        self.init(
            deviceID: device, purpose: Purpose(rawValue: purpose.rawValue), state: state.status,
            attempts: Int(try row.integer()) + (state.hasLastAttempt ? 1 : 0), nextAttemptAt: try row.optionalTime())
    }
}

// State changes of existing deliveries.
extension DeliveryTable {
    private static let claiming = BatchQuery {
        "UPDATE deliveries SET state = \(DeliveryState.claimed.rawValue), attempt = attempt + 1, due = ? WHERE sequence IN (\($0))"
    }

    func claim(_ deliveries: [DueDelivery], until lease: Timestamp) throws {
        try db.enqueue(Self.claiming, deliveries.map(\.row), after: [lease.milliseconds])
    }

    /// Ends every lease at once. The rows stay claimed, because they may have been sent.
    func endLeases() throws {
        try db.run(
            """
            UPDATE deliveries\(db.indexed("deliveries_due")) SET due = 0
            WHERE due IS NOT NULL AND state = \(DeliveryState.claimed.rawValue)
            """)
    }

    /// Moves the device's pending deliveries to its current platform. Scans the queue: for rare events only.
    func move(to device: Device) throws {
        try db.run(
            "UPDATE deliveries\(db.indexed("deliveries_due")) SET platform = ? WHERE due IS NOT NULL AND device_id = ?",
            [device.platform.rawValue, device.id.blob])
    }

    func cancel(_ delivery: DueDelivery, because reason: CancellationReason, at time: Timestamp) throws {
        try db.run(
            "UPDATE deliveries SET state = \(DeliveryState.cancelled.rawValue), due = NULL WHERE sequence = ?",
            [delivery.row])
        try noteCancellation(of: delivery.notificationID, to: delivery.deviceID, because: reason, at: time)
    }

    /// Ends the notification's pending showing deliveries. A claimed one may be under way: the recording of its result,
    /// or the claim after its lease, finds that the notification was read. Those of a summary stay: their claim
    /// determines what is left of it.
    /// - Returns: the number of ended deliveries.
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

    /// Ends all pending deliveries to `device`. Scans the queue, not the history: for rare events only.
    func cancelAll(to device: DeviceID, because reason: CancellationReason, at time: Timestamp) throws {
        let notifications: [NotificationID] = try db.all(
            """
            UPDATE deliveries\(db.indexed("deliveries_due"))
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

/// A due row of the queue.
struct DueDelivery {
    static let columns = "sequence, id, purpose, notification_id, device_id, attempt, failures, state, is_bulk, due"

    let row: Int64
    let id: DeliveryID
    let purpose: DeliveryPurpose
    let notificationID: NotificationID
    let deviceID: DeviceID
    /// The number of earlier claims.
    let claims: Int
    /// The number of attempts that a gateway deferred.
    let failures: Int
    /// Indicates whether it is a claim whose lease has passed, which may have been sent.
    let wasClaimed: Bool
    let isBulk: Bool
    let due: Timestamp

    init(_ columns: inout Columns) throws {
        row = try columns.integer()
        id = try columns.id()
        purpose = try columns.known(DeliveryPurpose(code: try columns.integer()))
        notificationID = try columns.id()
        deviceID = try columns.id()
        claims = Int(try columns.integer())
        failures = Int(try columns.integer())
        wasClaimed = try columns.integer() == Int64(DeliveryState.claimed.rawValue)
        isBulk = try columns.integer() != 0
        due = try columns.time()
    }
}
