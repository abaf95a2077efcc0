extension Schema {
    /// Layout 60: items with their changes, and messages.
    ///
    /// - `items` The application's items; `data` as JSON.
    /// - `item_changes` One row per user and item: its last change, numbered by `item_clock` in the same transaction.
    ///   `appeared` is the number by which the user got the item. A change for many subscribers is one row each, so
    ///   that a reader scans a short range of an index.
    /// - `item_horizons` The user's last deletion that was itself deleted.
    /// - `ended_items` Ended items with more unread notifications than one transaction marks: those up to `last` must
    ///   still be marked, and `device_id`, which ended it, needs no clearing push.
    /// - `messages` In the order in which they became durable; `messages_age` in the order of deletion.
    ///   `message_boxes`: one row per user who sees it.
    /// - `notifications.item_id`, `schedules.item_id`, `campaigns.item_id` The item they are about, read from their
    ///   JSON: the partial indexes contain unread, waiting and open ones.
    static let version60 = """
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
            sequence INTEGER PRIMARY KEY AUTOINCREMENT,
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

        ALTER TABLE notifications ADD COLUMN item_id TEXT GENERATED ALWAYS AS (json_extract(options, '$.item_id')) VIRTUAL;
        CREATE INDEX notifications_item ON notifications (item_id, user_id) WHERE item_id IS NOT NULL AND read_at IS NULL;

        ALTER TABLE schedules ADD COLUMN item_id TEXT
            GENERATED ALWAYS AS (json_extract(document, '$.notification.options.item_id')) VIRTUAL;
        CREATE INDEX schedules_item ON schedules (item_id, user_id) WHERE item_id IS NOT NULL AND due IS NOT NULL;

        ALTER TABLE campaigns ADD COLUMN item_id TEXT GENERATED ALWAYS AS (json_extract(content, '$.options.item_id')) VIRTUAL;
        CREATE INDEX campaigns_item ON campaigns (item_id) WHERE item_id IS NOT NULL AND ended_at IS NULL;
        """
}

extension Schema {
    /// Layout 70: held asks.
    ///
    /// - `asks.held_until` The moment before which no Live Activity shows it; NULL for one that was never held.
    static let version70 = """
        ALTER TABLE asks ADD COLUMN held_until INTEGER;
        """
}

extension Schema {
    /// Layout 80: claims by platform, failed attempts, repeated denials, and a row for health checks.
    ///
    /// - `deliveries.platform` The platform of the device: a claim skips gateways without room. `failures` counts the
    ///   attempts that a gateway deferred; `attempt` counts and identifies claims.
    /// - `asks.input_hash` SHA-256 of the input alone, without nonce; NULL for an ask without input.
    /// - `health` One row, written to check that writing works.
    static let version80 = """
        ALTER TABLE deliveries ADD COLUMN platform TEXT NOT NULL DEFAULT 'ios';
        UPDATE deliveries SET platform = coalesce((SELECT platform FROM devices WHERE id = device_id), 'ios');
        ALTER TABLE deliveries ADD COLUMN failures INTEGER NOT NULL DEFAULT 0;
        DROP INDEX deliveries_due;
        CREATE INDEX deliveries_due ON deliveries (platform, is_bulk, due) WHERE due IS NOT NULL;

        ALTER TABLE asks ADD COLUMN input_hash BLOB;
        CREATE INDEX asks_denied ON asks (user_id, input_hash, resolved_at) WHERE state = 'denied';

        CREATE TABLE health (
            id INTEGER PRIMARY KEY CHECK (id = 1),
            writes INTEGER NOT NULL
        ) STRICT;
        """
}

extension Schema {
    /// Layout 90: trust in devices, and the status of pairings.
    ///
    /// - `devices.trust` Whether its answers count. `enrolment` is the signed consent as JSON; NULL for a first device.
    ///   `enrolment_ask` is the ask that decides about a waiting device.
    /// - `trusted_users` Users that have had a trusted device. It is separate from `devices`, so that removing or
    ///   replacing a device does not make the next one the first again. `in_file`: 1 when that device's key was in a
    ///   file.
    /// - `pairings` A row is kept for an hour after its code's end, with the device that used it. The migration ends
    ///   open codes.
    static let version90 = """
        ALTER TABLE devices ADD COLUMN key_storage TEXT;
        ALTER TABLE devices ADD COLUMN trust TEXT NOT NULL DEFAULT 'trusted';
        ALTER TABLE devices ADD COLUMN enrolment TEXT;
        ALTER TABLE devices ADD COLUMN enrolment_ask BLOB;

        CREATE TABLE trusted_users (
            user_id TEXT NOT NULL,
            in_file INTEGER NOT NULL,
            PRIMARY KEY (user_id, in_file)
        ) STRICT, WITHOUT ROWID;
        INSERT INTO trusted_users (user_id, in_file) SELECT DISTINCT user_id, 0 FROM devices;

        DROP TABLE pairings;
        CREATE TABLE pairings (
            id BLOB PRIMARY KEY NOT NULL,
            code_hash BLOB NOT NULL UNIQUE,
            user_id TEXT NOT NULL,
            created_by BLOB,
            expires_at INTEGER NOT NULL,
            refusals INTEGER NOT NULL DEFAULT 0,
            is_recovery INTEGER NOT NULL DEFAULT 0,
            device_id BLOB
        ) STRICT;
        """
}
