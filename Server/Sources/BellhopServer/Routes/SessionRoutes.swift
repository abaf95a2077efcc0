import BellhopCore
import BellhopModel

struct SessionRoutes {
    let sessions: SessionService

    var handlers: [(Endpoint, RouteTable.Handler)] {
        [
            (.startSession, start), (.updateSession, update), (.listSessions, list), (.getSession, get),
            (.reportLiveActivity, report), (.putPushToStart, putPushToStart), (.removePushToStart, removePushToStart),
        ]
    }

    @Sendable private func start(_ call: Call) async throws -> Reply {
        try .json(try await sessions.start(call.decode(), by: call.key()), status: 201)
    }

    @Sendable private func update(_ call: Call) async throws -> Reply {
        try .json(try await sessions.update(call.name(), call.decode(), by: call.key()))
    }

    @Sendable private func list(_ call: Call) async throws -> Reply {
        try .json(Page(items: try await sessions.list(for: call.key(), limit: call.limit())))
    }

    @Sendable private func get(_ call: Call) async throws -> Reply {
        try .json(try await sessions.session(call.name(), for: call.key()))
    }

    @Sendable private func report(_ call: Call) async throws -> Reply {
        try .json(try await sessions.report(call.decode(), on: call.name(), by: call.key()))
    }

    @Sendable private func putPushToStart(_ call: Call) async throws -> Reply {
        let body: PushToStartRequest = try call.decode()
        try await sessions.setStartToken(body.token, of: call.id(), by: call.key())
        return .noContent
    }

    @Sendable private func removePushToStart(_ call: Call) async throws -> Reply {
        try await sessions.setStartToken(nil, of: call.id(), by: call.key())
        return .noContent
    }
}
