import BellhopModel

struct KeyRoutes {
    let desk: KeyDesk

    var handlers: [(Endpoint, RouteTable.Handler)] { [(.createKey, create), (.listKeys, list), (.revokeKey, revoke)] }

    @Sendable private func create(_ call: Call) async throws -> Reply {
        let created = try await desk.create(call.decode(), by: call.key())
        var reply = try Reply.json(created, status: 201)
        reply.bodyToKeep = try CanonicalJSON.encode(["record": created.record])
        return reply
    }

    @Sendable private func list(_ call: Call) async throws -> Reply { try .json(Page(items: try await desk.list())) }

    @Sendable private func revoke(_ call: Call) async throws -> Reply {
        try await desk.revoke(call.id())
        return .noContent
    }
}
