public import BellhopModel

// Broadcasts are sent in batches of devices, ordered by user and id. A batch is claimed, read, sent and recorded; a
// process that dies before it has recorded a batch leaves it to the next claim.
extension Store {
    /// Claims the broadcast with the fewest recipients so far until `lease`. It is claimed by one process at a time. One
    /// that has expired, or is about a completed item, ends instead.
    /// - Returns: `nil` when every open broadcast is claimed.
    public func claimBroadcast(at time: Timestamp, lease: Timestamp) async throws -> BroadcastClaim? {
        try await write(isBackground: true) { db in
            guard var claim = try db.broadcasts.next(at: time) else { return nil }
            if try db.endIfOver(&claim.campaign, at: time) { return claim }
            claim.campaign.state = .sending
            claim.campaign.begunAt = claim.campaign.begunAt ?? time
            claim.turn += 1
            try db.campaigns.update(claim.campaign)
            try db.broadcasts.claim(claim, until: lease)
            return claim
        }
    }

    /// Extends a claim.
    /// - Returns: whether the campaign is open and was not claimed again.
    public func renew(_ claim: BroadcastClaim, until lease: Timestamp) async throws -> Bool {
        try await write(isBackground: true) { try $0.broadcasts.renew(claim, until: lease) }
    }

    /// The next devices of a broadcast, at most `limit`.
    ///
    /// Devices that are active and trusted are reached, unless at `time` their user's preferences suppress or delay the
    /// push. Bursts are not folded.
    public func broadcastBatch(
        of campaign: Campaign, after cursor: BroadcastCursor?, at time: Timestamp, limit: Int
    ) async throws -> BroadcastBatch {
        try await read { try $0.broadcastBatch(of: campaign, after: cursor, at: time, limit: limit) }
    }

    /// Records the results of a batch and its position in one transaction, which ends the claim. The campaign ends after
    /// its last batch.
    /// - Returns: the campaign after the step; `nil` when it was claimed again, and nothing was recorded.
    public func record(
        _ progress: BroadcastProgress, of batch: BroadcastBatch, for claim: BroadcastClaim, at time: Timestamp
    ) async throws -> Campaign? {
        let campaign = try await write(isBackground: true) { db -> Campaign? in
            guard var counts = try db.broadcasts.counts(for: claim),
                var campaign = try db.campaigns.find(claim.campaign.id)
            else { return nil }
            for effect in progress.effects { try db.applyDeviceEffect(of: effect, at: time) }
            counts.add(progress, skipping: batch.skips)
            try db.broadcasts.store(counts, batch.cursor, latency: progress.latency, for: campaign.id)
            let state = campaign.state
            campaign.advance(
                recipients: batch.recipients, deliveries: progress.sent + progress.failures.values.reduce(0, +),
                refused: batch.refused, isLast: batch.isLast, at: time)
            // Stopped during the batch.
            if state.isEnd { campaign.state = state }
            try db.campaigns.update(campaign)
            return try db.campaigns.find(campaign.id)
        }
        if campaign != nil { try await reactivateDevices(after: progress.effects, at: time) }
        return campaign
    }

    /// Counts that a broadcast was opened on `device`. Repeating it changes nothing.
    ///
    /// - Parameter device: `nil` to count nothing.
    /// - Returns: whether `id` is a broadcast.
    public func noteOpening(of id: CampaignID, on device: DeviceID?) async throws -> Bool {
        guard try await read(isSingle: true, { try $0.broadcasts.exists(id) }) else { return false }
        guard let device else { return true }
        try await write { try $0.broadcasts.noteOpening(of: id, on: device) }
        return true
    }
}

