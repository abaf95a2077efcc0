extension Schema {
    /// Layout 60: items with their changes, and messages.
    ///
    /// - `items` The application's; `data` as JSON.
    /// - `item_changes` For each user one row an item: the last thing that happened to it, numbered by `item_clock` in
    ///   the transaction that did it. `appeared` is the number by which the user came to have it. What changes for many
    ///   subscribers is a row for each, so that a reader walks a short range of an index, whatever others have.
    /// - `item_horizons` The last deletion of a user's that was forgotten.
    /// - `ended_items` What ended with more unread notifications than one transaction marks: those up to `last` are
    ///   still to be marked, and `device_id`, which ended it, is not told to clear them.
    /// - `messages` In the order in which they became durable; `messages_age` in the order in which they are forgotten. `message_boxes`: one row for each user who sees it.
    /// - `notifications.item_id`, `schedules.item_id`, `campaigns.item_id` What they are about, read from their JSON: the
    ///   indexes hold what is unread, what waits and what goes on.
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
