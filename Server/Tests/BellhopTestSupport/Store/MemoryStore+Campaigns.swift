public import BellhopModel
public import BellhopStore

extension MemoryStore {
    struct CampaignRow {
        var campaign: Campaign
        var audience: Audience
        var cursor: UserID?
    }

    public func accept(_ submission: CampaignSubmission) async throws -> IdempotentWriteResult {
        try run { $0.accept(submission) }
    }

    public func campaign(_ id: CampaignID) async throws -> Campaign? { try run { $0.campaigns[id]?.campaign } }

    public func campaigns(before cursor: CampaignID?, limit: Int) async throws -> [Campaign] {
        try run { state in
            let earlier = state.campaigns.values.map(\.campaign).filter { campaign in
                cursor.map { campaign.id < $0 } ?? true
            }
            return Array(earlier.sorted { $0.id > $1.id }.prefix(limit))
        }
    }

    public func advanceCampaign(at time: Timestamp, limit: Int) async throws -> CampaignStep? {
        try run { state in
            let open = state.campaigns.values.filter { !$0.campaign.state.isEnd }
            let next = open.min { ($0.campaign.recipients, $0.campaign.id) < ($1.campaign.recipients, $1.campaign.id) }
            guard limit > 0, var row = next else { return nil }
            let step = try state.advance(&row, at: time, limit: limit)
            state.campaigns[row.campaign.id] = row
            return step
        }
    }

    public func campaignBacklog(at time: Timestamp, limit: Int) async throws -> Int {
        try run { state in
            min(limit, state.deliveries.count { $0.isBulk && $0.claimable.map { $0 <= time } ?? false })
        }
    }

    public func stopCampaign(_ id: CampaignID, at time: Timestamp) async throws -> Campaign? {
        try run { state in
            state.campaigns[id]?.campaign.end(.stopped, at: time)
            return state.campaigns[id]?.campaign
        }
    }

    public func forgetCampaigns(
        endedBefore moment: Timestamp, at time: Timestamp, limit: Int
    ) async throws -> Int {
        try run { state in
            let ended = state.campaigns.values.compactMap { row in row.campaign.endedAt.map { ($0, row.campaign) } }
            let forgotten = ended.filter { $0.0 < moment && $0.1.expiresAt <= time }.sorted { $0.0 < $1.0 }
                .prefix(limit)
            for (_, campaign) in forgotten { state.campaigns[campaign.id] = nil }
            return forgotten.count
        }
    }
}

extension MemoryStore.State {
    mutating func accept(_ submission: CampaignSubmission) -> IdempotentWriteResult {
        if let record = submission.idempotency {
            let scope = MemoryStore.Scope(key: record.scope, text: record.key)
            if let first = idempotency[scope] { return .repeated(first) }
            idempotency[scope] = record
        }
        let campaign = submission.campaign
        campaigns[campaign.id] = MemoryStore.CampaignRow(campaign: campaign, audience: submission.audience)
        return .stored
    }

    fileprivate mutating func advance(
        _ row: inout MemoryStore.CampaignRow, at time: Timestamp, limit: Int
    ) throws -> CampaignStep {
        guard row.campaign.expiresAt > time else {
            row.campaign.end(.expired, at: time)
            return CampaignStep(campaign: row.campaign, notifications: [])
        }
        guard !isAboutCompleteItem(row.campaign.notification) else {
            row.campaign.end(.stopped, at: time)
            return CampaignStep(campaign: row.campaign, notifications: [])
        }
        let users = users(of: row.audience).page(after: row.cursor, limit: limit)
        let notifications = users.map { row.campaign.notification(for: $0, at: time) }
        let topics: [TopicID] = if case .topic(let topic) = row.audience { [topic] } else { [] }
        let made = try notifications.map { try submit(Submission(notification: $0, topics: topics)) }
        let refused = zip(users, made).count { user, made in
            made == 0 && devices.contains { $0.userID == user && $0.state == .active && $0.trust == .trusted }
        }
        row.cursor = users.last ?? row.cursor
        row.campaign.advance(
            recipients: users.count, deliveries: made.reduce(0, +), refused: refused, isLast: users.count < limit,
            at: time)
        return CampaignStep(campaign: row.campaign, notifications: notifications)
    }

