extension Schema {
    /// Layout 1.
    ///
    /// Conventions: ids are 16-byte BLOBs (UUID version 7, so that rows created together are stored together), moments
    /// INTEGER milliseconds since 1970 in UTC, closed sets TEXT, secrets only their SHA-256. All tables are `STRICT`.
    ///
    /// - `devices` One row per registration. Rows are never deleted, because timelines and answers refer to them.
    /// - `notifications` `read_at` is set when it is read, or when its ask ends. Its deliveries, ask and timeline are
    ///   deleted with it.
    /// - `asks` `request` is the content as JSON. `state` and the columns after it are the resolution; `answer` is the
    ///   signed answer as JSON. `state` leaves `pending` once and never changes again.
    /// - `deliveries` The queue and its history: narrow rows, stored nearly in due order. `purpose`: 0 show, 1 clear.
    ///   `state`: 0 waiting, 1 claimed, 2 sent, 3 failed, 4 cancelled. `due` is the time of the next attempt while
    ///   waiting, the end of the lease while claimed, and NULL after the end. The partial index on `due` contains only
    ///   pending rows, so its size is the queue's depth.
    /// - `timeline` The events of a notification, in order.
    /// - `keys` API keys by the SHA-256 of their text. `pairings`: open pairing codes by theirs.
    /// - `sessions` Agents' sessions; `origin` and `progress` as JSON.
    /// - `idempotency` First responses by caller and key.
    static let version1 = """
        CREATE TABLE devices (
            id BLOB PRIMARY KEY NOT NULL,
            user_id TEXT NOT NULL,
            name TEXT NOT NULL,
            platform TEXT NOT NULL,
            token TEXT NOT NULL,
            environment TEXT NOT NULL,
            app TEXT NOT NULL,
            app_version TEXT,
            locale TEXT,
            time_zone TEXT,
            public_key BLOB NOT NULL,
            state TEXT NOT NULL,
            registered_at INTEGER NOT NULL
        ) STRICT;
        CREATE INDEX devices_user ON devices (user_id, registered_at, id);
        CREATE INDEX devices_token ON devices (token, app);

        CREATE TABLE notifications (
            id BLOB PRIMARY KEY NOT NULL,
            user_id TEXT NOT NULL,
            category TEXT NOT NULL,
            session_id TEXT,
            ask_id BLOB,
            title TEXT NOT NULL,
            subtitle TEXT,
            body TEXT NOT NULL,
            thread TEXT,
            deep_link TEXT,
            created_at INTEGER NOT NULL,
            expires_at INTEGER NOT NULL,
            read_at INTEGER
        ) STRICT;
        CREATE INDEX notifications_user ON notifications (user_id, id);
        CREATE INDEX notifications_unread ON notifications (user_id, expires_at) WHERE read_at IS NULL;

        CREATE TABLE asks (
            id BLOB PRIMARY KEY NOT NULL,
            notification_id BLOB NOT NULL UNIQUE REFERENCES notifications ON DELETE CASCADE,
            user_id TEXT NOT NULL,
            session_id TEXT,
            category TEXT NOT NULL,
            request TEXT NOT NULL,
            created_at INTEGER NOT NULL,
            deadline INTEGER NOT NULL,
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

        CREATE TABLE deliveries (
            id BLOB NOT NULL,
            notification_id BLOB NOT NULL REFERENCES notifications ON DELETE CASCADE,
            purpose INTEGER NOT NULL,
            device_id BLOB NOT NULL REFERENCES devices,
            state INTEGER NOT NULL DEFAULT 0,
            attempt INTEGER NOT NULL DEFAULT 0,
            due INTEGER,
            PRIMARY KEY (notification_id, purpose, device_id),
            CHECK ((due IS NULL) = (state > 1))
        ) STRICT;
        CREATE INDEX deliveries_due ON deliveries (due) WHERE due IS NOT NULL;

        CREATE TABLE timeline (
            notification_id BLOB NOT NULL REFERENCES notifications ON DELETE CASCADE,
            at INTEGER NOT NULL,
            step TEXT NOT NULL,
            device_id BLOB,
            detail TEXT
        ) STRICT;
        CREATE INDEX timeline_notification ON timeline (notification_id, at);

        CREATE TABLE keys (
            id BLOB PRIMARY KEY NOT NULL,
            hash BLOB NOT NULL UNIQUE,
            role TEXT NOT NULL,
            user_id TEXT NOT NULL,
            device_id BLOB,
            label TEXT NOT NULL,
            created_at INTEGER NOT NULL,
            revoked_at INTEGER
        ) STRICT;
        CREATE INDEX keys_device ON keys (device_id) WHERE device_id IS NOT NULL;

        CREATE TABLE pairings (
            code_hash BLOB PRIMARY KEY NOT NULL,
            user_id TEXT NOT NULL,
            expires_at INTEGER NOT NULL,
            refusals INTEGER NOT NULL DEFAULT 0
        ) STRICT;

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

        CREATE TABLE idempotency (
            scope BLOB NOT NULL,
            key TEXT NOT NULL,
            request_digest BLOB NOT NULL,
            status INTEGER NOT NULL,
            body BLOB NOT NULL,
            created_at INTEGER NOT NULL,
            PRIMARY KEY (scope, key)
        ) STRICT;
        CREATE INDEX idempotency_age ON idempotency (created_at);
        """
}

