import BellhopModel
import GRDB

extension Database {
    var notifications: NotificationTable { NotificationTable(db: self) }
}

/// What users were told.
struct NotificationTable {
    private static let columns = """
        id, user_id, category, session_id, ask_id, title, subtitle, body, thread, deep_link, options, created_at,
        expires_at, read_at
        """

    let db: Database

    func insert(_ notification: UserNotification) throws {
        try db.run(
            "INSERT INTO notifications (\(Self.columns), is_silent) VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?)",
            [
                notification.id.blob, notification.userID.description, notification.category.rawValue,
                notification.sessionID?.description, notification.askID?.blob, notification.title,
                notification.subtitle, notification.body, notification.thread, notification.deepLink,
                try notification.options.map { try CanonicalJSON.text($0) }, notification.createdAt.milliseconds,
                notification.expiresAt.milliseconds, notification.readAt?.milliseconds, notification.isSilent,
            ])
    }

    func find(_ id: NotificationID) throws -> UserNotification? {
        try db.first("SELECT \(Self.columns) FROM notifications WHERE id = ?", [id.blob], UserNotification.init)
    }

    func page(of user: UserID, before cursor: NotificationID?, limit: Int) throws -> [UserNotification] {
        let end = cursor ?? NotificationID(high: .max, low: .max)
        return try db.all(
            "SELECT \(Self.columns) FROM notifications WHERE user_id = ? AND id < ? ORDER BY id DESC LIMIT ?",
            [user.description, end.blob, max(0, limit)], UserNotification.init)
    }

    /// - Returns: whose it is; `nil` when it is not there or was read before.
    func markRead(_ id: NotificationID, at time: Timestamp) throws -> UserID? {
        try db.first(
            "UPDATE notifications SET read_at = ? WHERE id = ? AND read_at IS NULL RETURNING user_id",
            [time.milliseconds, id.blob]
        ) { try $0.name() }
    }

    func isRead(_ id: NotificationID) throws -> Bool {
        try db.first("SELECT read_at IS NOT NULL FROM notifications WHERE id = ?", [id.blob]) {
            try $0.integer() != 0
        } ?? false
    }

    func unread(of user: UserID, at time: Timestamp) throws -> Int {
        try db.first(
            """
            SELECT count(*) FROM notifications
            WHERE user_id = ? AND read_at IS NULL AND is_silent = 0 AND expires_at > ?
            """,
            [user.description, time.milliseconds]
        ) { Int(try $0.integer()) } ?? 0
    }
}

extension UserNotification {
    fileprivate init(_ row: inout Columns) throws {
        self.init(
            id: try row.id(), userID: try row.name(), category: try row.word(), sessionID: try row.optionalName(),
            askID: try row.optionalID(), title: try row.text(), subtitle: try row.optionalText(),
            body: try row.text(), thread: try row.optionalText(), deepLink: try row.optionalText(),
            options: try row.optionalJSON(), createdAt: try row.time(), expiresAt: try row.time(),
            readAt: try row.optionalTime())
    }
}
