extension Schema {
    /// Layout 3: how a notification is shown and sent, where it differs from its category.
    ///
    /// - `notifications.options` as JSON. `is_silent`: it shows nothing, and so does not count as unread.
    static let version3 = """
        ALTER TABLE notifications ADD COLUMN options TEXT;
        ALTER TABLE notifications ADD COLUMN is_silent INTEGER NOT NULL DEFAULT 0;
        DROP INDEX notifications_unread;
        CREATE INDEX notifications_unread ON notifications (user_id, expires_at)
            WHERE read_at IS NULL AND is_silent = 0;
        """
}
