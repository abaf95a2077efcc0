import BellhopModel

extension Database {
    var summaries: SummaryTable { SummaryTable(db: self) }
}

/// Summaries of notifications. A summary is identified by its first notification, whose deliveries are the summary's:
/// the one that was folded into it first, unless that was removed.
struct SummaryTable {
    let db: Database

    /// The summary that contains `notification`; `nil` when it is shown on its own.
    func summary(of notification: NotificationID) throws -> NotificationID? {
        try db.first("SELECT summary_id FROM notifications WHERE id = ?", [notification.blob]) {
            try $0.optionalID()
        } ?? nil
    }

    /// The content at `time` of the summary that begins with `first`.
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

    /// Returns whether it contains asks of more than one thread.
    private func isMixed(_ first: UserNotification) throws -> Bool {
        guard first.askID != nil else { return false }
        let isOther = first.thread == nil ? "IS NOT NULL" : "<> ?2 OR thread IS NULL"
        return try db.first(
            """
            SELECT 1 FROM notifications\(db.indexed("notifications_folded"))
            WHERE summary_id = ?1 AND (thread \(isOther)) LIMIT 1
            """,
            [first.id.blob] + (first.thread.map { [$0] } ?? [])
        ) { _ in true } ?? false
    }

    /// Its session's project or title; for an agent without sessions, the project of its ask.
    private func source(of first: UserNotification, ask: AskID?) throws -> String? {
        if let session = first.sessionID, let known = try db.sessions.find(session, of: first.userID) {
            return known.origin.project ?? known.title
        }
        return try ask.flatMap { try db.asks.find($0)?.ask.request.origin.project }
    }

    /// The latest expiration of all notifications that were ever folded into it.
    private func lastEnd(of summary: NotificationID) throws -> Timestamp? {
        try db.first(
            "SELECT max(expires_at) FROM notifications\(db.indexed("notifications_folded")) WHERE summary_id = ?",
            [summary.blob]
        ) { try $0.optionalTime() } ?? nil
    }

    private func content(of notification: NotificationID) throws -> (title: String, AskID?)? {
        try db.first("SELECT title, ask_id FROM notifications WHERE id = ?", [notification.blob]) {
            (try $0.text(), try $0.optionalID())
        }
    }
}

/// The content of a summary at a moment.
struct SummaryTally {
    var count = 0
    /// The latest expiration; `nil` when it is empty.
    var end: Timestamp?
    var newest: NotificationID?
    /// The name on devices, if it differs from the id of the first notification.
    var name: NotificationID?
}

// The open notifications of a summary. Read and expired ones are not scanned, however many there are.
extension SummaryTable {
    /// The condition for open notifications of the summary `?1` at `?2`: unread, unexpired and not snoozed.
    private static let open = """
        summary_id = ?1 AND read_at IS NULL AND expires_at > ?2 AND coalesce(snoozed_until, 0) <= ?2
        """

    /// The condition for open notifications whose campaign was not stopped.
    private static let counted = """
        \(open) AND NOT EXISTS (
            SELECT 1 FROM campaigns WHERE campaigns.id = notifications.campaign_id AND campaigns.state = 'stopped')
        """

    func tally(of summary: NotificationID, at time: Timestamp) throws -> SummaryTally {
        try db.first(
            """
            SELECT count(*), max(expires_at), \(db.lastID), (SELECT shown_as FROM notifications WHERE id = ?1)
            FROM notifications\(db.indexed("notifications_folded_unread")) WHERE \(Self.counted)
            """,
            [summary.blob, time.milliseconds]
        ) { row in
            SummaryTally(
                count: Int(try row.integer()), end: try row.optionalTime(), newest: try row.optionalID(),
                name: try row.optionalID())
        } ?? SummaryTally()
    }

    /// Returns whether it contains an open notification, including those of stopped campaigns.
    func hasOpen(_ summary: NotificationID, at time: Timestamp) throws -> Bool {
        try db.first(
            """
            SELECT 1 FROM notifications\(db.indexed("notifications_folded_unread")) WHERE \(Self.open) LIMIT 1
            """,
            [summary.blob, time.milliseconds]
        ) { _ in true } ?? false
    }

    /// The earliest folded of the open notifications, other than the first.
    func next(in summary: NotificationID, at time: Timestamp) throws -> NotificationID? {
        try db.first(
            """
            SELECT \(db.firstID) FROM notifications\(db.indexed("notifications_folded_unread")) WHERE \(Self.open) AND id <> ?1
            """,
            [summary.blob, time.milliseconds]
        ) { try $0.optionalID() } ?? nil
    }

    /// The next expiration in the summary, other than that of an ask, which has its own handling.
    func nextExpiry(of summary: NotificationID, after time: Timestamp) throws -> Timestamp? {
        try db.first(
            """
            SELECT min(expires_at) FROM notifications\(db.indexed("notifications_folded_unread"))
            WHERE \(Self.counted) AND ask_id IS NULL
            """,
            [summary.blob, time.milliseconds]
        ) { try $0.optionalTime() } ?? nil
    }
}
