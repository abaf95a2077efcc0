import BellhopCore
import BellhopModel

struct CampaignRoutes {
    let campaigns: CampaignService

    var handlers: [(Endpoint, RouteTable.Handler)] {
        [(.createCampaign, create), (.listCampaigns, list), (.getCampaign, get), (.stopCampaign, stop)]
    }

    @Sendable private func create(_ call: Call) async throws -> Reply {
        let request: CampaignRequest = try call.decode()
        return try await call.accepted { remember in
            try await campaigns.start(request, by: call.key(), recorder: remember)
        }
    }

    @Sendable private func list(_ call: Call) async throws -> Reply {
        let cursor = try call.query("before", as: CampaignID.self)
        return try .json(Page(items: try await campaigns.list(before: cursor, limit: call.limit(), for: call.key())))
    }

    @Sendable private func get(_ call: Call) async throws -> Reply {
        try .json(try await campaigns.campaign(call.id(), for: call.key()))
    }

    @Sendable private func stop(_ call: Call) async throws -> Reply {
        try .json(try await campaigns.stop(call.id(), by: call.key()))
    }
}
