extension Schema {
    /// Layout 40: when notifications are pushed, and what is shown in a summary.
    ///
    /// - `notifications.push_at` When its deliveries are due first; NULL when it makes none, or shows nothing.
    /// - `notifications.summary_id` The notification that its summary begins with, which has the summary's deliveries;
    ///   its own id when it is the first. NULL when it is shown by itself.
    /// - `schedules.is_snooze` The user it is for asked for it: see `Submission.isWished`.
    static let version40 = """
        ALTER TABLE notifications ADD COLUMN push_at INTEGER;
        ALTER TABLE notifications ADD COLUMN summary_id BLOB;
        CREATE INDEX notifications_pushed ON notifications (user_id, push_at) WHERE push_at IS NOT NULL;
        CREATE INDEX notifications_folded ON notifications (summary_id, id) WHERE summary_id IS NOT NULL;
        CREATE INDEX notifications_folded_open ON notifications (user_id, category, thread, id)
            WHERE summary_id IS NOT NULL AND read_at IS NULL;

        ALTER TABLE schedules ADD COLUMN is_snooze INTEGER NOT NULL DEFAULT 0;
        """
}
