extension Schema {
    /// Layout 80: claims by platform, failed attempts, repeated denials, and a row to test writing with.
    ///
    /// - `deliveries.platform` Of the device: a claim takes nothing for a gateway that has no room. `failures` counts the
    ///   attempts that a gateway put off; `attempt` counts claims, and says which of them is meant.
    /// - `asks.input_hash` SHA-256 of the input alone, without nonce; NULL for an ask without input.
    /// - `health` One row, written to learn whether writing works.
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
