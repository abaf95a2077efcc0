import BellhopModel
import BellhopSQL

extension Database {
    var history: HistoryTable { HistoryTable(db: self) }
}

/// Pages and counts of a user's notifications.
struct HistoryTable {
    let db: Database

    /// The ids of a page after a cursor, newest first.
    func ids(
        of user: UserID, _ filter: HistoryFilter, before cursor: NotificationID?, limit: Int
    ) throws -> [NotificationID] {
        try ids(of: user, filter, "DESC", limit: limit, offset: 0) { query in
            if let cursor { query.add("id < ?", cursor.blob) }
        }
    }

    /// The ids of a numbered page, newest first, found from the nearer end.
    func ids(
        of user: UserID, _ filter: HistoryFilter, page: Int, limit: Int, total: Int
    ) throws -> [NotificationID] {
        let (skipped, overflow) = (page - 1).multipliedReportingOverflow(by: limit)
        guard !overflow, skipped < total, limit > 0 else { return [] }
        let count = min(limit, total - skipped)
        let rest = total - skipped - count
        if skipped <= rest { return try ids(of: user, filter, "DESC", limit: count, offset: skipped) }
        return try ids(of: user, filter, "ASC", limit: count, offset: rest).reversed()
    }

    /// The number of matching notifications.
    func total(of user: UserID, _ filter: HistoryFilter) throws -> Int {
        let isCounted =
            filter.session == nil && filter.thread == nil && filter.text == nil && filter.since == nil
            && filter.until == nil
        guard isCounted else {
            return try queries(of: user, filter).reduce(0) { sum, query in
                try sum + (db.first(query.select("count(*)", db), query.arguments) { Int(try $0.integer()) } ?? 0)
            }
        }
        return try parts(of: filter).reduce(0) { try $0 + counted(of: user, filter.isRead, $1) }
    }

    /// The categories for which one query each is needed; `nil` for a query of all categories.
    private func parts(of filter: HistoryFilter) -> [CategoryID?] {
        filter.categories?.sorted { $0.rawValue < $1.rawValue } ?? [nil]
    }

    /// The queries whose results together match the filter, each of one index.
    private func queries(of user: UserID, _ filter: HistoryFilter) -> [HistoryQuery] {
        let queries = parts(of: filter).flatMap { category -> [HistoryQuery] in
            guard category == nil, filter.session == nil, filter.thread == nil, filter.isRead == nil else {
                return [HistoryQuery(of: user, filter, category: category)]
            }
            // No index has read and unread ones.
            return [false, true].map { isRead in
                var part = filter
                part.isRead = isRead
                return HistoryQuery(of: user, part, category: nil)
            }
        }
        guard let text = filter.text else { return queries }
        return queries.map { query in
            var query = query
            let texts = "title || ' ' || coalesce(subtitle, '') || ' ' || body"
            query.add("\(db.position)(lower(\(texts)), lower(?)) > 0", text)
            return query
        }
    }

    /// Several indexes are queried separately. SQLite merges them without a sort; PostgreSQL sorts as many rows of
    /// each as the page may need.
    func ids(
        of user: UserID, _ filter: HistoryFilter, _ order: String, limit: Int, offset: Int,
        _ refine: (inout HistoryQuery) -> Void = { _ in }
    ) throws -> [NotificationID] {
        let queries = queries(of: user, filter).map { query in
            var query = query
            refine(&query)
            return query
        }
        guard !queries.isEmpty else { return [] }
        var parts = queries.map { $0.select("id", db) }
        var arguments = queries.map(\.arguments)
        if queries.count > 1, db.connection.dialect == .postgres {
            parts = parts.map { "SELECT id FROM (\($0) ORDER BY id \(order) LIMIT ?) AS part" }
            arguments = arguments.map { $0 + [max(0, limit) + offset] }
        }
        return try db.all(
            parts.joined(separator: " UNION ALL ") + " ORDER BY id \(order) LIMIT ? OFFSET ?",
            arguments.flatMap(\.self) + [max(0, limit), offset]
        ) { try $0.id() }
    }
}

// Operations on many notifications.
extension HistoryTable {
    /// Unread notifications that may be marked as read, oldest first.
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

    /// Deletes closed notifications with all dependent rows.
    /// - Returns: the number of deleted notifications.
    func delete(before moment: Timestamp, at time: Timestamp, limit: Int) throws -> Int {
        let deleted = try db.all(
            """
            DELETE FROM notifications WHERE id IN (
                SELECT id FROM notifications AS old
                WHERE id < ?1 AND expires_at <= ?2
                    AND NOT EXISTS (SELECT 1 FROM asks WHERE notification_id = old.id AND state = 'pending')
                    AND NOT EXISTS (SELECT 1 FROM deliveries WHERE notification_id = old.id AND due IS NOT NULL)
                    AND NOT EXISTS (
                        SELECT 1 FROM notifications AS folded\(db.indexed("notifications_folded_unread"))
                        WHERE folded.summary_id = old.id AND folded.read_at IS NULL AND folded.expires_at > ?2)
                ORDER BY id LIMIT ?3)
            RETURNING \(CountedNotification.columns)
            """,
            [NotificationID.first(at: moment).blob, time.milliseconds, max(0, limit)], CountedNotification.init)
        for notification in deleted { db.changes.remove(notification) }
        return deleted.count
    }
}
