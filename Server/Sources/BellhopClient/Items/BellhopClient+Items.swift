public import BellhopModel

/// Items of an application. A device's key reads, completes and snoozes what its user subscribes to; everything else
/// needs an admin's.
extension BellhopClient {
    /// Creates an item, or replaces the one under its id.
    @discardableResult
    public func putItem(_ request: ItemRequest) async throws -> Item {
        try await call(Call(.putItem).sending(request))
    }

    /// Items in the order of their ids.
    ///
    /// - Parameters:
    ///   - user: only those that this user subscribes to.
    ///   - after: only those after this one; the last of a page leads to the next.
    ///   - limit: 1 to 200; 50 unless given.
    public func listItems(of user: UserID? = nil, after: TopicID? = nil, limit: Int? = nil) async throws -> [Item] {
        let query = [("user", user?.description), ("after", after?.description), ("limit", limit.map(String.init))]
        return try await call(Call(.listItems, query: query), as: Page<Item>.self).items
    }

    public func getItem(_ id: TopicID) async throws -> Item {
        try await call(Call(.getItem, id.description))
    }

    /// Changes what `update` names.
    @discardableResult
    public func updateItem(_ id: TopicID, _ update: ItemUpdate) async throws -> Item {
        try await call(Call(.updateItem, id.description).sending(update))
    }

    public func deleteItem(_ id: TopicID) async throws {
        _ = try await perform(Call(.deleteItem, id.description))
    }

    /// Subscribes `users`; the key's own unless given.
    @discardableResult
    public func subscribeToItem(_ id: TopicID, _ users: [UserID]? = nil) async throws -> SubscriptionResult {
        try await call(Call(.subscribeToItem, id.description).sending(SubscriptionRequest(users: users)))
    }

    /// Tells subscribers of an item and has their apps fetch it.
    @discardableResult
    public func notifyOfItem(
        _ id: TopicID, _ notice: ItemNotificationRequest = ItemNotificationRequest(), idempotencyKey: String? = nil
    ) async throws -> Campaign {
        try await call(Call(.notifyOfItem, id.description).sending(notice).keyed(idempotencyKey))
    }

    /// Reminds subscribers of an item, now or at a moment.
    @discardableResult
    public func remindOfItem(
        _ id: TopicID, _ reminder: ItemReminderRequest = ItemReminderRequest(), idempotencyKey: String? = nil
    ) async throws -> Schedule {
        try await call(Call(.remindOfItem, id.description).sending(reminder).keyed(idempotencyKey))
    }

    /// Completes an item; again, the first completion stands.
    @discardableResult
    public func completeItem(_ id: TopicID) async throws -> Item {
        try await call(Call(.completeItem, id.description))
    }

    /// Clears an item's notifications from the user's devices and reminds them later. Needs a device's key.
    @discardableResult
    public func snoozeItem(_ id: TopicID, minutes: Int? = nil) async throws -> Schedule {
        try await call(Call(.snoozeItem, id.description).sending(SnoozeRequest(minutes: minutes)))
    }

    /// What has become of a user's items since `cursor`; without one all of them.
    ///
    /// - Parameters:
    ///   - cursor: as the last page gave it.
    ///   - user: the key's own unless given; only an admin's key may name another.
    public func itemChanges(
        since cursor: String? = nil, of user: UserID? = nil, limit: Int? = nil
    ) async throws -> ItemChanges {
        let query = [("since", cursor), ("user", user?.description), ("limit", limit.map(String.init))]
        return try await call(Call(.itemChanges, query: query))
    }
}
