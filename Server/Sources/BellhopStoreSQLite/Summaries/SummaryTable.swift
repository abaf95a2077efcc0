import BellhopModel
import BellhopStore
import GRDB

extension Database {
    var summaries: SummaryTable { SummaryTable(db: self) }
}

/// What is shown as one. A summary is known by the notification that it begins with, whose deliveries are the
/// summary's: the one that was folded into it first, unless that has left it.
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
        let tally = try tally(of: first.id, at: time)
        var summary = NotificationSummary(
            id: tally.name ?? first.id, category: first.category, sessionID: first.sessionID, thread: first.thread,
            count: tally.count, expiresAt: try tally.end ?? lastEnd(of: first.id) ?? first.expiresAt)
        guard let newest = tally.newest, let (title, ask) = try content(of: newest) else { return summary }
        summary.newest = title
        summary.askID = tally.count == 1 ? ask : nil
        guard try !isMixed(first) else {
            (summary.sessionID, summary.thread) = (nil, nil)
            return summary
        }
        summary.source = try source(of: first, ask: ask)
        return summary
    }

    /// Whether it stands for asks of more than one thread.
    private func isMixed(_ first: UserNotification) throws -> Bool {
        guard first.askID != nil else { return false }
        return try db.first(
            """
            SELECT 1 FROM notifications INDEXED BY notifications_folded
            WHERE summary_id = ?1 AND thread IS NOT ?2 LIMIT 1
            """,
            [first.id.blob, first.thread]
        ) { _ in true } ?? false
    }

    /// Its session, by the project or the title; for an agent that tells of no session, the project that it asks from.
    private func source(of first: UserNotification, ask: AskID?) throws -> String? {
        if let session = first.sessionID, let known = try db.sessions.find(session, of: first.userID) {
            return known.origin.project ?? known.title
        }
        return try ask.flatMap { try db.asks.find($0)?.ask.request.origin.project }
    }

    /// When the last of all that was ever folded into it is over.
    private func lastEnd(of summary: NotificationID) throws -> Timestamp? {
        try db.first(
            "SELECT max(expires_at) FROM notifications INDEXED BY notifications_folded WHERE summary_id = ?",
            [summary.blob]
        ) { try $0.optionalTime() } ?? nil
    }

    private func content(of notification: NotificationID) throws -> (title: String, AskID?)? {
        try db.first("SELECT title, ask_id FROM notifications WHERE id = ?", [notification.blob]) {
            (try $0.text(), try $0.optionalID())
        }
    }
}
