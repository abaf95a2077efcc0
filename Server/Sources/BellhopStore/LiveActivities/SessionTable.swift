public import BellhopModel

extension Database {
    var sessions: SessionTable { SessionTable(db: self) }
}

/// The table of sessions, by user and the agent's own id.
struct SessionTable {
    private static let columns =
        "id, user_id, title, origin, status, operation, progress, started_at, updated_at"

    let db: Database

    /// - Returns: the stored session, which keeps the start time of a replaced one.
    func put(_ session: AgentSession) throws -> AgentSession {
        let stored = try db.first(
            """
            INSERT INTO sessions (\(Self.columns)) VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?)
            ON CONFLICT (user_id, id) DO UPDATE SET
                title = excluded.title, origin = excluded.origin, status = excluded.status,
                operation = excluded.operation, progress = excluded.progress, updated_at = excluded.updated_at
            RETURNING \(Self.columns)
            """,
            [
                session.id.description, session.userID.description, session.title,
                try CanonicalJSON.text(session.origin), session.status.rawValue, session.operation,
                try session.progress.map { try CanonicalJSON.text($0) }, session.startedAt.milliseconds,
                session.updatedAt.milliseconds,
            ], AgentSession.init)
        return stored ?? session
    }

    func find(_ id: SessionID, of user: UserID) throws -> AgentSession? {
        try db.first(
            "SELECT \(Self.columns) FROM sessions WHERE user_id = ? AND id = ?\(db.locked)",
            [user.description, id.description], AgentSession.init)
    }

    /// Sessions that are not over, have no pending ask, and were last changed before `time`.
    func silent(before time: Timestamp, limit: Int) throws -> [AgentSession] {
        try db.all(
            """
            SELECT \(Self.columns) FROM sessions
            WHERE status IN ('running', 'waiting') AND updated_at < ? AND NOT EXISTS (
                SELECT 1 FROM asks
                WHERE asks.user_id = sessions.user_id AND asks.session_id = sessions.id AND asks.state = 'pending'
            )
            ORDER BY updated_at, id LIMIT ?\(db.skippingLocked)
            """,
            [time.milliseconds, max(0, limit)], AgentSession.init)
    }

    func latest(of user: UserID, limit: Int) throws -> [AgentSession] {
        try db.all(
            "SELECT \(Self.columns) FROM sessions WHERE user_id = ? ORDER BY updated_at DESC, id LIMIT ?",
            [user.description, max(0, limit)], AgentSession.init)
    }
}

extension AgentSession {
    fileprivate init(_ row: inout Columns) throws {
        self.init(
            id: try row.externalID(), userID: try row.externalID(), title: try row.text(), origin: try row.json(),
            status: try row.word(), operation: try row.optionalText(), progress: try row.optionalJSON(),
            startedAt: try row.time(), updatedAt: try row.time())
    }
}

extension Store {
    /// Stores `session`; one with the same user and id keeps its start time.
    ///
    /// Each active device of its user with a start token gets a Live Activity for it, and existing ones become due: at
    /// once after a change of its status, otherwise unless they are behind already. A session that was over is shown
    /// again on devices where its activity had ended.
    public func put(_ session: AgentSession) async throws -> AgentSession {
        try await write { db in
            let former = try db.sessions.find(session.id, of: session.userID)
            let stored = try db.sessions.put(session)
            try db.createLiveActivities(for: stored, isResumed: former?.isOver == true)
            return stored
        }
    }

    public func session(_ id: SessionID, of user: UserID) async throws -> AgentSession? {
        try await read { try $0.sessions.find(id, of: user) }
    }

    /// Changes the fields of `update`. `nil` for an unknown session.
    public func update(
        _ id: SessionID, of user: UserID, _ update: SessionUpdate, at time: Timestamp
    ) async throws -> AgentSession? {
        try await write { db in
            try db.sessions.find(id, of: user).map { try Self.change($0, update, at: time, in: db) }
        }
    }

    /// Completes sessions that are not over, were last changed before `limit`, and have no pending ask, and applies
    /// `update`.
    ///
    /// - Parameter count: the maximum number of sessions, earliest change first.
    /// - Returns: the stored sessions.
    public func endSilentSessions(
        changedBefore limit: Timestamp, _ update: SessionUpdate, at time: Timestamp, limit count: Int
    ) async throws -> [AgentSession] {
        var update = update
        update.status = .completed
        return try await write { [update] db in
            try db.sessions.silent(before: limit, limit: count).map { try Self.change($0, update, at: time, in: db) }
        }
    }

    private static func change(
        _ session: AgentSession, _ update: SessionUpdate, at time: Timestamp, in db: Database
    ) throws -> AgentSession {
        var changed = session
        if let status = update.status { changed.status = status }
        if let operation = update.operation { changed.operation = operation }
        if let progress = update.progress { changed.progress = progress }
        changed.updatedAt = time
        try db.liveActivities.makeDue(
            of: session.id, session.userID, at: time, evenBehind: changed.status != session.status)
        return try db.sessions.put(changed)
    }

    /// Latest change first.
    public func sessions(of user: UserID, limit: Int) async throws -> [AgentSession] {
        try await read { try $0.sessions.latest(of: user, limit: limit) }
    }
}
