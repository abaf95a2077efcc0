import BellhopModel
import Synchronization

extension Database {
    var notifications: NotificationTable { NotificationTable(db: self) }
}

/// The table of notifications.
struct NotificationTable {
    private static let columns = """
        id, user_id, category, session_id, ask_id, campaign_id, title, subtitle, body, thread, deep_link, options,
        created_at, expires_at, read_at, snoozed_until
        """

    let db: Database

    private static let creation = BatchInsert(
        into: "notifications", "\(columns), item_id, is_silent, push_at, summary_id")

    func insert(_ notifications: some Sequence<(UserNotification, PushDecision)>) throws {
        var values: Database.Arguments = []
        values.reserveCapacity(notifications.underestimatedCount * Self.creation.columns)
        // The notifications of a campaign have the same options.
        var last: (options: NotificationOptions, text: String)?
        for (notification, decision) in notifications {
            if let options = notification.options, options != last?.options {
                last = (options, try CanonicalJSON.text(options))
            }
            values += [
                notification.id.blob, notification.userID.description, notification.category.rawValue,
                notification.sessionID?.description, notification.askID?.blob, notification.campaignID?.blob,
                notification.title, notification.subtitle, notification.body, notification.thread,
                notification.deepLink, notification.options == nil ? nil : last?.text,
                notification.createdAt.milliseconds, notification.expiresAt.milliseconds,
                notification.readAt?.milliseconds, notification.snoozedUntil?.milliseconds,
                notification.options?.itemID, notification.isSilent,
                notification.isSilent ? nil : decision.due?.milliseconds, decision.summary?.blob,
            ]
            db.changes.add(CountedNotification(notification))
        }
        try db.insert(values, Self.creation)
    }

    func find(_ id: NotificationID) throws -> UserNotification? {
        try db.first("SELECT \(Self.columns) FROM notifications WHERE id = ?", [id.blob], UserNotification.init)
    }

    /// The notification, and its summary if it is in one.
    func findFolded(_ id: NotificationID) throws -> (UserNotification, summary: NotificationID?)? {
        try db.first("SELECT \(Self.columns), summary_id FROM notifications WHERE id = ?\(db.locked)", [id.blob]) {
            row in
            (try UserNotification(&row), try row.optionalID())
        }
    }

    private static let withIDs = BatchQuery { "SELECT \(columns), summary_id FROM notifications WHERE id IN (\($0))" }

    /// The notifications with these ids, in any order, and the summaries that they are in.
    func findFolded(_ ids: [NotificationID]) throws -> [(UserNotification, summary: NotificationID?)] {
        try db.all(Self.withIDs, ids.map(\.blob)) { row in (try UserNotification(&row), try row.optionalID()) }
    }

    func page(of user: UserID, before cursor: NotificationID?, limit: Int) throws -> [UserNotification] {
        try db.history.ids(of: user, HistoryFilter(), before: cursor, limit: limit).compactMap { try find($0) }
    }

    /// The newest notification's id.
    func last() throws -> NotificationID? {
        try db.first("SELECT id FROM notifications ORDER BY id DESC LIMIT 1") { try $0.id() }
    }

    /// - Returns: its user; `nil` when it is unknown or was read before.
    func markRead(_ id: NotificationID, at time: Timestamp) throws -> UserID? {
        let read = try db.first(
            """
            UPDATE notifications SET read_at = ? WHERE id = ? AND read_at IS NULL
            RETURNING \(CountedNotification.columns)
            """,
            [time.milliseconds, id.blob], CountedNotification.init)
        guard let read else { return nil }
        var unread = read
        unread.isRead = false
        replace(unread, by: read)
        return read.user
    }

    /// Snoozes it until `moment`, unless its ask has ended or ends before that.
    /// - Returns: whether it was snoozed.
    func snooze(_ id: NotificationID, until moment: Timestamp, expiresAt: Timestamp) throws -> Bool {
        let before = try db.first(
            "SELECT \(CountedNotification.columns) FROM notifications WHERE id = ?", [id.blob], CountedNotification.init
        )
        let after = try db.first(
            """
            UPDATE notifications SET snoozed_until = ?1, read_at = NULL,
                expires_at = CASE WHEN ask_id IS NULL AND expires_at < ?2 THEN ?2 ELSE expires_at END
            WHERE id = ?3 AND (ask_id IS NULL OR (read_at IS NULL AND expires_at > ?1))
            RETURNING \(CountedNotification.columns)
            """,
            [moment.milliseconds, expiresAt.milliseconds, id.blob], CountedNotification.init)
        guard let before, let after else { return false }
        replace(before, by: after)
        return true
    }

    /// Updates the counters after a change of a notification.
    private func replace(_ before: CountedNotification, by after: CountedNotification) {
        db.changes.remove(before)
        db.changes.add(after)
    }

    /// Returns whether no screen should show it at `time`, and its summary; `nil` when it is unknown.
    func standing(
        of id: NotificationID, at time: Timestamp
    ) throws -> (isQuiet: Bool, summary: NotificationID?)? {
        try db.first(
            """
            SELECT read_at IS NOT NULL OR coalesce(snoozed_until > ?, FALSE), summary_id FROM notifications
            WHERE id = ?\(db.locked)
            """,
            [time.milliseconds, id.blob]
        ) { (try $0.integer() != 0, try $0.optionalID()) }
    }
}

/// The options that were decoded last: the notifications of a campaign, which are claimed together, have the same.
private enum DecodedOptions {
    private static let last = Mutex<(text: String, options: NotificationOptions)?>(nil)

    static func find(_ text: String) throws -> NotificationOptions {
        if let last = last.withLock({ $0 }), last.text == text { return last.options }
        let options = try CanonicalJSON.decode(NotificationOptions.self, from: text.utf8)
        last.withLock { $0 = (text, options) }
        return options
    }
}

extension UserNotification {
    fileprivate init(_ row: inout Columns) throws {
        self.init(
            id: try row.id(), userID: try row.externalID(), category: try row.word(),
            sessionID: try row.optionalExternalID(),
            askID: try row.optionalID(), campaignID: try row.optionalID(), title: try row.text(),
            subtitle: try row.optionalText(),
            body: try row.text(), thread: try row.optionalText(), deepLink: try row.optionalText(),
            options: try row.optionalText().map(DecodedOptions.find), createdAt: try row.time(),
            expiresAt: try row.time(),
            readAt: try row.optionalTime(), snoozedUntil: try row.optionalTime())
    }
}

extension Database {
    /// Marks it as read, and clears it on other devices.
    /// - Returns: its user; `nil` when it is unknown or was read before.
    func markRead(_ id: NotificationID, by device: DeviceID?, at time: Timestamp) throws -> UserID? {
        guard let user = try notifications.markRead(id, at: time) else { return nil }
        try timeline.add(TimelineEntry(at: time, step: .read, deviceID: device), to: id)
        try deliveries.cancelShows(of: id, because: .alreadyRead, at: time)
        _ = try deliveries.insertClears(of: id, user: user, except: device, at: time)
        return user
    }
}
