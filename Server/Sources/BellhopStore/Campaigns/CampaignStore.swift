public import BellhopModel

/// What is stored when a campaign is accepted. Whom it reaches is found out bit by bit, in the order of the users'
/// ids: see ``CampaignStore/advanceCampaign(at:limit:)``.
public struct CampaignSubmission: Hashable, Sendable {
    public var campaign: Campaign
    public var audience: Audience
    /// Stored with the rest, so that a repetition after a crash finds it.
    public var idempotency: IdempotencyRecord?

    /// - Parameter campaign: new, for `audience`.
    public init(campaign: Campaign, audience: Audience, idempotency: IdempotencyRecord? = nil) {
        self.campaign = campaign
        self.audience = audience
        self.idempotency = idempotency
    }
}

public enum IdempotentWriteResult: Hashable, Sendable {
    case stored
    /// A record under the submission's idempotency key was there before. Nothing was stored.
    case repeated(IdempotencyRecord)
}

/// What one step of a campaign came to.
public struct CampaignStep: Hashable, Sendable {
    /// As it stands after the step.
    public var campaign: Campaign
    /// What users were told by this step.
    public var notifications: [UserNotification]

    public init(campaign: Campaign, notifications: [UserNotification]) {
        self.campaign = campaign
        self.notifications = notifications
    }
}

public protocol CampaignStore: Sendable {
    /// Stores `submission` in one transaction. A user who is named twice is reached once.
    func accept(_ submission: CampaignSubmission) async throws -> IdempotentWriteResult

    func campaign(_ id: CampaignID) async throws -> Campaign?

    /// Newest first, at most `limit`, starting before `cursor`.
    func campaigns(before cursor: CampaignID?, limit: Int) async throws -> [Campaign]

    /// Brings one campaign forward: tells the next users, at most `limit`, fewer when other writes wait, and notes how far it has come, in one
    /// transaction. So a crash repeats nobody and leaves out nobody.
    ///
    /// Each is told as ``NotificationStore/accept(_:)`` would, except that deliveries are claimed after all that are
    /// no campaign's; that of a summary too, unless something else waits in it. A topic's users are those who subscribe at that moment, everyone those with an active device.
    /// The campaign that has reached fewest goes first, so that none waits behind a huge one. It ends when nobody is
    /// left, and at ``BellhopModel/Campaign/expiresAt`` whoever is left. One about an item that is complete is stopped.
    /// - Returns: `nil` when no campaign has anything left to do.
    func advanceCampaign(at time: Timestamp, limit: Int) async throws -> CampaignStep?

    /// How many deliveries of campaigns are due at `time`; counts to `limit`.
    func campaignBacklog(at time: Timestamp, limit: Int) async throws -> Int

    /// Stops a campaign: nobody else is told, and its deliveries that have not been claimed are ended instead of
    /// claimed, even of one that is done. Summaries count what is left without its notifications. One that was stopped or has expired stays as it is.
    /// - Returns: the campaign as it stands then; `nil` when there is none.
    func stopCampaign(_ id: CampaignID, at time: Timestamp) async throws -> Campaign?

    /// Deletes campaigns that ended before `moment`, at most `limit`, the first to end first. What users were told stays.
    ///
    /// One that has not expired at `time` is kept: some of its deliveries may still wait.
    /// - Returns: how many were deleted; fewer than `limit` when nothing is left to delete.
    func forgetCampaigns(endedBefore moment: Timestamp, at time: Timestamp, limit: Int) async throws -> Int
}
