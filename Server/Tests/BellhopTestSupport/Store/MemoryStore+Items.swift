public import BellhopModel
public import BellhopStore

extension MemoryStore {
    struct ItemChangeEntry {
        var sequence: Int64
        var appeared: Int64
        var isGone: Bool
        var at: Timestamp
    }

    public func put(_ item: Item, subscribing users: [UserID]) async throws -> Item {
        try run { state in
            let before = state.items[item.id]
            let stored = Item(
                id: item.id, title: item.title, body: item.body, imageURL: item.imageURL, data: item.data,
                dueAt: item.dueAt, completedBy: before?.completedBy, completedAt: before?.completedAt,
                createdAt: before?.createdAt ?? item.createdAt, updatedAt: item.updatedAt)
            state.items[item.id] = stored
            if before == nil { state.endOwnSubscriptions(to: item.id) }
            for user in users { _ = state.subscribe(user, to: item.id, isOwn: false, at: item.updatedAt) }
            state.noteItem(item.id, at: item.updatedAt)
            return stored
        }
    }

    public func update(_ id: TopicID, _ update: ItemUpdate, at time: Timestamp) async throws -> Item? {
        try run { state in
            guard var item = state.items[id].map(update.applied) else { return nil }
            item.updatedAt = time
            state.items[id] = item
            state.noteItem(id, at: time)
            return item
        }
    }

    public func item(_ id: TopicID, of subscriber: UserID?) async throws -> Item? {
        try run { state in
            if let subscriber, state.subscriptions[id]?[subscriber] == nil { return nil }
            return state.items[id]
        }
    }

    public func items(of subscriber: UserID?, after cursor: TopicID?, limit: Int) async throws -> [Item] {
        try run { state in
            let wanted = state.items.keys.filter { id in
                subscriber.map { state.subscriptions[id]?[$0] != nil } ?? true
            }
            return wanted.page(after: cursor, limit: limit).compactMap { state.items[$0] }
        }
    }

    public func itemChanges(
        of user: UserID, since cursor: ItemCursor?, limit: Int
    ) async throws -> ItemChangesResult {
        try run { state in
            let cursor = cursor ?? ItemCursor(wholeListBegunAt: state.itemClock)
            guard cursor.isValid(last: state.itemClock, forgotten: state.itemHorizons[user] ?? 0) else {
                return .cursorTooOld
            }
            let rows = (state.itemChanges[user] ?? [:]).filter { _, entry in
                entry.sequence > cursor.position && (!entry.isGone || entry.sequence > cursor.begun)
            }.sorted { $0.value.sequence < $1.value.sequence }.prefix(limit + 1).map { id, entry in
                ItemChangeRow(
                    itemID: id, sequence: entry.sequence, appeared: entry.appeared, at: entry.at,
                    item: entry.isGone ? nil : state.items[id])
            }
            return .page(cursor.page(rows, limit: limit, last: state.itemClock))
        }
    }

    public func forgetItemDeletions(before time: Timestamp, limit: Int) async throws -> Int {
        try run { state in
            let gone = state.itemChanges.flatMap { user, entries in
                entries.filter { $0.value.isGone && $0.value.at < time }.map { (user, $0.key, $0.value) }
            }.sorted { $0.2.at < $1.2.at }.prefix(limit)
            for (user, item, entry) in gone {
                state.itemChanges[user]?[item] = nil
                state.itemHorizons[user] = max(state.itemHorizons[user] ?? 0, entry.sequence)
            }
            return gone.count
        }
    }
}

extension MemoryStore.State {
    /// Something happened to what may be an item, for these users or all who subscribe to it.
    mutating func noteItem(_ id: TopicID, of users: [UserID]? = nil, isGone: Bool = false, at time: Timestamp) {
        guard items[id] != nil else { return }
        itemClock += 1
        for user in users ?? subscriptions[id].map({ Array($0.keys) }) ?? [] {
            let before = itemChanges[user]?[id]
            let appeared = before.map { $0.isGone ? itemClock : $0.appeared } ?? itemClock
            itemChanges[user, default: [:]][id] = MemoryStore.ItemChangeEntry(
                sequence: itemClock, appeared: appeared, isGone: isGone, at: time)
        }
    }
}
