public import BellhopModel
public import BellhopStore

extension MemoryStore {
    /// What was unread about an item when it ended.
    struct EndedItem {
        var unread: Set<NotificationID>
        var device: DeviceID?
    }

    public func completeItem(
        _ id: TopicID, by user: UserID, on device: DeviceID?, at time: Timestamp, limit: Int
    ) async throws -> ItemEnding? {
        try run { state in
            guard var item = state.items[id] else { return nil }
            guard item.completedAt == nil else { return ItemEnding(item: item, isNew: false, cleared: [:]) }
            (item.completedBy, item.completedAt, item.updatedAt) = (user, time, time)
            state.items[id] = item
            state.noteItem(id, at: time)
            return state.end(item, on: device, at: time, limit: limit)
        }
    }

    public func deleteItem(_ id: TopicID, at time: Timestamp, limit: Int) async throws -> ItemEnding? {
        try run { state in
            guard let item = state.items[id] else { return nil }
            state.noteItem(id, isGone: true, at: time)
            state.items[id] = nil
            state.subscriptions[id] = nil
            state.ownSubscriptions[id] = nil
            return state.end(item, on: nil, at: time, limit: limit)
        }
    }

    public func silenceEndedItems(at time: Timestamp, limit: Int) async throws -> [NotificationID: UserID] {
        try run { state in
            for id in state.endedItems.keys {
                let cleared = state.silence(id, at: time, limit: limit)
                if !cleared.isEmpty { return cleared }
            }
            return [:]
        }
    }
}

extension MemoryStore.State {
    fileprivate mutating func end(_ item: Item, on device: DeviceID?, at time: Timestamp, limit: Int) -> ItemEnding {
        cancelReminders(of: item.id, at: time) { _ in true }
        for (id, row) in campaigns
        where !row.campaign.state.isEnd && row.campaign.notification.options?.itemID == item.id.description {
            campaigns[id]?.campaign.end(.stopped, at: time)
        }
        endedItems[item.id] = MemoryStore.EndedItem(unread: Set(unread(item.id).map(\.id)), device: device)
        let cleared = silence(item.id, at: time, limit: limit)
        return ItemEnding(item: item, isNew: true, cleared: cleared, hasMore: endedItems[item.id] != nil)
    }

    fileprivate mutating func silence(
        _ id: TopicID, at time: Timestamp, limit: Int
    ) -> [NotificationID: UserID] {
        guard let ended = endedItems[id] else { return [:] }
        let left = unread(id).filter { ended.unread.contains($0.id) }
        if left.count < limit { endedItems[id] = nil }
        return clear(left.prefix(limit), at: time, on: ended.device)
    }
}
