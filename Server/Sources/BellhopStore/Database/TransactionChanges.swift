import BellhopModel

/// Changes of a transaction that have an effect at its end.
final class TransactionChanges {
    /// Changes of the table `notification_counts`. They are written at the end, so that several of one counter are one,
    /// and no other node waits long for it.
    var counts: [Counter: Change] = [:]
    /// Indicates whether keys may have been revoked.
    var revokesKeys = false

    struct Counter: Hashable, Comparable {
        let user: String
        let name: String

        static func < (a: Counter, b: Counter) -> Bool { (a.user, a.name) < (b.user, b.name) }
    }

    struct Change {
        var count = 0
        /// The smallest and the largest id of the added rows.
        var ids: ClosedRange<NotificationID>?
    }

    /// Writes the changes of counters, ordered by user and name, so that nodes lock rows in the same order.
    func storeCounts(in db: Database) throws {
        guard !counts.isEmpty else { return }
        for (counter, change) in counts.sorted(by: { $0.key < $1.key }) where change.count != 0 || change.ids != nil {
            try db.enqueue(
                """
                INSERT INTO notification_counts (user_id, name, count, first_id, last_id) VALUES (?, ?, ?, ?, ?)
                ON CONFLICT (user_id, name) DO UPDATE SET count = notification_counts.count + excluded.count,
                    first_id = CASE WHEN notification_counts.first_id < excluded.first_id OR excluded.first_id IS NULL
                        THEN notification_counts.first_id ELSE excluded.first_id END,
                    last_id = CASE WHEN notification_counts.last_id > excluded.last_id OR excluded.last_id IS NULL
                        THEN notification_counts.last_id ELSE excluded.last_id END
                """,
                [counter.user, counter.name, change.count, change.ids?.lowerBound.blob, change.ids?.upperBound.blob])
            guard change.count <= 0 else { continue }
            try db.enqueue(
                "DELETE FROM notification_counts WHERE user_id = ? AND name = ? AND count = 0",
                [counter.user, counter.name])
        }
        counts = [:]
    }
}
