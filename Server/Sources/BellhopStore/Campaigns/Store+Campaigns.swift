public import BellhopModel

/// An accepted campaign. Its recipients are determined step by step, ordered by user id: see
/// ``Store/advanceCampaign(at:limit:)``.
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
    /// The number of their deliveries.
    public var deliveries: Int

    public init(campaign: Campaign, notifications: [UserNotification], deliveries: Int) {
        self.campaign = campaign
        self.notifications = notifications
        self.deliveries = deliveries
    }
}

extension Campaign {
    /// The notification for `recipient` in a step at `time`.
    public func notification(
        _ id: NotificationID, for recipient: Audience.Recipient, at time: Timestamp
    ) -> UserNotification {
        let notification = notification.replacing(with: recipient)
        return UserNotification(
            id: id, userID: recipient.user, category: notification.category ?? .sessionStatus,
            sessionID: notification.sessionID, campaignID: self.id, title: notification.title,
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

extension Store {
    /// Stores `submission` in one transaction. A user who is named twice receives one notification, with the texts of
    /// the first entry.
    public func accept(_ submission: CampaignSubmission) async throws -> IdempotentWriteResult {
        try await write { db in
            try db.once(submission.idempotency) { try db.begin(submission.campaign, for: submission.audience) }
        }
    }

    public func campaign(_ id: CampaignID) async throws -> Campaign? {
        try await read { try $0.campaigns.find(id) }
    }

    /// Newest first, at most `limit`, starting before `cursor`.
    public func campaigns(before cursor: CampaignID?, limit: Int) async throws -> [Campaign] {
        try await read { try $0.campaigns.page(before: cursor, limit: limit) }
    }

    /// Advances one campaign, other than broadcasts, in one transaction: creates notifications for the next users, at most `limit` and fewer
    /// when other writes wait, and records its position. A crash therefore neither repeats nor skips a user.
    ///
    /// Each notification is stored as by ``Store/accept(_:)``, except that its deliveries are claimed after
    /// all others; a summary's as well, unless it contains another notification. A topic's users are those subscribed
    /// at that moment, and `everyone` those with an active device. The campaign with the fewest recipients so far is
    /// advanced first, so that small campaigns do not wait for large ones. A campaign ends after its last user, or at
    /// ``BellhopModel/Campaign/expiresAt``. One about a completed item is stopped.
    /// - Returns: `nil` when no campaign is open that another node is not advancing.
    public func advanceCampaign(at time: Timestamp, limit: Int) async throws -> CampaignStep? {
        try await write(isBackground: true) { [commits] db in
            try db.advanceCampaign(at: time, limit: limit) { commits.isAwaited }
        }
    }

    /// The number of campaign deliveries due at `time`, counted up to `limit`.
    public func campaignBacklog(at time: Timestamp, limit: Int) async throws -> Int {
        try await read { try $0.deliveries.bulk(dueAt: time, limit: limit) }
    }

    /// Stops a campaign, even a completed one: it creates no more notifications, and its unclaimed deliveries are ended
    /// instead of claimed. Summaries no longer count its notifications. A stopped or expired campaign does not change.
    /// - Returns: the campaign after the change; `nil` for an unknown one.
    public func stopCampaign(_ id: CampaignID, at time: Timestamp) async throws -> Campaign? {
        try await write { db in
            guard var campaign = try db.campaigns.find(id) else { return nil }
            campaign.end(.stopped, at: time)
            try db.campaigns.update(campaign)
            return campaign
        }
    }

    /// Deletes up to `limit` campaigns that ended before `moment`, earliest end first. Their notifications stay.
    ///
    /// A campaign that has not expired at `time` is kept, because some of its deliveries may be pending.
    /// - Returns: the number of deleted campaigns; less than `limit` when none is left.
    public func pruneCampaigns(
        endedBefore moment: Timestamp, at time: Timestamp, limit: Int
    ) async throws -> Int {
        try await write { try $0.campaigns.delete(endedBefore: moment, expiredAt: time, limit: limit) }
    }
}

extension Database {
    /// Starts a campaign within the caller's transaction.
    func begin(_ campaign: Campaign, for audience: Audience) throws {
        try campaigns.insert(campaign)
        switch audience {
        case .users(let users): try campaigns.name(users.map { Audience.Recipient(user: $0) }, for: campaign.id)
        case .recipients(let recipients): try campaigns.name(recipients, for: campaign.id)
        case .user(let user) where campaign.delivery == .broadcast:
            try campaigns.name([Audience.Recipient(user: user)], for: campaign.id)
        case .user, .topic, .everyone: break
        }
    }

    /// - Parameter isAwaited: whether other writes wait; the step then ends early.
    /// - Returns: `nil` when no campaign is open.
    func advanceCampaign(at time: Timestamp, limit: Int, isAwaited: () -> Bool) throws -> CampaignStep? {
        guard limit > 0, var (campaign, cursor) = try campaigns.next() else { return nil }
        if try endIfOver(&campaign, at: time) {
            return CampaignStep(campaign: campaign, notifications: [], deliveries: 0)
        }
        let ids = NotificationID.make(limit, at: time)
        let topics = campaign.to.topic.map { [$0] } ?? []
        var notifications: [UserNotification] = []
        var deliveries = 0
        var refused = 0
        var isLast = false
        for part in Batch.parts(of: limit) where !isLast {
            // A minimum per step, or the campaign would never end under load.
            if !notifications.isEmpty, isAwaited() { break }
            let audience = try self.audience(of: campaign, after: cursor, limit: part.count)
            let created = zip(ids[part], audience).map { campaign.notification($0, for: $1, at: time) }
            let recipients = try self.recipients(audience.map(\.user), at: time)
            let made = try submit(created.map { Submission(notification: $0, topics: topics) }, to: recipients)
            for (count, recipient) in zip(made, recipients) {
                deliveries += count
                if count == 0, !recipient.devices.isEmpty { refused += 1 }
            }
            notifications += created
            cursor = audience.last?.user ?? cursor
            isLast = audience.count < part.count
        }
        campaign.advance(
            recipients: notifications.count, deliveries: deliveries, refused: refused, isLast: isLast, at: time)
        try campaigns.update(campaign, cursor: cursor)
        return CampaignStep(campaign: campaign, notifications: notifications, deliveries: deliveries)
    }

    /// Ends a campaign that has expired, or is about a completed item.
    /// - Returns: whether it has ended.
    func endIfOver(_ campaign: inout Campaign, at time: Timestamp) throws -> Bool {
        if campaign.expiresAt <= time {
            campaign.end(.expired, at: time)
        } else if try isAboutCompleteItem(campaign.notification) {
            campaign.end(.stopped, at: time)
        } else {
            return false
        }
        try campaigns.update(campaign)
        return true
    }

    /// Stops the campaigns about `item`.
    func stopCampaigns(about item: TopicID, at time: Timestamp) throws {
        for var campaign in try campaigns.open(about: item) {
            campaign.end(.stopped, at: time)
            try campaigns.update(campaign)
        }
    }

    /// The recipients of `campaign` after `cursor`, ordered by id.
    private func audience(
        of campaign: Campaign, after cursor: UserID?, limit: Int
    ) throws -> [Audience.Recipient] {
        let users =
            if let topic = campaign.to.topic {
                try topics.subscribers(of: topic, after: cursor, limit: limit).map(\.userID)
            } else if let user = campaign.to.user {
                cursor == nil ? [user] : []
            } else if campaign.to.everyone == true {
                try devices.owners(after: cursor, limit: limit)
            } else {
                nil as [UserID]?
            }
        return try users?.map { Audience.Recipient(user: $0) }
            ?? campaigns.named(for: campaign.id, after: cursor, limit: limit)
    }
}
