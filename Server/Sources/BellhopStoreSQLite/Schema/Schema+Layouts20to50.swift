extension Schema {
    /// Layout 20: Live Activities.
    ///
    /// - `push_to_start` The token with which a device's activities are started.
    /// - `live_activities` One row per session and device. `life` is the activity's state as JSON, with its tokens.
    ///   `due` is the time of the next claim, or the end of the lease while claimed. `behind`: a change of the session
    ///   is pending. `turn` counts its claims. `held`: due while another activity of the device is claimed; recording
    ///   that result releases the next one, so that no claim reads rows it cannot take.
    /// - `live_activity_pushes` The times of high-priority pushes to a device's activities. Every new one deletes old
    ///   ones.
    static let version20 = """
        CREATE TABLE push_to_start (
            device_id BLOB PRIMARY KEY NOT NULL REFERENCES devices ON DELETE CASCADE,
            token TEXT NOT NULL,
            registered_at INTEGER NOT NULL
        ) STRICT;

        CREATE TABLE live_activities (
            id BLOB PRIMARY KEY NOT NULL,
            user_id TEXT NOT NULL,
            session_id TEXT NOT NULL,
            device_id BLOB NOT NULL REFERENCES devices ON DELETE CASCADE,
            life TEXT NOT NULL,
            due INTEGER NOT NULL,
            claimed INTEGER NOT NULL DEFAULT 0,
            behind INTEGER NOT NULL DEFAULT 1,
            turn INTEGER NOT NULL DEFAULT 0,
            held INTEGER NOT NULL DEFAULT 0,
            UNIQUE (user_id, session_id, device_id),
            FOREIGN KEY (user_id, session_id) REFERENCES sessions (user_id, id) ON DELETE CASCADE
        ) STRICT;
        CREATE INDEX live_activities_due ON live_activities (held, due, id) WHERE held = 0;
        CREATE INDEX live_activities_held ON live_activities (held, device_id, due, id) WHERE held = 1;
        CREATE INDEX live_activities_claimed ON live_activities (claimed, device_id, due) WHERE claimed = 1;
        CREATE INDEX live_activities_device ON live_activities (device_id);

        CREATE TABLE live_activity_pushes (
            device_id BLOB NOT NULL REFERENCES devices ON DELETE CASCADE,
            at INTEGER NOT NULL
        ) STRICT;
        CREATE INDEX live_activity_pushes_device ON live_activity_pushes (device_id, at);
        """
}

