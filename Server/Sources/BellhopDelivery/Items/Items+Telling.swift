public import BellhopModel
public import BellhopStore

extension Items {
    /// Tells subscribers of an item as its category and their preferences want, and has their apps fetch it.
    ///
    /// - Parameters:
    ///   - key: an admin's.
    ///   - remember: makes the record of the response, which is stored with what is sent.
    /// - Throws: `APIError`: `forbidden`, `not_found`; `invalid_request`, also when there is something to show of an item
    ///   that is complete.
    public func notify(
        _ notice: ItemNotificationRequest, of id: TopicID, by key: KeyRecord,
        remember: (@Sendable (Campaign) throws -> IdempotencyRecord)?
    ) async throws -> Acceptance<Campaign> {
        try key.require([.admin], to: "tell of items")
        let item = try await find(id, for: key)
        let audience = Self.audience(notice.users, of: id)
        defer { wake.signal() }
        guard notice.isSilent != true else {
            let sync = Campaign(.itemSync, to: audience, at: time.now)
            return try await store.accept(submission(sync, audience, remember)).acceptance(of: sync)
        }
        let notification = item.notification(notice.type ?? .newItem, title: notice.title, body: notice.body)
        let campaign = Campaign(notification, to: audience, at: time.now)
        guard let result = try await store.accept(submission(campaign, audience, remember), about: id) else {
            throw try await refusal(of: id, for: key)
        }
        if case .stored = result { await sync(audience) }
        return result.acceptance(of: campaign)
    }

    /// Wakes apps to fetch what has changed. A hint that may fail: an app that misses it fetches the next time.
    func sync(_ audience: Audience) async {
        let sync = Campaign(.itemSync, to: audience, at: time.now)
        _ = try? await store.accept(CampaignSubmission(campaign: sync, audience: audience))
        wake.signal()
    }

    /// Those named, or all subscribers.
    static func audience(_ users: [UserID]?, of item: TopicID) -> Audience {
        guard let users else { return .topic(item) }
        if let user = users.first, users.count == 1 { return .user(user) }
        return .users(users)
    }

    private func submission(
        _ campaign: Campaign, _ audience: Audience, _ remember: (@Sendable (Campaign) throws -> IdempotencyRecord)?
    ) throws -> CampaignSubmission {
        CampaignSubmission(campaign: campaign, audience: audience, idempotency: try remember?(campaign))
    }
}

extension IdempotentWriteResult {
    fileprivate func acceptance(of campaign: Campaign) -> Acceptance<Campaign> {
        switch self {
        case .stored: .accepted(campaign)
        case .repeated(let record): .repeated(record)
        }
    }
}

extension Campaign {
    init(_ notification: NotificationRequest, to audience: Audience, at now: Timestamp) {
        self.init(
            id: .make(at: now), to: Target(audience), notification: notification, createdAt: now,
            expiresAt: now + .seconds(notification.expiresIn ?? NotificationRules.lifetime))
    }
}
