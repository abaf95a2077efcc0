public import BellhopModel
public import BellhopStore

extension SQLiteStore {
    public func accept(_ submission: CampaignSubmission) async throws -> IdempotentWriteResult {
        try await write { db in
            if let record = submission.idempotency {
                if let kept = try db.idempotency.find(scope: record.scope, key: record.key) { return .repeated(kept) }
                try db.idempotency.insert(record)
            }
            try db.begin(submission.campaign, for: submission.audience)
            return .stored
        }
    }

    public func campaign(_ id: CampaignID) async throws -> Campaign? {
        try await read { try $0.campaigns.find(id) }
    }

    public func campaigns(before cursor: CampaignID?, limit: Int) async throws -> [Campaign] {
        try await read { try $0.campaigns.page(before: cursor, limit: limit) }
    }

    public func advanceCampaign(at time: Timestamp, limit: Int) async throws -> CampaignStep? {
        try await write(isBackground: true) { [commits] db in
            try db.advanceCampaign(at: time, limit: limit) { commits.isAwaited }
        }
    }

    public func campaignBacklog(at time: Timestamp, limit: Int) async throws -> Int {
        try await read { try $0.deliveries.bulk(dueAt: time, limit: limit) }
    }

    public func stopCampaign(_ id: CampaignID, at time: Timestamp) async throws -> Campaign? {
        try await write { db in
            guard var campaign = try db.campaigns.find(id) else { return nil }
            campaign.end(.stopped, at: time)
            try db.campaigns.update(campaign)
            return campaign
        }
    }

    public func forgetCampaigns(
        endedBefore moment: Timestamp, at time: Timestamp, limit: Int
    ) async throws -> Int {
        try await write { try $0.campaigns.delete(endedBefore: moment, expiredAt: time, limit: limit) }
    }
}

extension Database {
    /// Starts a campaign within the caller's transaction.
    func begin(_ campaign: Campaign, for audience: Audience) throws {
        try campaigns.insert(campaign)
        if case .users(let users) = audience { try campaigns.name(users, for: campaign.id) }
    }

    /// - Parameter isAwaited: whether other writes wait; the step then ends early.
    /// - Returns: `nil` when no campaign is open.
    func advanceCampaign(at time: Timestamp, limit: Int, isAwaited: () -> Bool) throws -> CampaignStep? {
        guard limit > 0, var (campaign, cursor) = try campaigns.next() else { return nil }
        if campaign.expiresAt <= time {
            campaign.end(.expired, at: time)
            try campaigns.update(campaign)
            return CampaignStep(campaign: campaign, notifications: [])
        }
        if try isAboutCompleteItem(campaign.notification) {
            campaign.end(.stopped, at: time)
            try campaigns.update(campaign)
            return CampaignStep(campaign: campaign, notifications: [])
        }
        let users = try users(of: campaign, after: cursor, limit: limit)
        var notifications: [UserNotification] = []
        notifications.reserveCapacity(users.count)
        var deliveries = 0
        var refused = 0
        for user in users {
            // A minimum per step, or the campaign would never end under load.
            if notifications.count >= 8, isAwaited() { break }
            let notification = campaign.notification(for: user, at: time)
            let made = try submit(Submission(notification: notification, topics: campaign.to.topic.map { [$0] } ?? []))
            deliveries += made
            if made == 0, try !devices.active(of: user).isEmpty { refused += 1 }
            notifications.append(notification)
        }
        cursor = notifications.last?.userID
        campaign.advance(
            recipients: notifications.count, deliveries: deliveries, refused: refused,
            isLast: notifications.count == users.count && users.count < limit, at: time)
        try campaigns.update(campaign, cursor: cursor)
        return CampaignStep(campaign: campaign, notifications: notifications)
    }

    /// Stops the campaigns about `item`.
    func stopCampaigns(about item: TopicID, at time: Timestamp) throws {
        for var campaign in try campaigns.open(about: item) {
            campaign.end(.stopped, at: time)
            try campaigns.update(campaign)
        }
    }

    /// The recipients of `campaign` after `cursor`, ordered by id.
    private func users(of campaign: Campaign, after cursor: UserID?, limit: Int) throws -> [UserID] {
        if let topic = campaign.to.topic {
            return try topics.subscribers(of: topic, after: cursor, limit: limit).map(\.userID)
        }
        if let user = campaign.to.user { return cursor == nil ? [user] : [] }
        if campaign.to.everyone == true { return try devices.owners(after: cursor, limit: limit) }
        return try campaigns.named(for: campaign.id, after: cursor, limit: limit)
    }
}
