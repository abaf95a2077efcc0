import BellhopModel
import BellhopStore
import GRDB

/// What is done to many notifications at once.
extension HistoryTable {
    /// Unread ones that can be marked as read, oldest first.
    func readable(
        of user: UserID, _ filter: HistoryFilter, upTo last: NotificationID, limit: Int
    ) throws -> [NotificationID] {
        guard filter.isRead != true else { return [] }
        var filter = filter
        filter.isRead = false
        return try ids(of: user, filter, "ASC", limit: limit, offset: 0) { query in
            query.add("id <= ?", last.blob)
            query.add(
                "NOT EXISTS (SELECT 1 FROM asks WHERE asks.id = notifications.ask_id AND asks.state = 'pending')")
        }
    }

    /// Deletes those that are over, with everything that belongs to them.
    /// - Returns: how many.
    func delete(before moment: Timestamp, at time: Timestamp, limit: Int) throws -> Int {
        try db.run(
            """
            DELETE FROM notifications WHERE id IN (
                SELECT id FROM notifications AS old
                WHERE id < ?1 AND expires_at <= ?2
                    AND NOT EXISTS (SELECT 1 FROM asks WHERE notification_id = old.id AND state = 'pending')
                    AND NOT EXISTS (SELECT 1 FROM deliveries WHERE notification_id = old.id AND due IS NOT NULL)
                    AND NOT EXISTS (
                        SELECT 1 FROM notifications AS folded INDEXED BY notifications_folded_unread
                        WHERE folded.summary_id = old.id AND folded.read_at IS NULL AND folded.expires_at > ?2)
                ORDER BY id LIMIT ?3)
            """,
            [NotificationID.first(at: moment).blob, time.milliseconds, max(0, limit)])
        return db.changesCount
    }
}
