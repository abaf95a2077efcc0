public import BellhopModel
public import BellhopStore
public import Metrics

/// Accepts, reads and stops campaigns; ``CampaignFanout`` creates their notifications, and ``BroadcastSender`` sends
/// broadcasts.
///
/// Every method takes an admin's key, throws `APIError` for a caller's error, and rethrows store errors. Returned
/// results are durable.
public struct CampaignService: Sendable {
    private let store: Store
    private let workSignal: WorkSignal
    private let time: any TimeSource
    private let accepted: Counter

    /// - Parameter workSignal: notified when campaigns are created.
    public init(store: Store, workSignal: WorkSignal, time: any TimeSource, metrics: any MetricsFactory) {
        self.store = store
        self.workSignal = workSignal
        self.time = time
        accepted = Counter(label: "bellhop_campaigns_created_total", factory: metrics)
    }

    /// Starts a campaign.
    ///
    /// - Parameter recorder: makes the idempotency record of the response; `nil` without an idempotency key.
    /// - Throws: `APIError`: `forbidden`, `invalid_request`, `payload_too_large`.
    public func start(
        _ request: CampaignRequest, by key: KeyRecord, recorder: ResponseRecorder<Campaign>?
    ) async throws -> IdempotentResult<Campaign> {
        try key.require([.admin], to: "start campaigns")
        let campaign = Campaign(request, at: time.now)
        try CampaignRules.check(request, campaign, by: key)
        let submission = CampaignSubmission(
            campaign: campaign, audience: request.to, idempotency: try recorder?(campaign))
        // Notified even when the store throws: it is unknown then whether the transaction was committed.
        defer { workSignal.notify(.campaigns) }
        let result = try await store.accept(submission)
        if case .stored = result { accepted.increment() }
        return IdempotentResult(result, campaign)
    }

    /// One campaign with its progress.
    ///
    /// - Throws: `APIError`: `not_found`, `forbidden`.
    public func campaign(_ id: CampaignID, for key: KeyRecord) async throws -> Campaign {
        try key.require([.admin], to: "read campaigns")
        return try Self.found(try await store.campaign(id), id)
    }

    /// All campaigns, newest first.
    ///
    /// - Parameters:
    ///   - cursor: the last campaign of the previous page.
    ///   - limit: the page size. Values outside of 1 to 200 are clamped.
    /// - Throws: `APIError` `forbidden`.
    public func list(before cursor: CampaignID?, limit: Int, for key: KeyRecord) async throws -> [Campaign] {
        try key.require([.admin], to: "read campaigns")
        return try await store.campaigns(before: cursor, limit: PageLimit.clamp(limit))
    }

    /// Stops a campaign, also during its fan-out: nothing of it is sent any more. Repeating it changes nothing.
    ///
    /// - Throws: `APIError`: `not_found`, `forbidden`.
    public func stop(_ id: CampaignID, by key: KeyRecord) async throws -> Campaign {
        try key.require([.admin], to: "stop a campaign")
        // Ends the wait of a broadcast for a gateway.
        defer { workSignal.notify(.campaigns) }
        return try Self.found(try await store.stopCampaign(id, at: time.now), id)
    }

    private static func found(_ campaign: Campaign?, _ id: CampaignID) throws -> Campaign {
        guard let campaign else { throw APIError(.notFound, "There is no campaign \(id).") }
        return campaign
    }
}
