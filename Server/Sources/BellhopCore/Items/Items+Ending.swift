public import BellhopModel
import BellhopStore

extension Items {
    /// Completes an item: its notifications go from all devices of everybody, what would remind or tell of it is ended,
    /// and the apps of its subscribers fetch it. Again, the first completion stands.
    ///
    /// - Parameter key: an admin's, or a device's whose user subscribes to the item.
    /// - Throws: `APIError`: `forbidden`, `not_found`.
    public func complete(_ id: TopicID, by key: KeyRecord) async throws -> Item {
        try key.require([.admin, .device], to: "complete items")
        _ = try await find(id, for: key)
        let ending: ItemEnding?
        do {
            // The dispatcher looks for what is to be cleared even when nobody knows whether the transaction went through.
            defer { wake.signal() }
            ending = try await store.completeItem(
                id, by: key.userID, on: key.deviceID, at: time.now, limit: Self.silenced)
        }
        guard let ending else { throw Self.noItem(id) }
        guard ending.isNew else { return ending.item }
        await silence(ending)
        await sync(.topic(id))
        return ending.item
    }

    /// Deletes an item, for all who subscribe to it: its notifications and reminders with it.
    ///
    /// - Throws: `APIError`: `forbidden`, `not_found`.
    public func delete(_ id: TopicID, by key: KeyRecord) async throws {
        try key.require([.admin], to: "delete items")
        let subscribers = try await subscribers(of: id)
        let ending: ItemEnding?
        do {
            defer { wake.signal() }
            ending = try await store.deleteItem(id, at: time.now, limit: Self.silenced)
        }
        guard let ending else { throw Self.noItem(id) }
        await silence(ending)
        for start in stride(from: 0, to: subscribers.count, by: APILimits.audience) {
            await sync(.users(Array(subscribers[start...].prefix(APILimits.audience))))
        }
    }

    /// Marks as read what the ending left, some at a time. When that fails, ``Housekeeping`` goes on with it.
    private func silence(_ ending: ItemEnding) async {
        await announce(ending.cleared)
        var hasMore = ending.hasMore
        while hasMore {
            let cleared = (try? await store.silenceEndedItems(at: time.now, limit: Self.silenced)) ?? [:]
            wake.signal()
            await announce(cleared)
            hasMore = !cleared.isEmpty
        }
    }

    private func announce(_ cleared: [NotificationID: UserID]) async {
        for (notification, user) in cleared { await announcer.announce(.notificationRead(notification), to: user) }
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
