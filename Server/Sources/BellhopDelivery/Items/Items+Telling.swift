public import BellhopModel
public import BellhopStore

extension Items {
    /// Tells subscribers of an item as its category and their preferences want, and has their apps fetch it.
    ///
    /// - Parameters:
    ///   - key: an admin's.
    ///   - remember: makes the record of the response, which is stored with what is sent.
    /// - Throws: `APIError`: `forbidden`, `invalid_request`, `not_found`.
    public func notify(
        _ notice: ItemNotice, of id: TopicID, by key: KeyRecord,
        remember: (@Sendable (Campaign) throws -> IdempotencyRecord)?
    ) async throws -> Acceptance<Campaign> {
        try key.require([.admin], to: "tell of items")
        try ItemRules.check(notice)
        let item = try await find(id, for: key)
        let audience = Self.audience(notice.users, of: id)
        let sync = Campaign(.itemSync, to: audience, at: time.now)
        guard notice.isSilent != true else { return try await accept(sync, for: audience, remember) }
        let notification = item.notification(notice.type ?? .newItem, title: notice.title, body: notice.body)
        let accepted = try await accept(Campaign(notification, to: audience, at: time.now), for: audience, remember)
        // A push that wakes is a hint: an app that misses it fetches the next time.
        if case .accepted = accepted { _ = try await accept(sync, for: audience, nil) }
        return accepted
    }

    /// Those named, or all subscribers.
    static func audience(_ users: [UserID]?, of item: TopicID) -> Audience {
        guard let users else { return .topic(item) }
        if let user = users.first, users.count == 1 { return .user(user) }
        return .users(users)
    }

    func accept(
        _ campaign: Campaign, for audience: Audience, _ remember: (@Sendable (Campaign) throws -> IdempotencyRecord)?
    ) async throws -> Acceptance<Campaign> {
        defer { wake.signal() }
        let submission = CampaignSubmission(
            campaign: campaign, audience: audience, idempotency: try remember?(campaign))
        switch try await store.accept(submission) {
        case .stored: return .accepted(campaign)
        case .repeated(let record): return .repeated(record)
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
