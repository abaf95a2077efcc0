import BellhopCore
import BellhopModel

struct KeyRoutes {
    let desk: KeyDesk
    let trust: DeviceTrust

    var handlers: [(Endpoint, RouteTable.Handler)] { [(.createKey, create), (.listKeys, list), (.revokeKey, revoke)] }

    @Sendable private func create(_ call: Call) async throws -> Reply {
        let request: KeyRequest = try call.decode()
        let kept: @Sendable (CreatedKey) throws -> [UInt8] = { try CanonicalJSON.encode(["record": $0.record]) }
        return try await call.accepted(201, keeping: kept) { remember in
            let acceptance = try await desk.create(request, by: call.key(), remember: remember)
            if case .accepted(let created) = acceptance {
                let record = created.record
                // An admin's key reaches every user; told are the one it acts for and the one who made it.
                let users = record.role == .admin ? [record.userID, try call.key().userID] : [record.userID]
                for user in Set(users) { try await trust.tell(.keyCreated(record), to: user) }
            }
            return acceptance
        }
    }

    @Sendable private func list(_ call: Call) async throws -> Reply { try .json(Page(items: try await desk.list())) }

    @Sendable private func revoke(_ call: Call) async throws -> Reply {
        try await desk.revoke(call.id())
        return .noContent
    }
}
