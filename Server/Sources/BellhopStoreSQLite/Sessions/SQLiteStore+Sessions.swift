public import BellhopModel
import BellhopStore

extension SQLiteStore {
    public func put(_ session: AgentSession) async throws -> AgentSession {
        try await write { try $0.sessions.put(session) }
    }

    public func session(_ id: SessionID, of user: UserID) async throws -> AgentSession? {
        try await read { try $0.sessions.find(id, of: user) }
    }

    public func update(
        _ id: SessionID, of user: UserID, _ update: SessionUpdate, at time: Timestamp
    ) async throws -> AgentSession? {
        try await write { db in
            guard var session = try db.sessions.find(id, of: user) else { return nil }
            if let status = update.status { session.status = status }
            if let operation = update.operation { session.operation = operation }
            if let progress = update.progress { session.progress = progress }
            session.updatedAt = time
            return try db.sessions.put(session)
        }
    }

    public func sessions(of user: UserID, limit: Int) async throws -> [AgentSession] {
        try await read { try $0.sessions.latest(of: user, limit: limit) }
    }
}
