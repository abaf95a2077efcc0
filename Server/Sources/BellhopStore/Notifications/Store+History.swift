public import BellhopModel
import BellhopSQL

/// A filter of a user's notifications; all given conditions must match.
public struct HistoryFilter: Hashable, Sendable {
    /// Matches any of these.
    public var categories: Set<CategoryID>?
    public var session: SessionID?
    public var thread: String?
    public var isRead: Bool?
    /// Occurs in title, subtitle or body; A to Z in either case. Every notification that meets the other conditions is
    /// read until the page is full.
    public var text: String?
    /// The earliest creation time, as encoded in the id.
    public var since: Timestamp?
    /// The creation time before which notifications match.
    public var until: Timestamp?

    public init(
        categories: Set<CategoryID>? = nil, session: SessionID? = nil, thread: String? = nil, isRead: Bool? = nil,
        text: String? = nil, since: Timestamp? = nil, until: Timestamp? = nil
    ) {
        self.categories = categories
        self.session = session
        self.thread = thread
        self.isRead = isRead
        self.text = text
        self.since = since
        self.until = until
    }
}

extension NotificationID {
    /// The smallest id that can be created at `time`.
    public static func first(at time: Timestamp) -> Self {
        Self(high: UInt64(clamping: time.milliseconds) << 16, low: 0)
    }

    /// The largest id that can be created at `time`.
    public static func last(at time: Timestamp) -> Self {
        Self(high: UInt64(clamping: time.milliseconds) << 16 | 0xFFFF, low: .max)
    }
}

/// The beginning of a page of the history.
public enum HistoryStart: Hashable, Sendable {
    /// After the last `NotificationID` of the previous page; `nil` begins at the newest. Concurrent additions neither
    /// repeat nor skip anything.
    case before(NotificationID?)
    /// At this page, starting at 1. Concurrent additions shift the pages.
    case page(Int)
}

public struct HistoryPage: Hashable, Sendable {
    /// Newest first.
    public var items: [UserNotification]
    /// The number of matching notifications on all pages; `nil` for a page after a cursor.
    public var total: Int?
    /// The user's badge, independent of the filter.
    public var unread: Int

    public init(items: [UserNotification], total: Int?, unread: Int) {
        self.items = items
        self.total = total
        self.unread = unread
    }
}

extension Store {
    /// At most `limit` of the user's notifications that match `filter`, newest first, with total and badge of the same
    /// moment.
    ///
    /// A page beyond the last is empty. The first and the last page, a page after a cursor and the counts take no
    /// longer for a million notifications than for a hundred; counting a filter by session, thread or time walks an
    /// index.
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

    /// Marks up to `limit` unread notifications that match `filter` and were not created after `last`, as
    /// ``Store/markRead(_:by:at:)`` would, oldest first and in one transaction. Those of pending asks stay
    /// unread.
    /// - Returns: the changed notifications; fewer than `limit` when none is left.
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

    /// Deletes up to `limit` notifications created before `moment`, oldest first, with their asks, deliveries and
    /// timelines.
    ///
    /// A notification is kept when it has not expired at `time`, its ask is pending, one of its deliveries is pending,
    /// or it begins a summary with an unread, unexpired notification. A later result of a deleted delivery changes only
    /// its device.
    /// - Returns: the number of deleted notifications; less than `limit` when none is left.
    public func pruneNotifications(before moment: Timestamp, at time: Timestamp, limit: Int) async throws -> Int {
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

    /// - Parameters:
    ///   - filter: has `isRead` unless it has a session or a thread, or there is a category.
    ///   - category: replaces the filter's `categories`, of which each needs its own query.
    init(of user: UserID, _ filter: HistoryFilter, category: CategoryID?) {
        arguments = [user.description]
        index =
            if filter.session != nil {
                "notifications_session"
            } else if filter.thread != nil {
                "notifications_thread"
            } else if category != nil {
                "notifications_category"
            } else {
                filter.isRead == true ? "notifications_user_read" : "notifications_user_unread"
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
    func select(_ columns: String, _ db: Database) -> String {
        """
        SELECT \(columns) FROM notifications\(db.indexed(index)) WHERE \(conditions.joined(separator: " AND "))
        """
    }
}
