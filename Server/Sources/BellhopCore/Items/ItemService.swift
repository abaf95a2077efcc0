public import BellhopModel
public import BellhopStore

/// An application's items, and the notifications about them.
///
/// An admin's key may do everything. A device's key reads, completes and snoozes its user's subscribed items; others do
/// not exist for it. Every method throws `APIError` for a caller's error, and rethrows store errors. Returned results
/// are durable.
public struct ItemService: Sendable {
    let store: Store
    let workSignal: WorkSignal
    let time: any TimeSource
    let events: EventPublisher
    /// The number of notifications of an ended item that are marked as read in one transaction. It bounds the wait of
    /// other writers.
    static let silenceBatch = 500

    /// - Parameter workSignal: notified when deliveries are created.
    public init(store: Store, hub: EventHub, workSignal: WorkSignal, time: any TimeSource) {
        self.store = store
        self.workSignal = workSignal
        self.time = time
        self.events = EventPublisher(store: store, hub: hub, time: time)
    }

    /// Creates an item, or replaces the one with its id. Sends no notification.
    ///
    /// - Throws: `APIError`: `forbidden`, `invalid_request`.
    public func put(_ request: ItemRequest, by key: KeyRecord) async throws -> Item {
        try key.require([.admin], to: "create items")
        try ItemRules.check(request)
        let now = time.now
        let item = Item(
            id: request.id, title: request.title, body: request.body ?? "", imageURL: request.imageURL,
            data: request.data, dueAt: request.dueAt, createdAt: now, updatedAt: now)
        return try await store.put(item, subscribing: request.subscribers ?? [])
    }

    /// Changes the fields that `update` contains. Sends no notification.
    ///
    /// - Throws: `APIError`: `forbidden`, `invalid_request`, `not_found`.
    public func update(_ id: TopicID, _ update: ItemUpdate, by key: KeyRecord) async throws -> Item {
        try key.require([.admin], to: "change items")
        try ItemRules.check(update)
        guard let item = try await store.update(id, update, at: time.now) else { throw Self.noItem(id) }
        return item
    }

    /// - Throws: `APIError`: `forbidden`, `not_found`.
    public func item(_ id: TopicID, for key: KeyRecord) async throws -> Item {
        try key.require([.admin, .device], to: "read items")
        return try await find(id, for: key)
    }

    /// Items, ordered by id.
    ///
    /// - Parameters:
    ///   - user: selects the items that this user subscribes to; for a device's key always its own user.
    ///   - cursor: the last item of the previous page.
    ///   - limit: the page size. Values outside of 1 to 200 are clamped.
    /// - Throws: `APIError` `forbidden`.
    public func list(
        of user: UserID?, for key: KeyRecord, after cursor: TopicID?, limit: Int
    ) async throws -> [Item] {
        try key.require([.admin, .device], to: "read items")
        let subscriber = key.role == .admin ? user : try key.owner(user, to: "read items")
        return try await store.items(of: subscriber, after: cursor, limit: PageLimit.clamp(limit))
    }

    /// The changes of a user's items since `cursor`, or all items without one.
    ///
    /// - Parameters:
    ///   - user: the key's own user by default.
    ///   - limit: the page size. Values outside of 1 to 200 are clamped.
    /// - Throws: `APIError`: `forbidden`; `invalid_request` for a malformed cursor; `cursor_too_old`.
    public func changes(
        of user: UserID?, for key: KeyRecord, since cursor: String?, limit: Int
    ) async throws -> ItemChanges {
        try key.require([.admin, .device], to: "read items")
        let reader = try key.owner(user, to: "read items")
        let position = try cursor.map { text in
            guard let position = ItemCursor(text) else {
                throw APIError(.invalidRequest, "since: \(text.debugDescription) is not a cursor of this server")
            }
            return position
        }
        switch try await store.itemChanges(of: reader, since: position, limit: PageLimit.clamp(limit)) {
        case .page(let changes): return changes
        case .cursorTooOld: throw APIError(.cursorTooOld)
        }
    }

