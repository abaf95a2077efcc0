public import BellhopModel
import BellhopStore

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
            guard var session = try db.sessions.find(id, of: user) else { return nil }
            let former = session.status
            if let status = update.status { session.status = status }
            if let operation = update.operation { session.operation = operation }
            if let progress = update.progress { session.progress = progress }
            session.updatedAt = time
            try db.liveActivities.makeDue(of: id, user, at: time, evenBehind: session.status != former)
            return try db.sessions.put(session)
        }
    }

    public func sessions(of user: UserID, limit: Int) async throws -> [AgentSession] {
        try await read { try $0.sessions.latest(of: user, limit: limit) }
    }
}
