extension Schema {
    /// Layout 50: histories of a million rows, and what is known of devices and users.
    ///
    /// - `notification_counts` How many notifications a user has, by category and whether they were read.
    ///   `unread_counts`: how many unread ones that show something expire in which hour since 1970, so that the badge
    ///   is a sum of few rows and a count within one hour, less what is snoozed. Both are kept by triggers, whoever writes notifications.
    /// - Indexes of `notifications` for each filter of the history, each in the order of the pages.
    /// - `devices.given_name` outlasts `name`, which is what the device calls itself. `state_at`, `state_cause` and
    ///   `state_reason` say why it is not active; NULL while it is.
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
