import BellhopModel
import BellhopStore
import GRDB

/// One claim of due deliveries. What several of them share (notification, device, ask, badge) is read once.
struct Claim {
    /// How many batches that held nothing to send one claim goes through: bounds its transaction when a long outage
    /// has left much that is to be ended.
    private static let idleBatchLimit = 8
    /// The fewest of a campaign's deliveries that are claimed before other writes go first.
    private static let leastBulk = 16

    private let db: Database
    private let time: Timestamp
    private let lease: Timestamp
    private let scope: ClaimScope
    private let isAwaited: () -> Bool
    private var notifications: [NotificationID: (UserNotification, summary: NotificationSummary?)] = [:]
    private var devices: [DeviceID: Device] = [:]
    private var asks: [AskID: Ask] = [:]
    private var badges: [UserID: Int] = [:]
    private var stopped: [CampaignID: Bool] = [:]

    /// - Parameter isAwaited: whether other writes wait; then fewer of a campaign's deliveries are claimed.
    init(
        in db: Database, at time: Timestamp, until lease: Timestamp, scope: ClaimScope,
        isAwaited: @escaping () -> Bool = { false }
    ) {
        self.scope = scope
        self.isAwaited = isAwaited
        self.db = db
        self.time = time
        self.lease = lease
    }

    /// Claims up to `limit` deliveries and ends those on the way that must not be sent.
    mutating func take(limit: Int) throws -> [ClaimedDelivery] {
        for _ in 0..<Self.idleBatchLimit {
            let batch = try db.deliveries.due(at: time, limit: limit, in: scope)
            var claimed: [ClaimedDelivery] = []
            claimed.reserveCapacity(batch.count)
            for delivery in batch {
                if delivery.isBulk, claimed.count >= Self.leastBulk, isAwaited() { return claimed }
                if let delivery = try claimOrEnd(delivery) { claimed.append(delivery) }
            }
            if !claimed.isEmpty || batch.count < limit { return claimed }
        }
        return []
    }

    private mutating func claimOrEnd(_ delivery: DueDelivery) throws -> ClaimedDelivery? {
        guard let (notification, summary) = try notification(delivery.notificationID),
            let device = try device(delivery.deviceID)
        else { return nil }
        if let reason = try objection(to: delivery, of: notification, summary, to: device) {
            try db.deliveries.cancel(delivery, because: reason, at: time)
            let hasEnded = reason == .alreadyRead || (reason == .expired && notification.askID != nil)
            if hasEnded, delivery.wasClaimed {
                // Whoever claimed it may have sent it before it died. Nobody has cleared it since, and nobody will: it
                // does not count as sent.
                try db.deliveries.insert(.clear, of: notification.id, to: device.id, at: time)
            }
            return nil
        }
        try db.deliveries.claim(delivery, until: lease)
        return ClaimedDelivery(
            id: delivery.id, purpose: delivery.purpose, device: device, notification: notification,
            ask: summary == nil ? try notification.askID.flatMap { try ask($0) } : nil, summary: summary,
            badge: try badge(of: notification.userID), attempt: delivery.claims + 1,
            failures: delivery.failures, claimedAt: time, isBulk: delivery.isBulk)
    }

    private mutating func objection(
        to delivery: DueDelivery, of notification: UserNotification, _ summary: NotificationSummary?, to device: Device
    ) throws -> CancellationReason? {
        if device.state != .active { return .deviceNotActive }
        if device.userID != notification.userID { return .deviceChangedHands }
        guard delivery.purpose != .clear else { return nil }
        if let summary {
            guard summary.count == 0 else { return nil }
            return try db.summaries.hasOpen(notification.id, at: time) ? .campaignStopped : .alreadyRead
        }
        if notification.readAt != nil { return .alreadyRead }
        // One that was snoozed comes back for its user, not for the campaign.
        if let campaign = notification.campaignID, notification.snoozedUntil == nil, try isStopped(campaign) {
            return .campaignStopped
        }
        return notification.expiresAt <= time ? .expired : nil
    }

    /// With the summary that begins with it, if it does.
    private mutating func notification(
        _ id: NotificationID
    ) throws -> (UserNotification, summary: NotificationSummary?)? {
        if let known = notifications[id] { return known }
        guard let (notification, summary) = try db.notifications.findFolded(id) else { return nil }
        notifications[id] = (notification, summary == id ? try db.summaries.find(notification, at: time) : nil)
        return notifications[id]
    }

    private mutating func device(_ id: DeviceID) throws -> Device? {
        if let known = devices[id] { return known }
        devices[id] = try db.devices.find(id)
        return devices[id]
    }

    private mutating func ask(_ id: AskID) throws -> Ask? {
        if let known = asks[id] { return known }
        asks[id] = try db.asks.find(id)?.ask
        return asks[id]
    }

    private mutating func isStopped(_ campaign: CampaignID) throws -> Bool {
        if let known = stopped[campaign] { return known }
        let isStopped = try db.campaigns.isStopped(campaign)
        stopped[campaign] = isStopped
        return isStopped
    }

    private mutating func badge(of user: UserID) throws -> Int {
        if let known = badges[user] { return known }
        let count = try db.history.unread(of: user, at: time)
        badges[user] = count
        return count
    }
}
