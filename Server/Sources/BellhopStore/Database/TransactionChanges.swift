import BellhopModel

/// Changes of a transaction that have an effect at its end.
final class TransactionChanges {
    /// A change of the table `notification_counts`.
    struct Change {
        let user: String
        let name: String
        var count: Int
        /// The smallest and the largest id of the added rows.
        var ids: ClosedRange<NotificationID>?
    }

    /// Changes of counters, in the order in which they were made, several for a counter. They are written at the end, so
    /// that several of one counter are one, and no other node waits long for it.
    var counts: [Change] = []
    /// Indicates whether keys may have been revoked.
    var revokesKeys = false
    /// Users that the transaction will notify, whose facts are not read yet.
    var expected: ArraySlice<UserID> = []
    /// The facts about users that nothing in the transaction has changed since they were read.
    var recipients: [UserID: Recipient] = [:]
    /// Users whose badges are read together at the end.
    var badgeUsers: Set<UserID> = []
    private var badges: [UserID: Int]?

    /// Sets the users that the next writes notify, in this order, and discards the facts about other users.
    func expect(_ users: [UserID]) {
        recipients = [:]
        expected = []
        var seen: Set<UserID> = []
        for user in users where seen.insert(user).inserted { expected.append(user) }
    }

    /// The badge of `user` at the end of the transaction; those of all ``badgeUsers`` are read together.
    func badge(of user: UserID, at time: Timestamp, in db: Database) throws -> Int {
        let known = try badges ?? db.history.unread(of: Array(badgeUsers), at: time)
        badges = known
        return known[user] ?? 0
    }

    /// Writes the changes of counters, ordered by user and name, so that nodes lock rows in the same order.
    func storeCounts(in db: Database) throws {
        guard !counts.isEmpty else { return }
        let sums = sums()
        var values: Database.Arguments = []
        values.reserveCapacity(sums.count * Self.addition.columns)
        for change in sums {
            values.append(change.user)
            values.append(change.name)
            values.append(change.count)
            values.append(change.ids?.lowerBound.blob)
            values.append(change.ids?.upperBound.blob)
        }
        try db.insert(values, Self.addition)
        for change in sums where change.count <= 0 {
            try db.enqueue(
                "DELETE FROM notification_counts WHERE user_id = ? AND name = ? AND count = 0",
                [change.user, change.name])
        }
        counts = []
    }

    /// One change per counter, without those that change nothing.
    private func sums() -> [Change] {
        var sums: [Change] = []
        sums.reserveCapacity(counts.count)
        for change in counts.sorted(by: { ($0.user, $0.name) < ($1.user, $1.name) }) {
            guard let last = sums.last, last.user == change.user, last.name == change.name else {
                sums.append(change)
                continue
            }
            sums[sums.count - 1].count += change.count
            guard let ids = change.ids else { continue }
            sums[sums.count - 1].ids =
                last.ids.map { min($0.lowerBound, ids.lowerBound)...max($0.upperBound, ids.upperBound) } ?? ids
        }
        return sums.filter { $0.count != 0 || $0.ids != nil }
    }

    private static let addition = BatchInsert(
        into: "notification_counts", "user_id, name, count, first_id, last_id",
        onConflict: """
            ON CONFLICT (user_id, name) DO UPDATE SET count = notification_counts.count + excluded.count,
                first_id = CASE WHEN notification_counts.first_id < excluded.first_id OR excluded.first_id IS NULL
                    THEN notification_counts.first_id ELSE excluded.first_id END,
                last_id = CASE WHEN notification_counts.last_id > excluded.last_id OR excluded.last_id IS NULL
                    THEN notification_counts.last_id ELSE excluded.last_id END
            """)
}

/// A user to notify, with the stored facts that the decision about every notification needs.
struct Recipient {
    /// A device that receives notifications.
    struct Device {
        let id: DeviceID
        let platform: Platform
        let canAnswer: Bool
        /// Read only when deliveries may be claimed at once.
        var registration: BellhopModel.Device?
    }

    let user: UserID
    let preferences: NotificationPreferences
    /// The earliest registered first.
    let devices: [Device]
    /// Indicates that no unread notification was created in the window of bursts or is delayed, so that none counts in
    /// a burst from now on. `false` when unknown.
    let isIdle: Bool
}
