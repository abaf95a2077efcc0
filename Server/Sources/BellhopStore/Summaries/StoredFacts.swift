import BellhopModel

/// The facts for the push policy, read from the database.
struct StoredFacts: PushFacts {
    let db: Database
    let preferences: NotificationPreferences
    let burst: BurstLimits?

    init(_ db: Database, about user: UserID) throws {
        self.db = db
        preferences = try db.preferences.find(of: user)
        burst = db.burst
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

    func pushes(to user: UserID, due stretch: ClosedRange<Timestamp>) throws -> Int {
        try db.first(
            """
            SELECT count(*) FROM notifications\(db.indexed("notifications_pushed"))
            WHERE user_id = ? AND push_at BETWEEN ? AND ?
                AND ask_id IS NULL AND (summary_id IS NULL OR (summary_id = id AND shown_as IS NULL))
            """,
            [user.description, stretch.lowerBound.milliseconds, stretch.upperBound.milliseconds]
        ) { Int(try $0.integer()) } ?? 0
    }

    func open(in group: BurstGroup, due stretch: ClosedRange<Timestamp>, at moment: Timestamp) throws -> Int {
        try db.first(
            """
            SELECT count(*) FROM notifications\(db.indexed("notifications_pushed"))
            WHERE user_id = ?1 AND push_at BETWEEN ?2 AND ?3 AND category = ?4
                AND \(group.threadCondition("?6"))
                AND read_at IS NULL AND expires_at > ?5 AND coalesce(snoozed_until, 0) <= ?5
            """,
            [
                group.userID.description, stretch.lowerBound.milliseconds, stretch.upperBound.milliseconds,
                group.category.rawValue, moment.milliseconds,
            ] + group.threadArgument
        ) { Int(try $0.integer()) } ?? 0
    }

    func openAsks(of user: UserID, due stretch: ClosedRange<Timestamp>, at moment: Timestamp) throws -> Int {
        try db.first(
            """
            SELECT count(*) FROM notifications\(db.indexed("notifications_pushed"))
            WHERE user_id = ?1 AND push_at BETWEEN ?2 AND ?3 AND ask_id IS NOT NULL
                AND read_at IS NULL AND expires_at > ?4 AND coalesce(snoozed_until, 0) <= ?4
            """,
            [
                user.description, stretch.lowerBound.milliseconds, stretch.upperBound.milliseconds,
                moment.milliseconds,
            ]
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
