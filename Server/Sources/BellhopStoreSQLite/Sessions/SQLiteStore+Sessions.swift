public import BellhopModel
import BellhopStore
import GRDB

extension SQLiteStore {
    public func put(_ session: AgentSession) async throws -> AgentSession {
        try await write { db in
            let former = try db.sessions.find(session.id, of: session.userID)
            let stored = try db.sessions.put(session)
            try db.wantLiveActivities(of: stored, anew: former?.isOver == true)
            return stored
        }
    }

    public func session(_ id: SessionID, of user: UserID) async throws -> AgentSession? {
        try await read { try $0.sessions.find(id, of: user) }
    }

    public func update(
        _ id: SessionID, of user: UserID, _ update: SessionUpdate, at time: Timestamp
    ) async throws -> AgentSession? {
        try await write { db in
            try db.sessions.find(id, of: user).map { try Self.change($0, update, at: time, in: db) }
        }
    }

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

    public func sessions(of user: UserID, limit: Int) async throws -> [AgentSession] {
        try await read { try $0.sessions.latest(of: user, limit: limit) }
    }
}
