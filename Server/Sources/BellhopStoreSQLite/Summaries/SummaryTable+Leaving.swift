import BellhopModel
import BellhopStore
import GRDB

/// How a summary goes on when something leaves it to be shown by itself.
extension SummaryTable {
    /// `notification` was snoozed: it leaves `summary`, and the devices that show that learn so.
    ///
    /// When it is all that was left, the summary stays its own, and comes back with it.
    func leave(_ summary: NotificationID, _ notification: NotificationID, of user: UserID, at time: Timestamp) throws {
        var rest = summary
        if summary == notification {
            if let next = try next(in: summary, at: time) {
                try handOver(summary, to: next, at: time)
                rest = next
            }
        } else {
            try db.run("UPDATE notifications SET summary_id = NULL WHERE id = ?", [notification.blob])
        }
        _ = try shrink(rest, of: user, at: time)
    }

    /// Has the summary begin with `next`, which gets its deliveries. To devices it stays the same.
    ///
    /// One that is on its way comes too late to be heard of again: it is sent once more, with what is true by then.
    private func handOver(_ summary: NotificationID, to next: NotificationID, at time: Timestamp) throws {
        let (from, to) = (summary.blob, next.blob)
        try db.run(
            """
            UPDATE notifications SET shown_as = (
                SELECT coalesce(first.shown_as, first.id) FROM notifications AS first WHERE first.id = ?1)
            WHERE id = ?2
            """, [from, to])
        try db.run(
            """
            UPDATE notifications INDEXED BY notifications_folded SET summary_id = ?2
            WHERE summary_id = ?1 AND id <> ?1
            """, [from, to])
        try db.run("UPDATE notifications SET summary_id = NULL, shown_as = NULL WHERE id = ?", [from])
        try db.run(
            """
            UPDATE deliveries SET notification_id = ?2,
                state = iif(state = \(DeliveryState.claimed.rawValue), \(DeliveryState.waiting.rawValue), state),
                due = iif(state = \(DeliveryState.claimed.rawValue), ?3, due)
            WHERE notification_id = ?1
            """, [from, to, (time + BurstLimits.settling).milliseconds])
    }
}
