import BellhopModel
import BellhopStore
import GRDB

/// The part of a filter that one index can answer, as SQL: which rows, and by which index they come in order.
///
/// The index is named, so that no statistics can talk SQLite into a sort or a scan.
struct HistoryQuery {
    let index: String
    private(set) var conditions = ["user_id = ?"]
    private(set) var arguments: StatementArguments

    /// - Parameter category: in place of the filter's `categories`, of which each takes a query of its own.
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

    mutating func add(_ condition: String, _ argument: any DatabaseValueConvertible) {
        conditions.append(condition)
        arguments += [argument]
    }

    mutating func add(_ condition: String) { conditions.append(condition) }

    /// - Parameter columns: what to select.
    func select(_ columns: String) -> String {
        """
        SELECT \(columns) FROM notifications INDEXED BY \(index) WHERE \(conditions.joined(separator: " AND "))
        """
    }
}
