public import BellhopModel

/// An accepted campaign. Its recipients are determined step by step, ordered by user id: see
/// ``CampaignStore/advanceCampaign(at:limit:)``.
public struct CampaignSubmission: Hashable, Sendable {
    public var campaign: Campaign
    public var audience: Audience
    /// Stored in the same transaction, so that a repetition after a crash finds it.
    public var idempotency: IdempotencyRecord?

    /// - Parameter campaign: a new campaign for `audience`.
    public init(campaign: Campaign, audience: Audience, idempotency: IdempotencyRecord? = nil) {
        self.campaign = campaign
        self.audience = audience
        self.idempotency = idempotency
    }
}

/// The result of one step of a campaign.
public struct CampaignStep: Hashable, Sendable {
    /// The campaign after the step.
    public var campaign: Campaign
    /// The notifications created by this step.
    public var notifications: [UserNotification]

    public init(campaign: Campaign, notifications: [UserNotification]) {
        self.campaign = campaign
        self.notifications = notifications
    }
}

public protocol CampaignStore: Sendable {
    /// Stores `submission` in one transaction. A user who is named twice receives one notification.
    func accept(_ submission: CampaignSubmission) async throws -> IdempotentWriteResult

    func campaign(_ id: CampaignID) async throws -> Campaign?

    /// Newest first, at most `limit`, starting before `cursor`.
    func campaigns(before cursor: CampaignID?, limit: Int) async throws -> [Campaign]

    /// Advances one campaign in one transaction: creates notifications for the next users, at most `limit` and fewer
    /// when other writes wait, and records its position. A crash therefore neither repeats nor skips a user.
    ///
    /// Each notification is stored as by ``NotificationStore/accept(_:)``, except that its deliveries are claimed after
    /// all others; a summary's as well, unless it contains another notification. A topic's users are those subscribed
    /// at that moment, and `everyone` those with an active device. The campaign with the fewest recipients so far is
    /// advanced first, so that none waits behind a huge one. A campaign ends after its last user, or at
    /// ``BellhopModel/Campaign/expiresAt``. One about a completed item is stopped.
    /// - Returns: `nil` when no campaign is open.
    func advanceCampaign(at time: Timestamp, limit: Int) async throws -> CampaignStep?

    /// The number of campaign deliveries due at `time`, counted up to `limit`.
    func campaignBacklog(at time: Timestamp, limit: Int) async throws -> Int

    /// Stops a campaign, even a completed one: it creates no more notifications, and its unclaimed deliveries are ended
    /// instead of claimed. Summaries no longer count its notifications. A stopped or expired campaign does not change.
    /// - Returns: the campaign after the change; `nil` for an unknown one.
    func stopCampaign(_ id: CampaignID, at time: Timestamp) async throws -> Campaign?

    /// Deletes up to `limit` campaigns that ended before `moment`, earliest end first. Their notifications stay.
    ///
    /// A campaign that has not expired at `time` is kept, because some of its deliveries may be pending.
    /// - Returns: the number of deleted campaigns; less than `limit` when none is left.
    func forgetCampaigns(endedBefore moment: Timestamp, at time: Timestamp, limit: Int) async throws -> Int
}

extension Campaign {
    /// The notification for `user` in a step at `time`.
    public func notification(for user: UserID, at time: Timestamp) -> UserNotification {
        UserNotification(
            id: .make(at: time), userID: user, category: notification.category ?? .sessionStatus,
            sessionID: notification.sessionID, campaignID: id, title: notification.title,
            subtitle: notification.subtitle, body: notification.body,
            thread: notification.thread ?? notification.sessionID?.description, deepLink: notification.deepLink,
            options: notification.options, createdAt: time, expiresAt: expiresAt)
    }

    /// Applies a step at `time`.
    ///
    /// - Parameters:
    ///   - recipients: the number of users of the step.
    ///   - isLast: whether no users are left.
    public mutating func advance(
        recipients: Int, deliveries: Int, refused: Int, isLast: Bool, at time: Timestamp
    ) {
        self.recipients += recipients
        self.deliveries += deliveries
        self.refused += refused
        begunAt = begunAt ?? time
        state = .sending
        if isLast { end(.done, at: time) }
    }

    /// Ends the campaign, unless it was stopped or has expired.
    public mutating func end(_ end: State, at time: Timestamp) {
        guard state != .stopped, state != .expired else { return }
        state = end
        endedAt = endedAt ?? time
    }
}

/// Topics and their subscriptions. Lists are ordered by the UTF-8 of ids, and pages begin after a `cursor`.
public protocol TopicStore: Sendable {
    /// Subscribes all `users` to `topic`, or none. Existing subscriptions keep their time.
    /// - Returns: the number of new subscriptions, and the topic after the change.
    func subscribe(_ users: [UserID], to topic: TopicID, at time: Timestamp) async throws -> SubscriptionResult

    /// Subscribes a user at their own request.
    /// - Returns: as ``subscribe(_:to:at:)``; `nil` when the topic is an item to which the user does not subscribe.
    func subscribe(own user: UserID, to topic: TopicID, at time: Timestamp) async throws -> SubscriptionResult?

    /// - Returns: whether the user was subscribed. Notifications accepted before are not affected.
    func unsubscribe(_ user: UserID, from topic: TopicID, at time: Timestamp) async throws -> Bool

    /// At most `limit`.
    func subscribers(of topic: TopicID, after cursor: UserID?, limit: Int) async throws -> [Subscriber]

    /// Topics with subscribers, at most `limit`; those of `user` if given.
    func topics(of user: UserID?, after cursor: TopicID?, limit: Int) async throws -> [Topic]
}
