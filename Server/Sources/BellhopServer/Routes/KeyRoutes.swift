import BellhopCore
import BellhopModel

struct KeyRoutes {
    let desk: KeyService

    var handlers: [(Endpoint, RouteTable.Handler)] { [(.createKey, create), (.listKeys, list), (.revokeKey, revoke)] }

    @Sendable private func create(_ call: Call) async throws -> Reply {
        let request: KeyRequest = try call.decode()
        let kept: @Sendable (CreatedKey) throws -> [UInt8] = { try CanonicalJSON.encode(["record": $0.record]) }
        return try await call.accepted(201, keeping: kept) { remember in
            try await desk.create(request, by: call.key(), recorder: remember)
        }
    }

    @Sendable private func list(_ call: Call) async throws -> Reply { try .json(Page(items: try await desk.list())) }

    @Sendable private func revoke(_ call: Call) async throws -> Reply {
        try await desk.revoke(call.id())
        return .noContent
    }
}
