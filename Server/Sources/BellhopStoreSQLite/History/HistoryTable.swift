import BellhopModel
import BellhopStore
import GRDB

extension Database {
    var history: HistoryTable { HistoryTable(db: self) }
}

/// A user's notifications as pages and numbers.
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

    /// The ids of a numbered page, newest first, found from whichever end is nearer.
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

    /// How many there are.
    func total(of user: UserID, _ filter: HistoryFilter) throws -> Int {
        let isCounted = filter.session == nil && filter.thread == nil && filter.since == nil && filter.until == nil
        return try parts(of: filter).reduce(0) { sum, category in
            try sum + (isCounted ? known(of: user, filter.isRead, category) : count(of: user, filter, category))
        }
    }

    /// Unread ones that show something, have not expired and are not snoozed: the badge.
    func unread(of user: UserID, at time: Timestamp) throws -> Int {
        let hour = time.milliseconds / 3_600_000
        return try db.first(
            """
            SELECT coalesce((SELECT sum(count) FROM unread_counts WHERE user_id = ?1 AND hour > ?2), 0) + (
                SELECT count(*) FROM notifications
                WHERE user_id = ?1 AND read_at IS NULL AND is_silent = 0 AND expires_at > ?3 AND expires_at < ?4)
                - (SELECT count(*) FROM notifications INDEXED BY notifications_snoozed
                WHERE user_id = ?1 AND read_at IS NULL AND is_silent = 0 AND snoozed_until > ?3 AND expires_at > ?3)
            """,
            [user.description, hour, time.milliseconds, (hour + 1) * 3_600_000]
        ) { Int(try $0.integer()) } ?? 0
    }

    /// One for each query that the filter takes.
    private func parts(of filter: HistoryFilter) -> [CategoryID?] {
        filter.categories?.sorted { $0.rawValue < $1.rawValue } ?? [nil]
    }

    /// By the counters.
    private func known(of user: UserID, _ isRead: Bool?, _ category: CategoryID?) throws -> Int {
        // `is_read` stands before `category`: one that is left open takes both its values, to stay within the key.
        let values = isRead.map { [$0] } ?? [false, true]
        return try values.reduce(0) { sum, isRead in
            let condition = category == nil ? "" : " AND category = ?"
            let arguments: StatementArguments = [user.description, isRead] + (category.map { [$0.rawValue] } ?? [])
            let count = try db.first(
                """
                SELECT coalesce(sum(count), 0) FROM notification_counts WHERE user_id = ? AND is_read = ?\(condition)
                """, arguments
            ) { Int(try $0.integer()) }
            return sum + (count ?? 0)
        }
    }

    /// By walking an index.
    private func count(of user: UserID, _ filter: HistoryFilter, _ category: CategoryID?) throws -> Int {
        let query = HistoryQuery(of: user, filter, category: category)
        return try db.first(query.select("count(*)"), query.arguments) { Int(try $0.integer()) } ?? 0
    }

    /// Several categories come as several queries in one order, which SQLite merges without a sort.
    func ids(
        of user: UserID, _ filter: HistoryFilter, _ order: String, limit: Int, offset: Int,
        _ refine: (inout HistoryQuery) -> Void = { _ in }
    ) throws -> [NotificationID] {
        let queries = parts(of: filter).map { category in
            var query = HistoryQuery(of: user, filter, category: category)
            refine(&query)
            return query
        }
        guard !queries.isEmpty else { return [] }
        var arguments = queries.reduce(into: StatementArguments()) { $0 += $1.arguments }
        arguments += [max(0, limit), offset]
        return try db.all(
            queries.map { $0.select("id") }.joined(separator: " UNION ALL ")
                + " ORDER BY id \(order) LIMIT ? OFFSET ?", arguments
        ) { try $0.id() }
    }
}
