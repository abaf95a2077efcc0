extension Schema {
    /// Layout 10: sends to many.
    ///
    /// - `topics` How many subscribe, counted as subscriptions come and go; a topic that nobody subscribes to has no
    ///   row.
    /// - `subscriptions` In the order in which a campaign walks them; `subscriptions_user` for the topics of a user.
    ///   `is_own`: the user asked for it, and nobody else has since.
    /// - `campaigns` `audience` is whom it is for as JSON, without names; `content` the notification as JSON.
    ///   `cursor` is the last user it has reached: with the counts it moves in the transaction that tells the users.
    ///   `campaigns_ended` in the order in which they are forgotten.
    /// - `campaign_users` The users that a campaign names, until it ends.
    /// - `notifications.campaign_id` What it was part of. `deliveries.is_bulk`: claimed only when nothing else is due,
    ///   so that no ask stands behind a campaign.
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
