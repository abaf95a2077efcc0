extension Schema {
    /// Layout 90: trust in devices, and what became of pairing codes.
    ///
    /// - `devices.trust` Whether its answers count. `enrolment` is the signed consent as JSON; NULL for a root.
    ///   `enrolment_ask` is the ask that decides about a device that waits.
    /// - `trusted_users` Users that have had a trusted device. Kept apart from `devices`, so that nothing that is removed
    ///   or replaced there makes the next device the first one again. `in_file`: 1 when that device's key was in a file.
    /// - `pairings` A row outlives its code by an hour, with the device that used it. Codes that were open end here.
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
