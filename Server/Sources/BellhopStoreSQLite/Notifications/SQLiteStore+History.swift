public import BellhopModel
import BellhopSQLite
public import BellhopStore

extension SQLiteStore {
    public func history(
        of user: UserID, _ filter: HistoryFilter, from start: HistoryStart, limit: Int, at time: Timestamp
    ) async throws -> HistoryPage {
        try await read { db in
            let ids: [NotificationID]
            var total: Int?
            switch start {
            case .before(let cursor):
                ids = try db.history.ids(of: user, filter, before: cursor, limit: limit)
            case .page(let page):
                let count = try db.history.total(of: user, filter)
                ids = try db.history.ids(of: user, filter, page: page, limit: limit, total: count)
                total = count
            }
            return HistoryPage(
                items: try ids.compactMap { try db.notifications.find($0) }, total: total,
                unread: try db.history.unread(of: user, at: time))
        }
    }

    public func markAllRead(
        of user: UserID, _ filter: HistoryFilter, upTo last: NotificationID, by device: DeviceID?, at time: Timestamp,
        limit: Int
    ) async throws -> [NotificationID] {
        try await write { db in
            let ids = try db.history.readable(of: user, filter, upTo: last, limit: limit)
            for id in ids { _ = try db.markRead(id, by: device, at: time) }
            return ids
        }
    }

    public func forgetNotifications(before moment: Timestamp, at time: Timestamp, limit: Int) async throws -> Int {
        try await write { try $0.history.delete(before: moment, at: time, limit: limit) }
    }
}

/// The part of a filter that one index can answer, as SQL: the condition, and the index that gives its order.
///
/// The index is named explicitly, so that statistics cannot make SQLite choose a sort or a scan.
struct HistoryQuery {
    let index: String
    private(set) var conditions = ["user_id = ?"]
    private(set) var arguments: Database.Arguments

    /// - Parameter category: replaces the filter's `categories`, of which each needs its own query.
    init(of user: UserID, _ filter: HistoryFilter, category: CategoryID?) {
        arguments = [user.description]
        index =
            if filter.session != nil {
                "notifications_session"
            } else if filter.thread != nil {
                "notifications_thread"
            } else if category != nil {
                "notifications_category"
            } else if let isRead = filter.isRead {
                isRead ? "notifications_user_read" : "notifications_user_unread"
            } else {
                "notifications_user"
            }
        if let session = filter.session { add("session_id = ?", session.description) }
        if let thread = filter.thread { add("thread = ?", thread) }
        if let category { add("category = ?", category.rawValue) }
        if let isRead = filter.isRead { conditions.append(isRead ? "read_at IS NOT NULL" : "read_at IS NULL") }
        if let since = filter.since { add("id >= ?", NotificationID.first(at: since).blob) }
        if let until = filter.until { add("id < ?", NotificationID.first(at: until).blob) }
    }

    mutating func add(_ condition: String, _ argument: any SQLValueConvertible) {
        conditions.append(condition)
        arguments += [argument]
    }

    mutating func add(_ condition: String) { conditions.append(condition) }

    /// - Parameter columns: the columns to select.
    func select(_ columns: String) -> String {
        """
        SELECT \(columns) FROM notifications INDEXED BY \(index) WHERE \(conditions.joined(separator: " AND "))
        """
    }
}
