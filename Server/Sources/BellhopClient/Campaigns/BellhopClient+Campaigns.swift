public import BellhopModel

/// Sends to many. All need an admin's key.
extension BellhopClient {
    /// Tells an audience something. It is accepted at once and carried out in the background.
    public func createCampaign(_ request: CampaignRequest, idempotencyKey: String? = nil) async throws -> Campaign {
        try await call(Call(.createCampaign).sending(request).keyed(idempotencyKey))
    }

    /// One campaign, and how far it has come.
    public func getCampaign(_ id: CampaignID) async throws -> Campaign {
        try await call(Call(.getCampaign, id.description))
    }

    /// All campaigns, newest first.
    ///
    /// - Parameters:
    ///   - before: only those older than this one; the last of a page leads to the next.
    ///   - limit: 1 to 200; 50 unless given.
    public func listCampaigns(before: CampaignID? = nil, limit: Int? = nil) async throws -> [Campaign] {
        let query = [("before", before?.description), ("limit", limit.map(String.init))]
        return try await call(Call(.listCampaigns, query: query), as: Page<Campaign>.self).items
    }

    /// Stops a campaign, also in the middle: nothing of it is sent any more.
    @discardableResult
    public func stopCampaign(_ id: CampaignID) async throws -> Campaign {
        try await call(Call(.stopCampaign, id.description))
    }
}
