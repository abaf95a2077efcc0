extension Schema {
    /// Layout 20: Live Activities.
    ///
    /// - `push_to_start` By which token a device starts activities.
    /// - `live_activities` One row for a session and a device. `life` is everything that happened to it, as JSON, with
    ///   its tokens. `due` is when somebody must look at it again; the end of the lease while it is claimed. `behind`: a
    ///   change of the session has made it due, or waits for the time at which it is. `turn` counts its claims. `held`:
    ///   due, but another of its device is claimed; whoever records that lets the next one go, so that no claim walks
    ///   over what it cannot take.
    /// - `live_activity_pushes` When pushes of high priority were spent on a device's activities. Old ones are deleted
    ///   with every new one.
    static let version20 = """
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