    private func users(of audience: Audience) -> Set<UserID> {
        switch audience {
        case .user(let user): [user]
        case .users(let users): Set(users)
        case .topic(let topic): Set((subscriptions[topic] ?? [:]).keys)
        case .everyone: Set(devices.filter { $0.state == .active }.map(\.userID))
        }
    }
}

extension MemoryStore {
    public func subscribe(
        _ users: [UserID], to topic: TopicID, at time: Timestamp
    ) async throws -> SubscriptionResult {
        try run { $0.subscribe(users, to: topic, at: time) }
    }

    public func subscribe(
        own user: UserID, to topic: TopicID, at time: Timestamp
    ) async throws -> SubscriptionResult? {
        try run { state in
            if state.items[topic] != nil, state.subscriptions[topic]?[user] == nil { return nil }
            let isNew = state.subscribe(user, to: topic, isOwn: true, at: time)
            return SubscriptionResult(added: isNew ? 1 : 0, topic: state.topic(topic))
        }
    }

    public func unsubscribe(_ user: UserID, from topic: TopicID, at time: Timestamp) async throws -> Bool {
        try run { state in
            guard state.subscriptions[topic]?.removeValue(forKey: user) != nil else { return false }
            state.ownSubscriptions[topic]?.remove(user)
            state.noteItem(topic, of: [user], isGone: true, at: time)
            if state.subscriptions[topic]?.isEmpty == true { state.subscriptions[topic] = nil }
            return true
        }
    }

    public func subscribers(of topic: TopicID, after cursor: UserID?, limit: Int) async throws -> [Subscriber] {
        try run { state in
            let subscriptions = state.subscriptions[topic] ?? [:]
            return subscriptions.keys.page(after: cursor, limit: limit).compactMap { user in
                subscriptions[user].map { Subscriber(userID: user, subscribedAt: $0) }
            }
        }
    }

    public func topics(of user: UserID?, after cursor: TopicID?, limit: Int) async throws -> [Topic] {
        try run { state in
            let wanted = state.subscriptions.filter { _, users in user.map { users[$0] != nil } ?? true }
            return wanted.keys.page(after: cursor, limit: limit).map(state.topic)
        }
    }
}

extension MemoryStore.State {
    mutating func subscribe(_ users: [UserID], to topic: TopicID, at time: Timestamp) -> SubscriptionResult {
        var added = 0
        for user in users where subscribe(user, to: topic, isOwn: false, at: time) {
            noteItem(topic, of: [user], at: time)
            added += 1
        }
        return SubscriptionResult(added: added, topic: self.topic(topic))
    }

    /// - Returns: `true` when the user had not subscribed before.
    mutating func subscribe(_ user: UserID, to topic: TopicID, isOwn: Bool, at time: Timestamp) -> Bool {
        let isNew = subscriptions[topic]?[user] == nil
        if isNew { subscriptions[topic, default: [:]][user] = time }
        if isNew, isOwn { ownSubscriptions[topic, default: []].insert(user) }
        if !isOwn { ownSubscriptions[topic]?.remove(user) }
        return isNew
    }

    mutating func endOwnSubscriptions(to topic: TopicID) {
        for user in ownSubscriptions.removeValue(forKey: topic) ?? [] { subscriptions[topic]?[user] = nil }
        if subscriptions[topic]?.isEmpty == true { subscriptions[topic] = nil }
    }

    fileprivate func topic(_ id: TopicID) -> Topic { Topic(id: id, subscribers: subscriptions[id]?.count ?? 0) }
}

extension Sequence {
    /// A page of ids ordered by their UTF-8, which differs from the order of strings.
    func page<Kind>(after cursor: ExternalID<Kind>?, limit: Int) -> [ExternalID<Kind>]
    where Element == ExternalID<Kind> {
        func isBefore(_ a: ExternalID<Kind>, _ b: ExternalID<Kind>) -> Bool {
            a.description.utf8.lexicographicallyPrecedes(b.description.utf8)
        }
        let rest = filter { name in cursor.map { isBefore($0, name) } ?? true }
        return Array(rest.sorted(by: isBefore).prefix(limit))
    }
}
