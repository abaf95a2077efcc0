extension Schema {
    /// Notifications with their asks, deliveries and timelines.
    ///
    /// - `notifications` `read_at` is set when it is read, or when its ask ends. Its deliveries, ask and timeline are
    ///   deleted with it. `options` as JSON, with its item repeated in `item_id`. `is_silent`: it displays nothing, and therefore
    ///   does not count as unread. `snoozed_until` The end of its snooze; a delivery is due then that shows it again.
    ///   `push_at` The due time of its first delivery; NULL when it has none, or is silent. `summary_id` The first
    ///   notification of its summary, which has the summary's deliveries; its own id when it is the first; NULL when it
    ///   is shown on its own. `shown_as` The name on devices of the summary that begins with it, when that began with
    ///   another notification before; NULL when its own id is the name.
    /// - Each index that an ordinary notification is in costs a page of its own, so there are two: `notifications_user_unread`
    ///   or `notifications_user_read`, which together have all of a user, and `notifications_category`. The others are for
    ///   the less frequent filters of the history, in the order of the pages. `notifications_user_unread` covers the counting
    ///   of badges, and `notifications_folded_unread` that of summaries, so that closed notifications cost nothing. They
    ///   have `read_at`, always NULL, because SQLite would read the table otherwise.
    /// - `asks` `request` is the content as JSON. `state` and the columns after it are the resolution; `answer` is the
    ///   signed answer as JSON. `state` leaves `pending` once and never changes again. `held_until` The moment before
    ///   which no Live Activity shows it; NULL for one that was never held. `input_hash` SHA-256 of the input alone,
    ///   without nonce; NULL for an ask without input.
    /// - `deliveries` The queue and its history: narrow rows, stored nearly in due order. `purpose`: 0 show, 1 clear, 2
    ///   update. `state`: 0 waiting, 1 claimed, 2 sent, 3 failed, 4 cancelled. `due` is the time of the next attempt
    ///   while waiting, the end of the lease while claimed, and NULL after the end. The partial index on `due` contains
    ///   only pending rows, so its size is the queue's depth. `is_bulk`: claimed only when nothing else is due, so that
    ///   no ask waits behind a campaign. `platform` The platform of the device: a claim skips gateways without room.
    ///   `failures` counts the attempts that a gateway deferred; `attempt` counts and identifies claims.
    /// - `timeline` The events of a notification after its acceptance, in order.
    /// - `notification_counts` Counters, see ``TransactionChanges``.
    static let notifications = """
        CREATE TABLE notifications (
            id BLOB PRIMARY KEY NOT NULL,
            user_id TEXT NOT NULL,
            category TEXT NOT NULL,
            session_id TEXT,
            ask_id BLOB,
            campaign_id BLOB,
            title TEXT NOT NULL,
            subtitle TEXT,
            body TEXT NOT NULL,
            thread TEXT,
            deep_link TEXT,
            options TEXT,
            item_id TEXT,
            is_silent INTEGER NOT NULL DEFAULT 0,
            created_at INTEGER NOT NULL,
            expires_at INTEGER NOT NULL,
            read_at INTEGER,
            snoozed_until INTEGER,
            push_at INTEGER,
            summary_id BLOB,
            shown_as BLOB
        ) STRICT;
        CREATE INDEX notifications_user_unread ON notifications (user_id, id, expires_at, is_silent, read_at)
            WHERE read_at IS NULL;
        CREATE INDEX notifications_user_read ON notifications (user_id, id) WHERE read_at IS NOT NULL;
        CREATE INDEX notifications_category ON notifications (user_id, category, id);
        CREATE INDEX notifications_session ON notifications (user_id, session_id, id) WHERE session_id IS NOT NULL;
        CREATE INDEX notifications_thread ON notifications (user_id, thread, id) WHERE thread IS NOT NULL;
        CREATE INDEX notifications_snoozed ON notifications (user_id, snoozed_until)
            WHERE snoozed_until IS NOT NULL AND read_at IS NULL;
        CREATE INDEX notifications_delayed ON notifications (user_id, push_at) WHERE push_at > created_at;
        CREATE INDEX notifications_folded ON notifications (summary_id, id) WHERE summary_id IS NOT NULL;
        CREATE INDEX notifications_folded_unread
            ON notifications (summary_id, expires_at, id, snoozed_until, campaign_id, read_at)
            WHERE summary_id IS NOT NULL AND read_at IS NULL;
        CREATE INDEX notifications_folded_open ON notifications (user_id, category, thread, id)
            WHERE summary_id IS NOT NULL AND read_at IS NULL;
        CREATE INDEX notifications_item ON notifications (item_id, user_id) WHERE item_id IS NOT NULL AND read_at IS NULL;

        CREATE TABLE asks (
            id BLOB PRIMARY KEY NOT NULL,
            notification_id BLOB NOT NULL UNIQUE REFERENCES notifications ON DELETE CASCADE,
            user_id TEXT NOT NULL,
            session_id TEXT,
            category TEXT NOT NULL,
            request TEXT NOT NULL,
            input_hash BLOB,
            created_at INTEGER NOT NULL,
            deadline INTEGER NOT NULL,
            held_until INTEGER,
            state TEXT NOT NULL DEFAULT 'pending',
            resolved_at INTEGER,
            answer TEXT,
            reason TEXT,
            applied_at INTEGER,
            CHECK ((state = 'pending') = (resolved_at IS NULL))
        ) STRICT;
        CREATE INDEX asks_user ON asks (user_id, id);
        CREATE INDEX asks_user_pending ON asks (user_id, id) WHERE state = 'pending';
        CREATE INDEX asks_deadline ON asks (deadline) WHERE state = 'pending';
        CREATE INDEX asks_denied ON asks (user_id, input_hash, resolved_at) WHERE state = 'denied';

        CREATE TABLE deliveries (
            sequence INTEGER PRIMARY KEY,
            id BLOB NOT NULL,
            notification_id BLOB NOT NULL REFERENCES notifications ON DELETE CASCADE,
            purpose INTEGER NOT NULL,
            device_id BLOB NOT NULL REFERENCES devices,
            platform TEXT NOT NULL,
            state INTEGER NOT NULL DEFAULT 0,
            attempt INTEGER NOT NULL DEFAULT 0,
            failures INTEGER NOT NULL DEFAULT 0,
            is_bulk INTEGER NOT NULL DEFAULT 0,
            due INTEGER,
            UNIQUE (notification_id, purpose, device_id),
            CHECK ((due IS NULL) = (state > 1))
        ) STRICT;
        CREATE INDEX deliveries_due ON deliveries (platform, is_bulk, due) WHERE due IS NOT NULL;

        CREATE TABLE timeline (
            sequence INTEGER PRIMARY KEY,
            notification_id BLOB NOT NULL REFERENCES notifications ON DELETE CASCADE,
            at INTEGER NOT NULL,
            step TEXT NOT NULL,
            device_id BLOB,
            detail TEXT
        ) STRICT;
        CREATE INDEX timeline_notification ON timeline (notification_id, at);

        CREATE TABLE notification_counts (
            user_id TEXT NOT NULL,
            name TEXT NOT NULL,
            count INTEGER NOT NULL,
            first_id BLOB,
            last_id BLOB,
            PRIMARY KEY (user_id, name)
        ) STRICT, WITHOUT ROWID;
        """
}
