import BellhopModel
import BellhopStore
import Testing

extension StoreFixture {
    func item(_ id: TopicID, _ title: String? = nil, at seconds: Int64 = 0) -> Item {
        Item(id: id, title: title ?? "Item \(id)", createdAt: at(seconds), updatedAt: at(seconds))
    }

    @discardableResult
    func put(_ id: TopicID, _ title: String? = nil, for users: [UserID] = ["ada"], at seconds: Int64 = 0) async throws
        -> Item
    {
        try await store.put(item(id, title, at: seconds), subscribing: users)
    }

    func changes(of user: UserID = "ada", since cursor: String? = nil, limit: Int = 100) async throws -> ItemChanges {
        let position = try cursor.map { try #require(ItemCursor($0)) }
        let reading = try await store.itemChanges(of: user, since: position, limit: limit)
        guard case .page(let page) = reading else { throw CursorTooOld() }
        return page
    }

    /// All pages after `cursor`, joined.
    func allChanges(of user: UserID = "ada", since cursor: String? = nil, limit: Int) async throws -> ItemChanges {
        var all = try await changes(of: user, since: cursor, limit: limit)
        while all.hasMore {
            let next = try await changes(of: user, since: all.cursor, limit: limit)
            all = ItemChanges(
                changes: all.changes + next.changes, cursor: next.cursor, hasMore: next.hasMore, isWhole: all.isWhole)
        }
        return all
    }

    /// A notification about an item.
    func tell(of item: TopicID, to user: UserID = "ada", at seconds: Int64) async throws -> UserNotification {
        let about = UserNotification(
            id: .make(at: at(seconds)), userID: user, category: .update, title: "T", body: "B",
            options: NotificationOptions(itemID: item.description), createdAt: at(seconds), expiresAt: at(seconds + 900)
        )
        _ = try await store.accept(Submission(notification: about))
        return about
    }
}

extension StoreFixture {
    /// A reminder for ada.
    func reminder(
        of item: TopicID, _ audience: Audience = .user("ada"), by creator: UserID = "ada", at seconds: Int64
    ) -> Schedule {
        Schedule(
            id: .make(at: at(seconds)), to: audience,
            notification: NotificationRequest(
                title: "T", body: "B", category: .reminder, options: NotificationOptions(itemID: item.description)),
            when: ScheduleTiming(at: .moment(at(seconds))), next: at(seconds), createdBy: .make(at: at(0)),
            creator: creator,
            createdAt: at(0))
    }

    func remind(
        of item: TopicID, _ audience: Audience = .user("ada"), by creator: UserID = "ada", at seconds: Int64
    ) async throws -> Schedule {
        let schedule = reminder(of: item, audience, by: creator, at: seconds)
        _ = try await store.add(schedule, idempotency: nil)
        return schedule
    }
}

extension StoreFixture {
    /// Accepts a campaign about an item, or a synchronization push.
    @discardableResult
    func campaign(about item: TopicID?, to audience: Audience, at seconds: Int64 = 0) async throws -> Campaign {
        let campaign = newCampaign(about: item, to: audience, at: seconds)
        _ = try await store.accept(CampaignSubmission(campaign: campaign, audience: audience))
        return campaign
    }

    func newCampaign(about item: TopicID?, to audience: Audience, at seconds: Int64 = 0) -> Campaign {
        Campaign(
            id: .make(at: at(seconds)), to: Campaign.Target(audience),
            notification: NotificationRequest(
                title: "T", body: "B", category: .update,
                options: NotificationOptions(isSilent: item == nil ? true : nil, itemID: item?.description)),
            createdAt: at(seconds), expiresAt: at(seconds + 3600))
    }
}

struct CursorTooOld: Error {}

extension ItemChanges {
    /// The change as text, such as `a created`.
    var lines: [String] { changes.map { "\($0.itemID) \($0.kind)" } }
}
