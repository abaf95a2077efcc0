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
    /// Records a change of an item for these users, or for all subscribers.
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

extension MemoryStore {
    /// The unread notifications of an item at its end.
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

extension MemoryStore {
    public func subscribe(
        _ users: [UserID], toItem id: TopicID, at time: Timestamp
    ) async throws -> SubscriptionResult? {
        try run { state in state.items[id] == nil ? nil : state.subscribe(users, to: id, at: time) }
    }

    public func accept(
        _ submission: CampaignSubmission, about id: TopicID
    ) async throws -> IdempotentWriteResult? {
        try run { state in
            state.isOpen(id) || state.isRepetition(submission.idempotency) ? state.accept(submission) : nil
        }
    }

    public func add(
        _ reminder: Schedule, about id: TopicID, idempotency: IdempotencyRecord?
    ) async throws -> IdempotentWriteResult? {
        try run { state in
            state.isOpen(id) || state.isRepetition(idempotency) ? state.add(reminder, idempotency) : nil
        }
    }

    public func snoozeItem(
        _ id: TopicID, until reminder: Schedule, by device: DeviceID?, at time: Timestamp
    ) async throws -> [NotificationID]? {
        try run { state in
            let user = reminder.creator
            guard state.isOpen(id), state.subscriptions[id]?[user] != nil else { return nil }
            state.cancelReminders(of: id, at: time) { $0.user == user && $0.creator == user }
            state.schedules[reminder.id] = reminder
            state.snoozes.insert(reminder.id)
            return state.clear(state.unread(id).filter { $0.userID == user }, at: time, on: device).keys.sorted()
        }
    }
}

extension MemoryStore.State {
    func isAboutCompleteItem(_ notification: NotificationRequest) -> Bool {
        items.contains { $0.key.description == notification.options?.itemID && $0.value.completedAt != nil }
    }

    func unread(_ item: TopicID) -> [UserNotification] {
        notifications.values.filter { $0.readAt == nil && $0.options?.itemID == item.description }
    }

    mutating func cancelReminders(of id: TopicID, at time: Timestamp, where isMeant: (Schedule) -> Bool) {
        for (key, schedule) in schedules
        where schedule.next != nil && schedule.notification.options?.itemID == id.description && isMeant(schedule) {
            schedules[key] = schedule.cancelled(at: time)
        }
    }

    mutating func clear(
        _ unread: some Sequence<UserNotification>, at time: Timestamp, on device: DeviceID?
    ) -> [NotificationID: UserID] {
        var cleared: [NotificationID: UserID] = [:]
        for notification in unread {
            note(.read, notification.id, at: time, device: device)
            _ = settle(notification.id, except: device, at: time)
            cleared[notification.id] = notification.userID
        }
        return cleared
    }

    fileprivate func isOpen(_ item: TopicID) -> Bool { items[item].map { $0.completedAt == nil } ?? false }

    fileprivate func isRepetition(_ record: IdempotencyRecord?) -> Bool {
        record.map { idempotency[MemoryStore.Scope(key: $0.scope, text: $0.key)] != nil } ?? false
    }
}