extension Database {
    fileprivate func broadcastBatch(
        of campaign: Campaign, after cursor: BroadcastCursor?, at time: Timestamp, limit: Int
    ) throws -> BroadcastBatch {
        var batch = BroadcastBatch()
        let rows: [BroadcastRow]
        if let members = BroadcastMembers(of: campaign) {
            let last = try broadcasts.member(of: members, after: cursor?.user, offset: limit - 1)
            rows = try broadcasts.devices(of: members, after: cursor, through: last, limit: limit)
            if rows.count < limit {
                batch.isLast = last == nil
                batch.cursor = last.map { BroadcastCursor(user: $0, device: DeviceID(high: .max, low: .max)) }
            }
        } else {
            rows = try broadcasts.devices(after: cursor, limit: limit)
            batch.isLast = rows.count < limit
        }
        if let last = rows.last?.target, batch.cursor == nil {
            batch.cursor = BroadcastCursor(user: last.user, device: last.id)
        }
        batch.targets.reserveCapacity(rows.count)
        var policy = BroadcastPolicy(of: campaign, at: time, in: self)
        var skip: BroadcastSkip?
        var user = cursor?.user
        for (index, row) in rows.enumerated() {
            let isNew = row.target.user != user
            if isNew || index == 0 { skip = try policy.skip(row.target.user, row.preferences) }
            if isNew {
                user = row.target.user
                batch.recipients += 1
                if skip != nil { batch.refused += 1 }
            }
            if let skip {
                batch.skips[skip.rawValue, default: 0] += 1
            } else {
                batch.targets.append(row.target)
            }
        }
        return batch
    }
}

/// The reasons for sending no push to a device of a broadcast.
enum BroadcastSkip: String {
    case switchedOff = "switched_off"
    case muted
    case quietHours = "quiet_hours"
    case cap = "frequency_cap"

    /// - Returns: `nil` for a push that is due at `time`.
    fileprivate init?(_ decision: PushDecision, at time: Timestamp) {
        switch decision {
        case .push(let due, _), .fold(_, let due, _, _):
            if due <= time { return nil }
            self = .quietHours
        case .suppress(.switchedOff): self = .switchedOff
        case .suppress(.muted): self = .muted
        case .suppress(.quietHours): self = .quietHours
        case .suppress(.cap): self = .cap
        }
    }
}

/// The decisions of ``PushPolicy`` about the users of one batch. Users with the same preferences share one, unless it
/// depends on other facts about them.
private struct BroadcastPolicy {
    private let campaign: Campaign
    private let time: Timestamp
    /// Without limits of bursts.
    private let db: Database
    private let topics: [TopicID]
    private var preferences: [String: NotificationPreferences] = [:]
    private var decisions: [String: BroadcastSkip?] = [:]

    init(of campaign: Campaign, at time: Timestamp, in db: Database) {
        self.campaign = campaign
        self.time = time
        self.db = Database(connection: db.connection, burst: nil)
        topics = campaign.to.topic.map { [$0] } ?? []
    }

    /// - Parameter document: the stored preferences; `nil` for the default, which suppresses nothing.
    mutating func skip(_ user: UserID, _ document: String?) throws -> BroadcastSkip? {
        guard let document else { return nil }
        if let known = decisions[document] { return known }
        let preferences =
            try preferences[document] ?? CanonicalJSON.decode(NotificationPreferences.self, from: document.utf8)
        self.preferences[document] = preferences
        let notification = campaign.notification(
            NotificationID(campaign.id), for: Audience.Recipient(user: user), at: time)
        let facts = StoredFacts(
            db, about: Recipient(user: user, preferences: preferences, devices: [], isIdle: true))
        let skip = BroadcastSkip(try PushPolicy.decision(on: notification, about: topics, facts: facts), at: time)
        let isPersonal =
            preferences.frequencyCap != nil || preferences.quietHours.map { $0.timeZone == nil } ?? false
        if !isPersonal { decisions[document] = .some(skip) }
        return skip
    }
}

extension NotificationID {
    /// The id in the pushes of a broadcast, which have no notifications of their own.
    public init(_ campaign: CampaignID) { self.init(high: campaign.high, low: campaign.low) }
}

extension CampaignID {
    /// The broadcast with this id in its pushes, if there is one.
    public init(_ notification: NotificationID) { self.init(high: notification.high, low: notification.low) }
}
