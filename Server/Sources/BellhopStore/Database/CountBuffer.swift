/// Changes of counters that a transaction has not written yet: the table `notification_counts`.
///
/// They are written at its end, so that several of one counter are one, and no other node waits long for it.
final class CountBuffer {
    struct Counter: Hashable, Comparable {
        let user: String
        let name: String

        static func < (a: Counter, b: Counter) -> Bool { (a.user, a.name) < (b.user, b.name) }
    }

    var changes: [Counter: Int] = [:]

    /// Writes the changes, ordered by user and name, so that nodes lock rows in the same order.
    func store(in db: Database) throws {
        guard !changes.isEmpty else { return }
        for (counter, change) in changes.sorted(by: { $0.key < $1.key }) where change != 0 {
            try db.run(
                """
                INSERT INTO notification_counts (user_id, name, count) VALUES (?, ?, ?)
                ON CONFLICT (user_id, name) DO UPDATE SET count = notification_counts.count + excluded.count
                """,
                [counter.user, counter.name, change])
            guard change < 0 else { continue }
            try db.run(
                "DELETE FROM notification_counts WHERE user_id = ? AND name = ? AND count = 0",
                [counter.user, counter.name])
        }
        changes = [:]
    }
}
