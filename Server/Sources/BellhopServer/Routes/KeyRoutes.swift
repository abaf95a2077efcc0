import BellhopDelivery
import BellhopModel

struct KeyRoutes {
    let desk: KeyDesk

    var handlers: [(Endpoint, RouteTable.Handler)] { [(.createKey, create), (.listKeys, list), (.revokeKey, revoke)] }

    @Sendable private func create(_ call: Call) async throws -> Reply {
        let request: KeyRequest = try call.decode()
        return try await call.accepted(201, keeping: { try CanonicalJSON.encode(["record": $0.record]) }) { remember in
            try await desk.create(request, by: call.key(), remember: remember)
        }
    }

    @Sendable private func list(_ call: Call) async throws -> Reply { try .json(Page(items: try await desk.list())) }

    @Sendable private func revoke(_ call: Call) async throws -> Reply {
        try await desk.revoke(call.id())
        return .noContent
    }
}
