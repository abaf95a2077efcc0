import BellhopModel

/// The facts for the push policy, read from the database.
struct StoredFacts: PushFacts {
    let db: Database
    let preferences: NotificationPreferences
    let burst: BurstLimits?
    /// See ``Recipient/isIdle``.
    private let isIdle: Bool

    init(_ db: Database, about user: UserID) throws {
        self.db = db
        preferences = try db.preferences.find(of: user)
        burst = db.burst
        isIdle = false
    }

    init(_ db: Database, about recipient: Recipient) {
        self.db = db
        preferences = recipient.preferences
        burst = db.burst
        isIdle = recipient.isIdle
    }

    func deviceTimeZone(of user: UserID) throws -> String? {
        try db.first(
            """
            SELECT time_zone FROM devices WHERE user_id = ? AND state = 'active' AND time_zone IS NOT NULL
            ORDER BY registered_at DESC, id DESC LIMIT 1
            """,
            [user.description]
        ) { try $0.text() }
    }

    func pushes(to user: UserID, due stretch: ClosedRange<Timestamp>, limit: Int) throws -> Int {
        let condition = "ask_id IS NULL AND (summary_id IS NULL OR (summary_id = id AND shown_as IS NULL))"
        let read = try pushed(to: user, in: stretch, isRead: true, condition, [], limit: limit)
        guard read < limit else { return read }
        return try read + pushed(to: user, in: stretch, isRead: false, condition, [], limit: limit - read)
    }

    func open(
        in group: BurstGroup, due stretch: ClosedRange<Timestamp>, at moment: Timestamp, limit: Int
    ) throws -> Int {
        if isIdle { return 0 }
        return try pushed(
            to: group.userID, in: stretch, isRead: false,
            "category = ?7 AND \(group.threadCondition("?8")) AND \(Self.open)",
            [moment.milliseconds, group.category.rawValue] + group.threadArgument, limit: limit)
    }

    func openAsks(
        of user: UserID, due stretch: ClosedRange<Timestamp>, at moment: Timestamp, limit: Int
    ) throws -> Int {
        try pushed(
            to: user, in: stretch, isRead: false, "ask_id IS NOT NULL AND \(Self.open)", [moment.milliseconds],
            limit: limit)
    }

    private static let open = "expires_at > ?6 AND coalesce(snoozed_until, 0) <= ?6"

    /// Counts the user's notifications with a push in `stretch`, up to `limit`.
    ///
    /// An immediate push is found by the id, which has the time of creation, and a delayed one by an index of those.
    ///
    /// - Parameters:
    ///   - isRead: whether read ones are counted, or unread ones.
    ///   - arguments: the parameters of `condition` from `?6`.
    private func pushed(
        to user: UserID, in stretch: ClosedRange<Timestamp>, isRead: Bool, _ condition: String,
        _ arguments: Database.Arguments,
        limit: Int
    ) throws -> Int {
        let index = isRead ? "notifications_user_read" : "notifications_user_unread"
        let condition = condition + (isRead ? " AND read_at IS NOT NULL" : " AND read_at IS NULL")
        let parameters: Database.Arguments = [
            user.description, stretch.lowerBound.milliseconds, stretch.upperBound.milliseconds,
            NotificationID.first(at: stretch.lowerBound).blob, max(0, limit),
        ]
        return try db.first(
            """
            SELECT count(*) FROM (
                SELECT 1 FROM notifications\(db.indexed(index))
                WHERE user_id = ?1 AND id >= ?4 AND push_at BETWEEN ?2 AND ?3 AND push_at <= created_at AND \(condition)
                UNION ALL
                SELECT 1 FROM notifications\(db.indexed("notifications_delayed"))
                WHERE user_id = ?1 AND push_at BETWEEN ?2 AND ?3 AND push_at > created_at AND \(condition)
                LIMIT ?5) AS found
            """,
            parameters + arguments
        ) { Int(try $0.integer()) } ?? 0
    }

    func askSummary(of user: UserID, at moment: Timestamp) throws -> NotificationID? {
        try db.first(
            """
            SELECT summary_id FROM notifications\(db.indexed("notifications_folded_open"))
            WHERE user_id = ?1 AND summary_id IS NOT NULL AND ask_id IS NOT NULL AND read_at IS NULL
                AND expires_at > ?2 AND coalesce(snoozed_until, 0) <= ?2
            ORDER BY id DESC LIMIT 1
            """,
            [user.description, moment.milliseconds]
        ) { try $0.id() }
    }

    func summary(of group: BurstGroup, at moment: Timestamp) throws -> NotificationID? {
        try db.first(
            """
            SELECT summary_id FROM notifications\(db.indexed("notifications_folded_open"))
            WHERE user_id = ?1 AND category = ?2 AND \(group.threadCondition("?4")) AND summary_id IS NOT NULL
                AND read_at IS NULL AND expires_at > ?3 AND coalesce(snoozed_until, 0) <= ?3
            ORDER BY id DESC LIMIT 1
            """,
            [group.userID.description, group.category.rawValue, moment.milliseconds] + group.threadArgument
        ) { try $0.id() }
    }
}

extension BurstGroup {
    /// The condition for notifications of the thread; an index cannot serve `IS NOT DISTINCT FROM` in PostgreSQL.
    fileprivate func threadCondition(_ parameter: String) -> String {
        thread == nil ? "thread IS NULL" : "thread = \(parameter)"
    }

    fileprivate var threadArgument: Database.Arguments { thread.map { [$0] } ?? [] }
}