    /// Subscribes users to an item. Only the application decides who has an item.
    ///
    /// - Parameters:
    ///   - users: the key's own user by default.
    ///   - key: an admin's.
    /// - Throws: `APIError`: `forbidden`, `invalid_request`, `not_found`.
    public func subscribe(
        _ users: [UserID]?, to id: TopicID, by key: KeyRecord
    ) async throws -> SubscriptionResult {
        try key.require([.admin], to: "subscribe users to items")
        let users = users ?? [key.userID]
        guard let result = try await store.subscribe(users, toItem: id, at: time.now) else { throw Self.noItem(id) }
        return result
    }

    func find(_ id: TopicID, for key: KeyRecord) async throws -> Item {
        guard let item = try await store.item(id, of: key.role == .admin ? nil : key.userID) else {
            throw Self.noItem(id)
        }
        return item
    }

    /// The error for a notification that the store did not accept: the item is missing or complete.
    func refusal(of id: TopicID, for key: KeyRecord) async throws -> APIError {
        _ = try await find(id, for: key)
        return APIError(
            .invalidRequest,
            "The item \(id) is complete; it has no notifications or reminders until it is reopened.")
    }

    static func noItem(_ id: TopicID) -> APIError {
        APIError(.notFound, "There is no item \(id.description.debugDescription) that this key's user subscribes to.")
    }
}

extension ItemService {
    /// Completes an item: clears its notifications on all devices of all users, cancels its reminders and campaigns,
    /// and makes the apps of its subscribers synchronize. Repeating it keeps the first completion.
    ///
    /// - Parameter key: an admin's, or that of a device whose user subscribes to the item.
    /// - Throws: `APIError`: `forbidden`, `not_found`.
    public func complete(_ id: TopicID, by key: KeyRecord) async throws -> Item {
        try key.require([.admin, .device], to: "complete items")
        _ = try await find(id, for: key)
        let ending: ItemEnding?
        do {
            // The dispatcher is notified even when the store throws: it is unknown then whether the transaction was
            // committed.
            defer { workSignal.notify(.deliveries) }
            ending = try await store.completeItem(
                id, by: key.userID, on: key.deviceID, at: time.now, limit: Self.silenceBatch)
        }
        guard let ending else { throw Self.noItem(id) }
        guard ending.isNew else { return ending.item }
        await silence(ending)
        await sync(.topic(id))
        return ending.item
    }

    /// Deletes an item for all subscribers, with its notifications and reminders.
    ///
    /// - Throws: `APIError`: `forbidden`, `not_found`.
    public func delete(_ id: TopicID, by key: KeyRecord) async throws {
        try key.require([.admin], to: "delete items")
        let subscribers = try await subscribers(of: id)
        let ending: ItemEnding?
        do {
            defer { workSignal.notify(.deliveries) }
            ending = try await store.deleteItem(id, at: time.now, limit: Self.silenceBatch)
        }
        guard let ending else { throw Self.noItem(id) }
        await silence(ending)
        for start in stride(from: 0, to: subscribers.count, by: APILimits.audience) {
            await sync(.users(Array(subscribers[start...].prefix(APILimits.audience))))
        }
    }

    /// Marks the remaining notifications of an ended item as read, in batches. ``Housekeeping`` continues after a
    /// failure.
    private func silence(_ ending: ItemEnding) async {
        await publishRead(ending.cleared)
        var hasMore = ending.hasMore
        while hasMore {
            let cleared = (try? await store.silenceEndedItems(at: time.now, limit: Self.silenceBatch)) ?? [:]
            workSignal.notify(.deliveries)
            await publishRead(cleared)
            hasMore = !cleared.isEmpty
        }
    }

    private func publishRead(_ cleared: [NotificationID: UserID]) async {
        for (notification, user) in cleared { await events.publish(.notificationRead(notification), to: user) }
    }

    private func subscribers(of id: TopicID) async throws -> [UserID] {
        var all: [UserID] = []
        while true {
            let page = try await store.subscribers(of: id, after: all.last, limit: 1000)
            all += page.map(\.userID)
            if page.count < 1000 { return all }
        }
    }
}
