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
            SELECT count(*) FROM notifications INDEXED BY notifications_pushed
            WHERE user_id = ? AND push_at BETWEEN ? AND ?
                AND ask_id IS NULL AND (summary_id IS NULL OR (summary_id = id AND shown_as IS NULL))
            """,
            [user.description, stretch.lowerBound.milliseconds, stretch.upperBound.milliseconds]
        ) { Int(try $0.integer()) } ?? 0
    }

    func open(in group: BurstGroup, due stretch: ClosedRange<Timestamp>, at moment: Timestamp) throws -> Int {
        try db.first(
            """
            SELECT count(*) FROM notifications INDEXED BY notifications_pushed
            WHERE user_id = ?1 AND push_at BETWEEN ?2 AND ?3 AND category = ?4 AND thread IS ?5
                AND read_at IS NULL AND expires_at > ?6 AND coalesce(snoozed_until, 0) <= ?6
            """,
            [
                group.userID.description, stretch.lowerBound.milliseconds, stretch.upperBound.milliseconds,
                group.category.rawValue, group.thread, moment.milliseconds,
            ]
        ) { Int(try $0.integer()) } ?? 0
    }

    func openAsks(of user: UserID, due stretch: ClosedRange<Timestamp>, at moment: Timestamp) throws -> Int {
        try db.first(
            """
            SELECT count(*) FROM notifications INDEXED BY notifications_pushed
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
        // For max(), SQLite takes the other columns from the same row
        // (https://www.sqlite.org/lang_select.html#bareagg).
        try db.first(
            """
            SELECT summary_id, max(id) FROM notifications INDEXED BY notifications_folded_open
            WHERE user_id = ?1 AND summary_id IS NOT NULL AND ask_id IS NOT NULL AND read_at IS NULL
                AND expires_at > ?2 AND coalesce(snoozed_until, 0) <= ?2
            """,
            [user.description, moment.milliseconds]
        ) { try $0.optionalID() } ?? nil
    }

    func summary(of group: BurstGroup, at moment: Timestamp) throws -> NotificationID? {
        try db.first(
            """
            SELECT summary_id FROM notifications INDEXED BY notifications_folded_open
            WHERE user_id = ?1 AND category = ?2 AND thread IS ?3 AND summary_id IS NOT NULL AND read_at IS NULL
                AND expires_at > ?4 AND coalesce(snoozed_until, 0) <= ?4
            ORDER BY id DESC LIMIT 1
            """,
            [group.userID.description, group.category.rawValue, group.thread, moment.milliseconds]
        ) { try $0.id() }
    }
}
