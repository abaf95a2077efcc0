import BellhopModel
import GRDB

extension Database {
    var sessions: SessionTable { SessionTable(db: self) }
}

/// Runs of agents, by user and the agent's own id.
struct SessionTable {
    private static let columns =
        "id, user_id, title, origin, status, operation, progress, started_at, updated_at"

    let db: Database

    /// - Returns: the session as stored, with the start of one that was there before.
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
            "SELECT \(Self.columns) FROM sessions WHERE user_id = ? AND id = ?",
            [user.description, id.description], AgentSession.init)
    }

    /// Those that are not over, have no pending ask, and were last changed before `time`.
    func silent(before time: Timestamp, limit: Int) throws -> [AgentSession] {
        try db.all(
            """
            SELECT \(Self.columns) FROM sessions
            WHERE status IN ('running', 'waiting') AND updated_at < ? AND NOT EXISTS (
                SELECT 1 FROM asks
                WHERE asks.user_id = sessions.user_id AND asks.session_id = sessions.id AND asks.state = 'pending'
            )
            ORDER BY updated_at, id LIMIT ?
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
            id: try row.name(), userID: try row.name(), title: try row.text(), origin: try row.json(),
            status: try row.word(), operation: try row.optionalText(), progress: try row.optionalJSON(),
            startedAt: try row.time(), updatedAt: try row.time())
    }
}
