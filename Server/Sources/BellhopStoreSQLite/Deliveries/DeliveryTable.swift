import BellhopModel
import BellhopStore
import GRDB

extension Database {
    var deliveries: DeliveryTable { DeliveryTable(db: self) }
}

/// The queue and its history: how rows come in and how much waits.
struct DeliveryTable {
    let db: Database

    /// Adds a delivery that is due at `time`.
    ///
    /// - Parameter isBulk: claimed only when nothing else is due.
    ///
    /// A device that is to clear the same notification again gets the row anew, under a new id: what comes of an
    /// attempt under the old one no longer concerns it.
    func insert(
        _ purpose: DeliveryPurpose, of notification: NotificationID, to device: DeviceID, at time: Timestamp,
        isBulk: Bool = false
    ) throws {
        try db.run(
            """
            INSERT INTO deliveries (id, notification_id, purpose, device_id, due, is_bulk, platform)
            SELECT ?, ?, ?, id, ?, ?, platform FROM devices WHERE id = ?
            ON CONFLICT (notification_id, purpose, device_id) DO UPDATE SET
                id = excluded.id, state = excluded.state, attempt = excluded.attempt, failures = excluded.failures,
                due = excluded.due, is_bulk = excluded.is_bulk, platform = excluded.platform
            """,
            [DeliveryID.make(at: time).blob, notification.blob, purpose.code, time.milliseconds, isBulk, device.blob])
    }

    /// Adds a clearing delivery for every active device of `user` that was sent the notification, or the summary that it
    /// is shown in.
    /// - Returns: how many.
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
                AND devices.state = 'active' AND devices.trust = 'trusted' AND devices.user_id = ? AND devices.id IS NOT ?
            """,
            [notification.blob, user.description, device?.blob]
        ) { try $0.id() }
        for device in devices { try insert(.clear, of: notification, to: device, at: time) }
        return devices.count
    }

    /// In due order, and in the order of insertion where that is equal; what is bulk after what is not.
    func due(at time: Timestamp, limit: Int, in scope: ClaimScope) throws -> [DueDelivery] {
        let first = try due(at: time, limit: limit, isBulk: false, on: scope.single)
        guard first.count < limit else { return first }
        return first + (try due(at: time, limit: limit - first.count, isBulk: true, on: scope.bulk))
    }

    /// One range of the index for each platform, so that a full gateway's backlog costs the others nothing.
    private func due(
        at time: Timestamp, limit: Int, isBulk: Bool, on platforms: Set<Platform>
    ) throws -> [DueDelivery] {
        let found = try platforms.flatMap { platform in
            try db.all(
                """
                SELECT \(DueDelivery.columns) FROM deliveries WHERE platform = ? AND is_bulk = ? AND due <= ?
                ORDER BY due, rowid LIMIT ?
                """,
                [platform.rawValue, isBulk, time.milliseconds, max(0, limit)], DueDelivery.init)
        }
        return Array(found.sorted { ($0.due, $0.row) < ($1.due, $1.row) }.prefix(limit))
    }

    /// Where the notification's deliveries stand.
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

    /// How much that is bulk is due at `time`; counts to `limit`.
    func bulk(dueAt time: Timestamp, limit: Int) throws -> Int {
        var count = 0
        for platform in Platform.allCases where count < limit {
            count +=
                try db.first(
                    "SELECT count(*) FROM (SELECT 1 FROM deliveries WHERE platform = ? AND is_bulk = 1 AND due <= ? LIMIT ?)",
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
