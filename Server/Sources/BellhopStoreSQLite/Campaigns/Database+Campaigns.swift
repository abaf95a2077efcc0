import BellhopModel
import BellhopStore
import GRDB

extension Database {
    /// Begins a campaign within the transaction of whoever has it sent.
    func begin(_ campaign: Campaign, for audience: Audience) throws {
        try campaigns.insert(campaign)
        if case .users(let users) = audience { try campaigns.name(users, for: campaign.id) }
    }

    /// - Parameter isAwaited: whether other writes wait; then the step ends early.
    /// - Returns: `nil` when no campaign has anything left to do.
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
            // A few at least, or the campaign would never end under load.
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

    /// Stops those that tell of `item`.
    func stopCampaigns(about item: TopicID, at time: Timestamp) throws {
        for var campaign in try campaigns.open(about: item) {
            campaign.end(.stopped, at: time)
            try campaigns.update(campaign)
        }
    }

    /// Whom `campaign` reaches after `cursor`, in the order of their ids.
    private func users(of campaign: Campaign, after cursor: UserID?, limit: Int) throws -> [UserID] {
        if let topic = campaign.to.topic {
            return try topics.subscribers(of: topic, after: cursor, limit: limit).map(\.userID)
        }
        if let user = campaign.to.user { return cursor == nil ? [user] : [] }
        if campaign.to.everyone == true { return try devices.owners(after: cursor, limit: limit) }
        return try campaigns.named(for: campaign.id, after: cursor, limit: limit)
    }
}
