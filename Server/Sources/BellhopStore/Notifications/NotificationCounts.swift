import BellhopModel

/// The parts of a notification that its user's counters depend on.
struct CountedNotification {
    /// SQLite 3.40 evaluates `read_at IS NOT NULL` wrongly after RETURNING, because of the partial indexes.
    static let columns = "id, user_id, category, read_at, is_silent, expires_at"

    let id: NotificationID
    let user: UserID
    let category: CategoryID
    var isRead: Bool
    let isSilent: Bool
    var expiresAt: Timestamp

    init(_ notification: UserNotification) {
        id = notification.id
        user = notification.userID
        category = notification.category
        isRead = notification.readAt != nil
        isSilent = notification.isSilent
        expiresAt = notification.expiresAt
    }

    init(_ row: inout Columns) throws {
        id = try row.id()
        (user, category) = (try row.externalID(), try row.word())
        (isRead, isSilent) = (try row.optionalTime() != nil, try row.integer() != 0)
        expiresAt = try row.time()
    }
}

/// The counters of users' notifications, for totals and badges.
///
/// A user's rows are neighbours: `read/` and `unread/` with a category, and `expires/` with an hour, in which so many
/// unread, visible notifications expire, with the range of their ids.
extension TransactionChanges {
    func add(_ notification: CountedNotification) { change(notification, by: 1) }
    func remove(_ notification: CountedNotification) { change(notification, by: -1) }

    private func change(_ notification: CountedNotification, by count: Int) {
        let user = notification.user.description
        if !notification.isRead, !notification.isSilent {
            let hour = Self.name(ofHour: notification.expiresAt.milliseconds / Self.hour)
            let ids = count > 0 ? notification.id...notification.id : nil
            counts.append(Change(user: user, name: hour, count: count, ids: ids))
        }
        let name = Self.name(of: notification.category, isRead: notification.isRead)
        counts.append(Change(user: user, name: name, count: count))
    }

    /// Milliseconds.
    static let hour: Int64 = 3_600_000

    static func name(of category: CategoryID, isRead: Bool) -> String {
        (isRead ? "read/" : "unread/") + category.rawValue
    }

    static func name(ofHour hour: Int64) -> String {
        let digits = String(hour)
        return "expires/" + String(repeating: "0", count: max(0, 10 - digits.count)) + digits
    }
}

extension HistoryTable {
    /// The badge: the number of unread notifications that are not silent, expired or snoozed.
    func unread(of user: UserID, at time: Timestamp) throws -> Int {
        try db.changes.storeCounts(in: db)
        let hour = time.milliseconds / TransactionChanges.hour
        return try db.first(
            """
            SELECT coalesce((
                    SELECT sum(count) FROM notification_counts WHERE user_id = ?1 AND name > ?2 AND name < 'expires0'), 0)
                + (SELECT count(*) FROM notification_counts AS hour
                    JOIN notifications\(db.indexed("notifications_user_unread")) ON notifications.user_id = ?1
                        AND notifications.id BETWEEN hour.first_id AND hour.last_id
                    WHERE hour.user_id = ?1 AND hour.name = ?2
                        AND read_at IS NULL AND is_silent = 0 AND expires_at > ?3 AND expires_at < ?4)
                - (SELECT count(*) FROM notifications\(db.indexed("notifications_snoozed"))
                    WHERE user_id = ?1 AND read_at IS NULL AND is_silent = 0 AND snoozed_until > ?3 AND expires_at > ?3)
            """,
            [
                user.description, TransactionChanges.name(ofHour: hour), time.milliseconds,
                (hour + 1) * TransactionChanges.hour,
            ]
        ) { Int(try $0.integer()) } ?? 0
    }

    private static let badges = BatchQuery { names in
        """
        SELECT column1, coalesce((
                SELECT sum(count) FROM notification_counts
                WHERE user_id = column1 AND name > ?1 AND name < 'expires0'), 0)
            + (SELECT count(*) FROM notification_counts AS hour
                JOIN notifications ON notifications.user_id = hour.user_id
                    AND notifications.id BETWEEN hour.first_id AND hour.last_id
                WHERE hour.user_id = column1 AND hour.name = ?1
                    AND read_at IS NULL AND is_silent = 0 AND expires_at > ?2 AND expires_at < ?3)
            - (SELECT count(*) FROM notifications
                WHERE user_id = column1 AND read_at IS NULL AND is_silent = 0
                    AND snoozed_until > ?2 AND expires_at > ?2)
        FROM (VALUES \(names.replacing("?", with: "(?)"))) AS users
        """
    }

    /// The badges of different users. On PostgreSQL they are read together, because it is slow to reply.
    func unread(of users: [UserID], at time: Timestamp) throws -> [UserID: Int] {
        guard db.hasOtherWriters, users.count > 1 else {
            let badges = try users.map { ($0, try unread(of: $0, at: time)) }
            return Dictionary(uniqueKeysWithValues: badges)
        }
        try db.changes.storeCounts(in: db)
        let hour = time.milliseconds / TransactionChanges.hour
        let period: Database.Arguments = [
            TransactionChanges.name(ofHour: hour), time.milliseconds, (hour + 1) * TransactionChanges.hour,
        ]
        let counts: [(UserID, Int)] = try db.all(Self.badges, users.map(\.description), after: period) {
            (try $0.externalID(), Int(try $0.integer()))
        }
        return Dictionary(counts) { $1 }
    }

    /// The number of notifications by the counters.
    ///
    /// - Parameters:
    ///   - isRead: `nil` for both.
    ///   - category: `nil` for all.
    func counted(of user: UserID, _ isRead: Bool?, _ category: CategoryID?) throws -> Int {
        try db.changes.storeCounts(in: db)
        return try (isRead.map { [$0] } ?? [false, true]).reduce(0) { sum, isRead in
            var (condition, arguments): (String, Database.Arguments)
            if let category {
                (condition, arguments) = ("name = ?", [TransactionChanges.name(of: category, isRead: isRead)])
            } else {
                // The character after '/' is '0'.
                let kind = isRead ? "read" : "unread"
                (condition, arguments) = ("name > ? AND name < ?", [kind + "/", kind + "0"])
            }
            arguments.insert(user.description, at: 0)
            let count = try db.first(
                "SELECT coalesce(sum(count), 0) FROM notification_counts WHERE user_id = ? AND \(condition)", arguments
            ) { Int(try $0.integer()) }
            return sum + (count ?? 0)
        }
    }
}
