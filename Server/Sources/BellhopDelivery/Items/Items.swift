public import BellhopModel
public import BellhopStore

/// The items of applications, and what users are told about them.
///
/// An admin's key may do everything. A device's key reads, completes and snoozes what its user subscribes to; everything
/// else is not there for it. Every method throws `APIError` for what its caller did wrong, and passes on what the store
/// throws when it cannot do its work. What a method returns is durable.
public struct Items: Sendable {
    let store: any Store
    let wake: Wake
    let time: any TimeSource
    let announcer: Announcer
    /// How many notifications of an item that ends are marked as read in one transaction. Other writers wait no longer
    /// than for one.
    static let silenced = 500

    /// - Parameter wake: rung whenever there is something to send.
    public init(store: any Store, hub: EventHub, wake: Wake, time: any TimeSource) {
        self.store = store
        self.wake = wake
        self.time = time
        self.announcer = Announcer(store: store, hub: hub, time: time)
    }

    /// Creates an item, or replaces the one under its id. Nobody is told by that.
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

    /// Changes what `update` names. Nobody is told by that.
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

    /// In the order of their ids.
    ///
    /// - Parameters:
    ///   - user: only those that this user subscribes to; a device's are its own user's anyway.
    ///   - cursor: the last one of the page before.
    ///   - limit: 1 to 200, and what is beyond is brought into that range.
    /// - Throws: `APIError` `forbidden`.
    public func list(
        of user: UserID?, for key: KeyRecord, after cursor: TopicID?, limit: Int
    ) async throws -> [Item] {
        try key.require([.admin, .device], to: "read items")
        let subscriber = key.role == .admin ? user : try key.owner(user, to: "read items")
        return try await store.items(of: subscriber, after: cursor, limit: PageLimit.clamp(limit))
    }

    /// What has become of a user's items since `cursor`; without one all of them.
    ///
    /// - Parameters:
    ///   - user: the key's own unless given.
    ///   - limit: 1 to 200, and what is beyond is brought into that range.
    /// - Throws: `APIError`: `forbidden`; `invalid_request` for a cursor that is none; `cursor_too_old`.
    public func changes(
        of user: UserID?, for key: KeyRecord, since cursor: String?, limit: Int
    ) async throws -> ItemChanges {
        try key.require([.admin, .device], to: "read items")
        let reader = try key.owner(user, to: "read items")
        let position = try cursor.map { text in
            guard let position = ItemCursor(text) else {
                throw APIError(.invalidRequest, "since: \(text.debugDescription) is not a cursor that was given out")
            }
            return position
        }
        switch try await store.itemChanges(of: reader, since: position, limit: PageLimit.clamp(limit)) {
        case .page(let changes): return changes
        case .cursorTooOld: throw APIError(.cursorTooOld)
        }
    }

    /// Subscribes users to an item: who has it is up to the application.
    ///
    /// - Parameters:
    ///   - users: the key's own unless given.
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

    /// Why the store did not take what tells of an item: it is gone, or complete.
    func refusal(of id: TopicID, for key: KeyRecord) async throws -> APIError {
        _ = try await find(id, for: key)
        return APIError(
            .invalidRequest, "The item \(id) is complete; nobody is told or reminded of it until it is opened again.")
    }

    static func noItem(_ id: TopicID) -> APIError {
        APIError(.notFound, "There is no item \(id.description.debugDescription) that this key's user subscribes to.")
    }
}
