import BellhopDelivery
import BellhopModel
import BellhopStore

struct SessionRoutes {
    let store: any SessionStore
    let hub: EventHub
    let time: any TimeSource

    var handlers: [(Endpoint, RouteTable.Handler)] {
        [(.startSession, start), (.updateSession, update), (.listSessions, list)]
    }

    @Sendable private func start(_ call: Call) async throws -> Reply {
        let request: SessionRequest = try call.decode()
        guard (1...APILimits.title).contains(request.title.count) else {
            throw APIError(.invalidRequest, "title: 1 to \(APILimits.title) characters expected.")
        }
        let now = time.now
        let session = try await store.put(
            AgentSession(
                id: request.id, userID: try call.key().userID, title: request.title, origin: request.origin ?? Origin(),
                startedAt: now, updatedAt: now))
        hub.publish(.sessionUpdated(session), to: session.userID)
        return try .json(session, status: 201)
    }

    @Sendable private func update(_ call: Call) async throws -> Reply {
        let update: SessionUpdate = try call.decode()
        if let progress = update.progress, !(0 <= progress.completed && progress.completed <= progress.total) {
            throw APIError(.invalidRequest, "progress: completed must be between 0 and total.")
        }
        let id: SessionID = try call.name()
        guard let session = try await store.update(id, of: call.key().userID, update, at: time.now) else {
            throw APIError(.notFound, "There is no session \(id).")
        }
        hub.publish(.sessionUpdated(session), to: session.userID)
        return try .json(session)
    }

    @Sendable private func list(_ call: Call) async throws -> Reply {
        try .json(Page(items: try await store.sessions(of: call.key().userID, limit: call.limit())))
    }
}
