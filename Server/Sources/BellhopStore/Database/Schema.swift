import BellhopSQL

/// The layout of the database.
///
/// Conventions: ids are 16-byte BLOBs (UUID version 7, so that rows created together are stored together), moments
/// INTEGER milliseconds since 1970 in UTC, closed sets TEXT, secrets only their SHA-256. All tables are `STRICT`.
enum Schema {
    /// `bell` in ASCII: marks a file as Bellhop's (https://www.sqlite.org/pragma.html#pragma_application_id).
    static let applicationID: Int64 = 0x6265_6C6C
    /// The version of the layout, in `user_version`.
    static let version: Int64 = 1

    /// Returns whether the file is Bellhop's or empty. Must be checked before anything is written to it.
    static func mayLive(in connection: any SQLConnection) throws -> Bool {
        let mark = try connection.integer("PRAGMA application_id")
        return try mark == applicationID || connection.integer("SELECT count(*) FROM sqlite_schema") == 0
    }

    /// Creates the tables in an empty file.
    ///
    /// - Throws: ``StoreUnavailable`` for a file of another version, whose data could be destroyed.
    static func create(in connection: any SQLConnection, at path: String) throws {
        try connection.transaction {
            let found = try connection.integer("PRAGMA user_version") ?? 0
            guard found != version else { return }
            guard found < version else {
                throw StoreUnavailable(
                    "The database \(path) was written by a newer version of Bellhop: update this one.")
            }
            guard try connection.integer("SELECT count(*) FROM sqlite_schema") == 0 else {
                throw StoreUnavailable(
                    "The database \(path) was written before the first release of Bellhop: move it away and start again."
                )
            }
            try connection.execute(script: "PRAGMA application_id = \(applicationID); PRAGMA user_version = \(version)")
            for tables in [accounts, notifications, counters, content, liveActivities] {
                try connection.execute(script: tables)
            }
        }
    }
}

extension Schema {
    /// Users, devices and keys, and the server's own rows.
    ///
    /// - `devices` One row per registration. Rows are never deleted, because timelines and answers refer to them.
    ///   `given_name` takes precedence over `name`, which the device sets. `state_at`, `state_cause` and `state_reason`
    ///   describe why it is inactive; NULL while it is active. `trust` Whether its answers count. `enrolment` is the
    ///   signed consent as JSON; NULL for a first device. `enrolment_ask` is the ask that decides about a waiting device.
    /// - `trusted_users` Users that have had a trusted device. It is separate from `devices`, so that removing or
    ///   replacing a device does not make the next one the first again. `in_file`: 1 when that device's key was in a
    ///   file.
    /// - `keys` API keys by the SHA-256 of their text.
    /// - `pairings` Pairing codes by the SHA-256 of their text. A row is kept for an hour after its code's end, with the
    ///   device that used it.
    /// - `preferences` One row per user who ever set them, with `document` as canonical JSON. Every acceptance reads
    ///   it, so the row is stored in the primary key's tree.
    /// - `idempotency` First responses by caller and key.
    /// - `health` One row, written to check that writing works.
    static let accounts = """
        CREATE TABLE devices (
            id BLOB PRIMARY KEY NOT NULL,
            user_id TEXT NOT NULL,
            name TEXT NOT NULL,
            given_name TEXT,
            platform TEXT NOT NULL,
            token TEXT NOT NULL,
            environment TEXT NOT NULL,
            app TEXT NOT NULL,
            app_version TEXT,
            locale TEXT,
            time_zone TEXT,
            public_key BLOB NOT NULL,
            key_storage TEXT,
            state TEXT NOT NULL,
            state_at INTEGER,
            state_cause TEXT,
            state_reason TEXT,
            registered_at INTEGER NOT NULL,
            last_seen_at INTEGER NOT NULL,
            trust TEXT NOT NULL DEFAULT 'trusted',
            enrolment TEXT,
            enrolment_ask BLOB
        ) STRICT;
        CREATE INDEX devices_user ON devices (user_id, registered_at, id);
        CREATE INDEX devices_token ON devices (token, app);
        CREATE INDEX devices_active ON devices (user_id) WHERE state = 'active';
        CREATE INDEX devices_lapsed ON devices (platform, state_at) WHERE state_cause = 'gateway';

        CREATE TABLE trusted_users (
            user_id TEXT NOT NULL,
            in_file INTEGER NOT NULL,
            PRIMARY KEY (user_id, in_file)
        ) STRICT, WITHOUT ROWID;

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
        CREATE INDEX keys_user ON keys (user_id);

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

        CREATE TABLE preferences (
            user_id TEXT PRIMARY KEY NOT NULL,
            document TEXT NOT NULL
        ) STRICT, WITHOUT ROWID;

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

        CREATE TABLE health (
            id INTEGER PRIMARY KEY CHECK (id = 1),
            writes INTEGER NOT NULL
        ) STRICT;
        """
}