extension Schema {
    /// Layout 2: notification preferences.
    ///
    /// - `preferences` One row per user who ever set them, with `document` as canonical JSON. Every acceptance reads
    ///   it, so the row is stored in the primary key's tree.
    static let version2 = """
        CREATE TABLE preferences (
            user_id TEXT PRIMARY KEY NOT NULL,
            document TEXT NOT NULL
        ) STRICT, WITHOUT ROWID;
        """
}

extension Schema {
    /// Layout 3: display and push options of a notification.
    ///
    /// - `notifications.options` as JSON. `is_silent`: it displays nothing, and therefore does not count as unread.
    static let version3 = """
        ALTER TABLE notifications ADD COLUMN options TEXT;
        ALTER TABLE notifications ADD COLUMN is_silent INTEGER NOT NULL DEFAULT 0;
        DROP INDEX notifications_unread;
        CREATE INDEX notifications_unread ON notifications (user_id, expires_at)
            WHERE read_at IS NULL AND is_silent = 0;
        """
}

extension Schema {
    /// Layout 10: topics and campaigns.
    ///
    /// - `topics` The number of subscribers, maintained with the subscriptions; a topic without subscribers has no row.
    /// - `subscriptions` In the order in which campaigns read them; `subscriptions_user` for the topics of a user.
    ///   `is_own`: only the user has requested it.
    /// - `campaigns` `audience` is the audience without user names as JSON, `content` the notification as JSON.
    ///   `cursor` is the last reached user; it and the counts change in the transaction that creates the notifications.
    ///   `campaigns_ended` in the order of deletion.
    /// - `campaign_users` The users that a campaign names, until it ends.
    /// - `notifications.campaign_id` Its campaign. `deliveries.is_bulk`: claimed only when nothing else is due, so that
    ///   no ask waits behind a campaign.
    static let version10 = """
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
            content TEXT NOT NULL,
            state TEXT NOT NULL,
            recipients INTEGER NOT NULL,
            deliveries INTEGER NOT NULL,
            refused INTEGER NOT NULL,
            created_at INTEGER NOT NULL,
            expires_at INTEGER NOT NULL,
            begun_at INTEGER,
            ended_at INTEGER,
            cursor TEXT
        ) STRICT;
        CREATE INDEX campaigns_open ON campaigns (recipients, id) WHERE ended_at IS NULL;
        CREATE INDEX campaigns_ended ON campaigns (ended_at) WHERE ended_at IS NOT NULL;

        CREATE TABLE campaign_users (
            campaign_id BLOB NOT NULL REFERENCES campaigns ON DELETE CASCADE,
            user_id TEXT NOT NULL,
            PRIMARY KEY (campaign_id, user_id)
        ) STRICT, WITHOUT ROWID;

        CREATE INDEX devices_active ON devices (user_id) WHERE state = 'active';

        ALTER TABLE notifications ADD COLUMN campaign_id BLOB;
        ALTER TABLE deliveries ADD COLUMN is_bulk INTEGER NOT NULL DEFAULT 0;
        DROP INDEX deliveries_due;
        CREATE INDEX deliveries_due ON deliveries (is_bulk, due) WHERE due IS NOT NULL;
        """
}
