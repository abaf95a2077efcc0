import BellhopModel
import BellhopStore
import GRDB

/// What a summary comes to at a moment.
struct SummaryTally {
    var count = 0
    /// When the last of them is over; `nil` when it stands for nothing.
    var end: Timestamp?
    var newest: NotificationID?
    /// How devices know it, if not by the notification that it begins with.
    var name: NotificationID?
}

/// What a summary stands for. Looks at nothing of it that was read or is over, however much that is.
extension SummaryTable {
    /// Of the summary `?1` at `?2`: unread, alive and not snoozed.
    private static let open = """
        summary_id = ?1 AND read_at IS NULL AND expires_at > ?2 AND coalesce(snoozed_until, 0) <= ?2
        """

    /// What is open, unless its campaign was stopped.
    private static let counted = """
        \(open) AND NOT EXISTS (
            SELECT 1 FROM campaigns WHERE campaigns.id = notifications.campaign_id AND campaigns.state = 'stopped')
        """

    func tally(of summary: NotificationID, at time: Timestamp) throws -> SummaryTally {
        try db.first(
            """
            SELECT count(*), max(expires_at), max(id), (SELECT shown_as FROM notifications WHERE id = ?1)
            FROM notifications INDEXED BY notifications_folded_unread WHERE \(Self.counted)
            """,
            [summary.blob, time.milliseconds]
        ) { row in
            SummaryTally(
                count: Int(try row.integer()), end: try row.optionalTime(), newest: try row.optionalID(),
                name: try row.optionalID())
        } ?? SummaryTally()
    }

    /// Whether anything in it is open, be it of a campaign that was stopped.
    func hasOpen(_ summary: NotificationID, at time: Timestamp) throws -> Bool {
        try db.first(
            """
            SELECT 1 FROM notifications INDEXED BY notifications_folded_unread WHERE \(Self.open) LIMIT 1
            """,
            [summary.blob, time.milliseconds]
        ) { _ in true } ?? false
    }

    /// What was folded into it first of all that is open, beside what it begins with.
    func next(in summary: NotificationID, at time: Timestamp) throws -> NotificationID? {
        try db.first(
            """
            SELECT min(id) FROM notifications INDEXED BY notifications_folded_unread WHERE \(Self.open) AND id <> ?1
            """,
            [summary.blob, time.milliseconds]
        ) { try $0.optionalID() } ?? nil
    }

    /// When the next of what the summary stands for expires that is not an ask, whose end is seen to elsewhere.
    func nextExpiry(of summary: NotificationID, after time: Timestamp) throws -> Timestamp? {
        try db.first(
            """
            SELECT min(expires_at) FROM notifications INDEXED BY notifications_folded_unread
            WHERE \(Self.counted) AND ask_id IS NULL
            """,
            [summary.blob, time.milliseconds]
        ) { try $0.optionalTime() } ?? nil
    }
}