extension Schema {
    /// Layout 30: schedules and snoozed notifications.
    ///
    /// - `schedules` `document` is the schedule as canonical JSON; other columns repeat its search keys. `user_id` is
    ///   set when it is for one user. `due` is set while it waits, `ended_at` afterwards. The partial index on `due`
    ///   contains only waiting ones.
    /// - `notifications.snoozed_until` The end of its snooze. A delivery is due then that shows it again.
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

extension Schema {
    /// Layout 40: push times and summaries.
    ///
    /// - `notifications.push_at` The due time of its first delivery; NULL when it has none, or is silent.
    /// - `notifications.summary_id` The first notification of its summary, which has the summary's deliveries; its own
    ///   id when it is the first. NULL when it is shown on its own.
    /// - `notifications.shown_as` The name on devices of the summary that begins with it, when that began with another
    ///   notification before; NULL when its own id is the name.
    /// - `notifications_folded_unread` covers the counting of summaries, so that closed notifications cost nothing. It
    ///   has `read_at`, always NULL, because SQLite would read the table otherwise.
    /// - `schedules.is_snooze` Its recipient requested it: see `Submission.bypassesPreferences`.
    static let version40 = """
        ALTER TABLE notifications ADD COLUMN push_at INTEGER;
        ALTER TABLE notifications ADD COLUMN summary_id BLOB;
        ALTER TABLE notifications ADD COLUMN shown_as BLOB;
        CREATE INDEX notifications_pushed ON notifications (user_id, push_at) WHERE push_at IS NOT NULL;
        CREATE INDEX notifications_folded ON notifications (summary_id, id) WHERE summary_id IS NOT NULL;
        CREATE INDEX notifications_folded_unread
            ON notifications (summary_id, expires_at, id, snoozed_until, campaign_id, read_at)
            WHERE summary_id IS NOT NULL AND read_at IS NULL;
        CREATE INDEX notifications_folded_open ON notifications (user_id, category, thread, id)
            WHERE summary_id IS NOT NULL AND read_at IS NULL;

        ALTER TABLE schedules ADD COLUMN is_snooze INTEGER NOT NULL DEFAULT 0;
        """
}

extension Schema {
    /// Layout 50: histories of a million rows, and the state of devices.
    ///
    /// - `notification_counts` The number of a user's notifications, by category and read state. `unread_counts`: the
    ///   number of unread, visible ones by the hour in which they expire, so that the badge is a sum of few rows and a
    ///   count within one hour, minus snoozed ones. Triggers maintain both.
    /// - Indexes of `notifications` for each filter of the history, each in the order of the pages.
    /// - `devices.given_name` takes precedence over `name`, which the device sets. `state_at`, `state_cause` and
    ///   `state_reason` describe why it is inactive; NULL while it is active.
    static let version50 = """
        CREATE TABLE notification_counts (
            user_id TEXT NOT NULL,
            is_read INTEGER NOT NULL,
            category TEXT NOT NULL,
            count INTEGER NOT NULL,
            PRIMARY KEY (user_id, is_read, category)
        ) STRICT, WITHOUT ROWID;
        CREATE TABLE unread_counts (
            user_id TEXT NOT NULL,
            hour INTEGER NOT NULL,
            count INTEGER NOT NULL,
            PRIMARY KEY (user_id, hour)
        ) STRICT, WITHOUT ROWID;
        INSERT INTO notification_counts
            SELECT user_id, read_at IS NOT NULL, category, count(*) FROM notifications GROUP BY 1, 2, 3;
        INSERT INTO unread_counts
            SELECT user_id, expires_at / 3600000, count(*) FROM notifications
            WHERE read_at IS NULL AND is_silent = 0 GROUP BY 1, 2;

        CREATE TRIGGER notifications_inserted AFTER INSERT ON notifications BEGIN \(counted); END;
        CREATE TRIGGER notifications_inserted_unread AFTER INSERT ON notifications
            WHEN new.read_at IS NULL AND new.is_silent = 0 BEGIN \(countedUnread); END;
        CREATE TRIGGER notifications_deleted AFTER DELETE ON notifications BEGIN \(discount); END;
        CREATE TRIGGER notifications_deleted_unread AFTER DELETE ON notifications
            WHEN old.read_at IS NULL AND old.is_silent = 0 BEGIN \(discountUnread); END;
        CREATE TRIGGER notifications_changed
            AFTER UPDATE OF user_id, category, read_at ON notifications BEGIN \(discount); \(counted); END;
        CREATE TRIGGER notifications_changed_from_unread
            AFTER UPDATE OF user_id, read_at, is_silent, expires_at ON notifications
            WHEN old.read_at IS NULL AND old.is_silent = 0 BEGIN \(discountUnread); END;
        CREATE TRIGGER notifications_changed_to_unread
            AFTER UPDATE OF user_id, read_at, is_silent, expires_at ON notifications
            WHEN new.read_at IS NULL AND new.is_silent = 0 BEGIN \(countedUnread); END;

        CREATE INDEX notifications_category ON notifications (user_id, category, id);
        CREATE INDEX notifications_session ON notifications (user_id, session_id, id) WHERE session_id IS NOT NULL;
        CREATE INDEX notifications_thread ON notifications (user_id, thread, id) WHERE thread IS NOT NULL;
        CREATE INDEX notifications_user_unread ON notifications (user_id, id) WHERE read_at IS NULL;
        CREATE INDEX notifications_snoozed ON notifications (user_id, snoozed_until)
            WHERE snoozed_until IS NOT NULL AND read_at IS NULL;
        CREATE INDEX notifications_user_read ON notifications (user_id, id) WHERE read_at IS NOT NULL;

        ALTER TABLE devices ADD COLUMN given_name TEXT;
        ALTER TABLE devices ADD COLUMN last_seen_at INTEGER NOT NULL DEFAULT 0;
        ALTER TABLE devices ADD COLUMN state_at INTEGER;
        ALTER TABLE devices ADD COLUMN state_cause TEXT;
        ALTER TABLE devices ADD COLUMN state_reason TEXT;
        UPDATE devices SET last_seen_at = registered_at;
        CREATE INDEX devices_lapsed ON devices (platform, state_at) WHERE state_cause = 'gateway';
        CREATE INDEX keys_user ON keys (user_id);
        """

    private static let counted = """
        INSERT INTO notification_counts VALUES (new.user_id, new.read_at IS NOT NULL, new.category, 1)
            ON CONFLICT DO UPDATE SET count = count + 1
        """

    private static let countedUnread = """
        INSERT INTO unread_counts VALUES (new.user_id, new.expires_at / 3600000, 1)
            ON CONFLICT DO UPDATE SET count = count + 1
        """

    private static let discount = """
        UPDATE notification_counts SET count = count - 1
            WHERE user_id = old.user_id AND is_read = (old.read_at IS NOT NULL) AND category = old.category;
        DELETE FROM notification_counts
            WHERE user_id = old.user_id AND is_read = (old.read_at IS NOT NULL) AND category = old.category AND count = 0
        """

    private static let discountUnread = """
        UPDATE unread_counts SET count = count - 1 WHERE user_id = old.user_id AND hour = old.expires_at / 3600000;
        DELETE FROM unread_counts WHERE user_id = old.user_id AND hour = old.expires_at / 3600000 AND count = 0
        """
}
