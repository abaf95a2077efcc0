public import BellhopModel
public import BellhopStore
public import Metrics

/// Sends to many users: accepted at once, carried out by ``CampaignFanout``.
///
/// Every method throws `APIError` for what its caller did wrong, and passes on what the store throws when it cannot do
/// its work. What a method returns is durable. All take an admin's key.
public struct Campaigns: Sendable {
    private let store: any CampaignStore
    private let wake: Wake
    private let time: any TimeSource
    private let accepted: Counter

    /// - Parameter wake: rung whenever there is a campaign to carry out.
    public init(store: any CampaignStore, wake: Wake, time: any TimeSource, metrics: any MetricsFactory) {
        self.store = store
        self.wake = wake
        self.time = time
        accepted = Counter(label: "bellhop_campaigns_created_total", factory: metrics)
    }

    /// Tells an audience something.
    ///
    /// - Parameter remember: makes the record of the response, which is stored together with the campaign. `nil` when
    ///   the request named no idempotency key.
    /// - Throws: `APIError`: `forbidden`, `invalid_request`, `payload_too_large`.
    public func start(
        _ request: CampaignRequest, by key: KeyRecord, remember: (@Sendable (Campaign) throws -> IdempotencyRecord)?
    ) async throws -> Acceptance<Campaign> {
        try key.require([.admin], to: "send to many")
        let campaign = Campaign(request, at: time.now)
        try CampaignRules.check(request, campaign, by: key)
        let submission = CampaignSubmission(
            campaign: campaign, audience: request.to, idempotency: try remember?(campaign))
        // Rung even when the store throws: nobody knows then whether the transaction went through.
        defer { wake.signal() }
        switch try await store.accept(submission) {
        case .repeated(let record): return .repeated(record)
        case .stored:
            accepted.increment()
            return .accepted(campaign)
        }
    }

    /// One campaign, and how far it has come.
    ///
    /// - Throws: `APIError`: `not_found`, `forbidden`.
    public func campaign(_ id: CampaignID, for key: KeyRecord) async throws -> Campaign {
        try key.require([.admin], to: "read campaigns")
        return try Self.found(try await store.campaign(id), id)
    }

    /// All campaigns, newest first.
    ///
    /// - Parameters:
    ///   - cursor: the last one of the page before.
    ///   - limit: at most so many; 1 to 200, and what is beyond is brought into that range.
    /// - Throws: `APIError` `forbidden`.
    public func list(before cursor: CampaignID?, limit: Int, for key: KeyRecord) async throws -> [Campaign] {
        try key.require([.admin], to: "read campaigns")
        return try await store.campaigns(before: cursor, limit: PageLimit.clamp(limit))
    }

    /// Stops a campaign, also in the middle: nothing of it is sent any more, and what was sent stays. Again changes
    /// nothing.
    ///
    /// - Throws: `APIError`: `not_found`, `forbidden`.
    public func stop(_ id: CampaignID, by key: KeyRecord) async throws -> Campaign {
        try key.require([.admin], to: "stop a campaign")
        return try Self.found(try await store.stopCampaign(id, at: time.now), id)
    }

    private static func found(_ campaign: Campaign?, _ id: CampaignID) throws -> Campaign {
        guard let campaign else { throw APIError(.notFound, "There is no campaign \(id).") }
        return campaign
    }
}
