extension Schema {
    /// Layout 40: when notifications are pushed, and what is shown in a summary.
    ///
    /// - `notifications.push_at` When its deliveries are due first; NULL when it makes none, or shows nothing.
    /// - `notifications.summary_id` The notification that its summary begins with, which has the summary's deliveries;
    ///   its own id when it is the first. NULL when it is shown by itself.
    /// - `notifications.shown_as` The name by which devices know the summary that begins with it, when it began with
    ///   another once; NULL when its own id is the name.
    /// - `notifications_folded_unread` has all that a summary is counted by, so that what was seen to long ago costs
    ///   nothing; `read_at`, always NULL in it, because SQLite goes to the table otherwise.
    /// - `schedules.is_snooze` The user it is for asked for it: see `Submission.bypassesPreferences`.
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
