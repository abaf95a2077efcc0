extension Schema {
    /// Topics, campaigns, schedules, items and messages.
    ///
    /// - `topics` The number of subscribers, maintained with the subscriptions; a topic without subscribers has no row.
    /// - `subscriptions` In the order in which campaigns read them; `subscriptions_user` for the topics of a user.
    ///   `is_own`: only the user has requested it.
    /// - `campaigns` `audience` is the audience without user names as JSON, `content` the notification as JSON,
    ///   whose item is repeated in `item_id`. `cursor` is the last reached user; it and the counts change in the transaction that
    ///   creates the notifications. `campaigns_ended` in the order of deletion. A broadcast is read by device: `cursor_device`
    ///   is the last one of the last user. `lease` is the end of its claim, NULL while unclaimed; `turn` counts claims.
    ///   `figures` as JSON, `latency` the sum of the milliseconds until pushes were accepted.
    /// - `campaign_openings` The devices on which a broadcast was opened, so that each counts once.
    /// - `campaign_users` The users that a campaign names, until it ends, with the fields that replace those of
    ///   `content` for them.
    /// - `schedules` `document` is the schedule as canonical JSON; other columns repeat its search keys. `user_id` is
    ///   set when it is for one user. `due` is set while it waits, `ended_at` afterwards. `is_snooze` Its recipient
    ///   requested it: see `Submission.bypassesPreferences`.
    /// - `items` The application's items; `data` as JSON.
    /// - `item_changes` One row per user and item: its last change, numbered by `item_clock` in the same transaction.
    ///   `appeared` is the number by which the user got the item. A change for many subscribers is one row each, so
    ///   that a reader scans a short range of an index.
    /// - `item_horizons` The user's last deletion that was itself deleted.
    /// - `ended_items` Ended items with more unread notifications than one transaction marks: those up to `last` must
    ///   still be marked, and `device_id`, which ended it, needs no clearing push.
    /// - `messages` In the order in which they became durable; `messages_age` in the order of deletion.
    ///   `message_boxes`: one row per user who sees it.
    static let content = """
        CREATE TABLE topics (
            id TEXT PRIMARY KEY NOT NULL,
            subscribers INTEGER NOT NULL
        ) STRICT, WITHOUT ROWID;

        CREATE TABLE subscriptions (
            topic_id TEXT NOT NULL,
            user_id TEXT NOT NULL,
            subscribed_at INTEGER NOT NULL,
            is_own INTEGER NOT NULL,
            PRIMARY KEY (topic_id, user_id)
        ) STRICT, WITHOUT ROWID;
        CREATE INDEX subscriptions_user ON subscriptions (user_id, topic_id);

        CREATE TABLE campaigns (
            id BLOB PRIMARY KEY NOT NULL,
            audience TEXT NOT NULL,
            delivery TEXT NOT NULL,
            content TEXT NOT NULL,
            item_id TEXT,
            state TEXT NOT NULL,
            recipients INTEGER NOT NULL,
            deliveries INTEGER NOT NULL,
            refused INTEGER NOT NULL,
            created_at INTEGER NOT NULL,
            expires_at INTEGER NOT NULL,
            begun_at INTEGER,
            ended_at INTEGER,
            cursor TEXT,
            cursor_device BLOB,
            lease INTEGER,
            turn INTEGER NOT NULL DEFAULT 0,
            figures TEXT,
            opened INTEGER NOT NULL DEFAULT 0,
            latency INTEGER NOT NULL DEFAULT 0
        ) STRICT;
        CREATE INDEX campaigns_open ON campaigns (delivery, recipients, id) WHERE ended_at IS NULL;
        CREATE INDEX campaigns_ended ON campaigns (ended_at) WHERE ended_at IS NOT NULL;
        CREATE INDEX campaigns_item ON campaigns (item_id) WHERE item_id IS NOT NULL AND ended_at IS NULL;

        CREATE TABLE campaign_users (
            campaign_id BLOB NOT NULL REFERENCES campaigns ON DELETE CASCADE,
            user_id TEXT NOT NULL,
            title TEXT,
            subtitle TEXT,
            body TEXT,
            deep_link TEXT,
            PRIMARY KEY (campaign_id, user_id)
        ) STRICT, WITHOUT ROWID;

        CREATE TABLE campaign_openings (
            campaign_id BLOB NOT NULL REFERENCES campaigns ON DELETE CASCADE,
            device_id BLOB NOT NULL,
            PRIMARY KEY (campaign_id, device_id)
        ) STRICT, WITHOUT ROWID;

        CREATE TABLE schedules (
            id BLOB PRIMARY KEY NOT NULL,
            user_id TEXT,
            revision INTEGER NOT NULL,
            state TEXT NOT NULL,
            due INTEGER,
            ended_at INTEGER,
            document TEXT NOT NULL,
            item_id TEXT,
            is_snooze INTEGER NOT NULL DEFAULT 0,
            CHECK ((due IS NULL) = (ended_at IS NOT NULL))
        ) STRICT;
        CREATE INDEX schedules_due ON schedules (due, id) WHERE due IS NOT NULL;
        CREATE INDEX schedules_ended ON schedules (ended_at) WHERE ended_at IS NOT NULL;
        CREATE INDEX schedules_user ON schedules (user_id, id) WHERE user_id IS NOT NULL;
        CREATE INDEX schedules_item ON schedules (item_id, user_id) WHERE item_id IS NOT NULL AND due IS NOT NULL;

        CREATE TABLE items (
            id TEXT PRIMARY KEY NOT NULL,
            title TEXT NOT NULL,
            body TEXT NOT NULL,
            image_url TEXT,
            data TEXT,
            due_at INTEGER,
            completed_by TEXT,
            completed_at INTEGER,
            created_at INTEGER NOT NULL,
            updated_at INTEGER NOT NULL
        ) STRICT;

        CREATE TABLE item_clock (sequence INTEGER NOT NULL) STRICT;
        INSERT INTO item_clock VALUES (1);

        CREATE TABLE item_changes (
            user_id TEXT NOT NULL,
            item_id TEXT NOT NULL,
            sequence INTEGER NOT NULL,
            appeared INTEGER NOT NULL,
            is_gone INTEGER NOT NULL,
            at INTEGER NOT NULL,
            PRIMARY KEY (user_id, item_id)
        ) STRICT, WITHOUT ROWID;
        CREATE UNIQUE INDEX item_changes_order ON item_changes (user_id, sequence);
        CREATE INDEX item_changes_gone ON item_changes (at) WHERE is_gone = 1;

        CREATE TABLE item_horizons (
            user_id TEXT PRIMARY KEY NOT NULL,
            sequence INTEGER NOT NULL
        ) STRICT, WITHOUT ROWID;

        CREATE TABLE ended_items (
            item_id TEXT PRIMARY KEY NOT NULL,
            last BLOB NOT NULL,
            device_id BLOB
        ) STRICT, WITHOUT ROWID;

        CREATE TABLE messages (
            sequence INTEGER PRIMARY KEY,
            id BLOB NOT NULL UNIQUE,
            conversation TEXT NOT NULL,
            from_user TEXT NOT NULL,
            to_user TEXT NOT NULL,
            text TEXT NOT NULL,
            reply_to BLOB,
            sent_at INTEGER NOT NULL
        ) STRICT;
        CREATE INDEX messages_age ON messages (sent_at);

        CREATE TABLE message_boxes (
            user_id TEXT NOT NULL,
            sequence INTEGER NOT NULL REFERENCES messages ON DELETE CASCADE,
            conversation TEXT NOT NULL,
            PRIMARY KEY (user_id, sequence)
        ) STRICT, WITHOUT ROWID;
        CREATE INDEX message_boxes_conversation ON message_boxes (user_id, conversation, sequence);
        CREATE INDEX message_boxes_message ON message_boxes (sequence);
        """

    /// Agents' sessions and their Live Activities.
    ///
    /// - `sessions` `origin` and `progress` as JSON.
    /// - `push_to_start` The token with which a device's activities are started.
    /// - `live_activities` One row per session and device. `life` is the activity's state as JSON, with its tokens.
    ///   `due` is the time of the next claim, or the end of the lease while claimed. `behind`: a change of the session
    ///   is pending. `turn` counts its claims. `held`: due while another activity of the device is claimed; recording
    ///   that result releases the next one, so that no claim reads rows it cannot take.
    /// - `live_activity_pushes` The times of high-priority pushes to a device's activities. Every new one deletes old
    ///   ones.
    static let liveActivities = """
        CREATE TABLE sessions (
            user_id TEXT NOT NULL,
            id TEXT NOT NULL,
            title TEXT NOT NULL,
            origin TEXT NOT NULL,
            status TEXT NOT NULL,
            operation TEXT,
            progress TEXT,
            started_at INTEGER NOT NULL,
            updated_at INTEGER NOT NULL,
            PRIMARY KEY (user_id, id)
        ) STRICT;
        CREATE INDEX sessions_latest ON sessions (user_id, updated_at DESC, id);
        CREATE INDEX sessions_open ON sessions (updated_at, id) WHERE status IN ('running', 'waiting');

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
