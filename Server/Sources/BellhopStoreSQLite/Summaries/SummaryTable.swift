import BellhopModel
import BellhopStore
import GRDB

extension Database {
    var summaries: SummaryTable { SummaryTable(db: self) }
}

/// What is shown as one. A summary is known by the notification that was folded into it first, whose deliveries are the
/// summary's.
struct SummaryTable {
    let db: Database

    /// The summary that `notification` is shown in; `nil` when it is shown by itself.
    func summary(of notification: NotificationID) throws -> NotificationID? {
        try db.first("SELECT summary_id FROM notifications WHERE id = ?", [notification.blob]) {
            try $0.optionalID()
        } ?? nil
    }

    /// The summary that begins with `first` as it stands at `time`.
    func find(_ first: UserNotification, at time: Timestamp) throws -> NotificationSummary {
        let (count, end, isSingle) =
            try db.first(
                """
                SELECT count(*) FILTER (WHERE read_at IS NULL AND expires_at > ?2),
                    coalesce(max(expires_at) FILTER (WHERE read_at IS NULL AND expires_at > ?2), max(expires_at))
                FROM notifications INDEXED BY notifications_folded WHERE summary_id = ?1
                """,
                [first.id.blob, time.milliseconds]
            ) { row in
                let count = Int(try row.integer())
                return (count, try row.optionalTime(), count == 1)
            } ?? (0, nil, false)
        var summary = NotificationSummary(
            id: first.id, category: first.category, sessionID: first.sessionID, thread: first.thread, count: count,
            expiresAt: end ?? first.expiresAt)
        guard count > 0, let (title, ask) = try newest(of: first.id, at: time) else { return summary }
        summary.newest = title
        summary.askID = isSingle ? ask : nil
        summary.source = try source(of: first, ask: ask)
        return summary
    }

    /// Its session, by the project or the title; for an agent that tells of no session, the project that it asks from.
    private func source(of first: UserNotification, ask: AskID?) throws -> String? {
        if let session = first.sessionID, let known = try db.sessions.find(session, of: first.userID) {
            return known.origin.project ?? known.title
        }
        return try ask.flatMap { try db.asks.find($0)?.ask.request.origin.project }
    }

    /// When the next of what the summary stands for expires that is not an ask, whose end is seen to elsewhere.
    func nextExpiry(of summary: NotificationID, after time: Timestamp) throws -> Timestamp? {
        try db.first(
            """
            SELECT min(expires_at) FROM notifications INDEXED BY notifications_folded
            WHERE summary_id = ? AND ask_id IS NULL AND read_at IS NULL AND expires_at > ?
            """,
            [summary.blob, time.milliseconds]
        ) { try $0.optionalTime() } ?? nil
    }

    private func newest(of summary: NotificationID, at time: Timestamp) throws -> (String, AskID?)? {
        try db.first(
            """
            SELECT title, ask_id FROM notifications INDEXED BY notifications_folded
            WHERE summary_id = ? AND read_at IS NULL AND expires_at > ? ORDER BY id DESC LIMIT 1
            """,
            [summary.blob, time.milliseconds]
        ) { (try $0.text(), try $0.optionalID()) }
    }
}
