extension Schema {
    /// Layout 1.
    ///
    /// Conventions: ids are 16-byte BLOBs (UUID version 7, so rows made together lie together), moments INTEGER
    /// milliseconds since 1970 in UTC, closed sets their words as TEXT, secrets SHA-256 only. All tables are `STRICT`.
    ///
    /// - `devices` One row a registration. Never deleted: timelines and answers name it.
    /// - `notifications` What users were told. `read_at` is set when it was read, or when the ask it is about ended.
    ///   Deliveries, ask and timeline go with their notification.
    /// - `asks` `request` is the content as one JSON text. `state` and the columns after it are the resolution;
    ///   `answer` is the signed answer as JSON. `state` leaves `pending` once and never changes again.
    /// - `deliveries` The queue and its history. Narrow, and in due order near insertion order. `purpose`: 0 show,
    ///   1 clear. `state`: 0 waiting, 1 claimed, 2 sent, 3 failed, 4 cancelled. `due` is when somebody must look at
    ///   the row again: the next attempt while it waits, the end of the lease while it is claimed, NULL once it has
    ///   ended. The index on `due` holds exactly what has not ended, so its size is the queue's depth, not history.
    /// - `timeline` What happened to a notification, in the order it was noted.
    /// - `keys` API keys by the SHA-256 of their text. `pairings`: open pairing codes by theirs.
    /// - `sessions` Runs of agents; `origin` and `progress` as JSON.
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
