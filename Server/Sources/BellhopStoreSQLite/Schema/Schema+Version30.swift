extension Schema {
    /// Layout 30: what is sent later, and what is shown again later.
    ///
    /// - `schedules` `document` is the schedule as canonical JSON; the other columns repeat what rows are found by.
    ///   `user_id` is set when it is for one user. `due` is set while it waits, `ended_at` afterwards. The index on
    ///   `due` holds exactly what waits.
    /// - `notifications.snoozed_until` Until then it is quiet. Its next showing is a delivery that is due then.
    static let version30 = """
        CREATE TABLE schedules (
            id BLOB PRIMARY KEY NOT NULL,
            user_id TEXT,
            revision INTEGER NOT NULL,
            state TEXT NOT NULL,
            due INTEGER,
            ended_at INTEGER,
            document TEXT NOT NULL,
            CHECK ((due IS NULL) = (ended_at IS NOT NULL))
        ) STRICT;
        CREATE INDEX schedules_due ON schedules (due) WHERE due IS NOT NULL;
        CREATE INDEX schedules_ended ON schedules (ended_at) WHERE ended_at IS NOT NULL;
        CREATE INDEX schedules_user ON schedules (user_id, id) WHERE user_id IS NOT NULL;

        ALTER TABLE notifications ADD COLUMN snoozed_until INTEGER;
        DROP INDEX notifications_unread;
        CREATE INDEX notifications_unread ON notifications (user_id, expires_at, snoozed_until)
            WHERE read_at IS NULL AND is_silent = 0;
        """
}
