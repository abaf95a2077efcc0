public import BellhopModel

// Items, and a list of changes for each subscribed user. The list has one entry per item, its last change, in the order
// in which changes became durable. Subscribing to an item adds a creation, and unsubscribing a deletion.
extension Store {
    /// Stores `item` and subscribes `users` to it. An item with the same id is replaced, and keeps its creation and
    /// completion. The item is created or updated for all its subscribers.
    ///
    /// Earlier subscriptions of users to the topic of a new item's id are removed: the application chooses who has an
    /// item.
    /// - Returns: the stored item.
    public func put(_ item: Item, subscribing users: [UserID]) async throws -> Item {
        let data = try item.data.map { try CanonicalJSON.text($0) }
        return try await write { db in
            let isNew = try db.items.find(item.id) == nil
            let stored = try db.items.put(item, data: data)
            if isNew { try db.topics.endOwnSubscriptions(to: item.id) }
            _ = try db.topics.subscribe(users, to: item.id, at: item.updatedAt)
            try db.itemChanges.note(item.id, at: item.updatedAt)
            return stored
        }
    }

    /// Changes the fields of `update`. The item is updated for all its subscribers.
    /// - Returns: `nil` for an unknown item.
    public func update(_ id: TopicID, _ update: ItemUpdate, at time: Timestamp) async throws -> Item? {
        try await write { db in
            guard var item = try db.items.find(id).map(update.applied) else { return nil }
            item.updatedAt = time
            try db.items.replace(item, data: try item.data.map { try CanonicalJSON.text($0) })
            try db.itemChanges.note(id, at: time)
            return item
        }
    }

    /// - Parameter subscriber: the user who must subscribe to it, if given.
    public func item(_ id: TopicID, of subscriber: UserID?) async throws -> Item? {
        try await read { db in
            guard let subscriber else { return try db.items.find(id) }
            return try db.items.find(id, of: subscriber)
        }
    }

    /// Items ordered by the UTF-8 of their ids, at most `limit`, starting after `cursor`.
    ///
    /// - Parameter subscriber: the user who must subscribe to them, if given.
    public func items(of subscriber: UserID?, after cursor: TopicID?, limit: Int) async throws -> [Item] {
        try await read { db in
            guard let subscriber else { return try db.items.page(after: cursor, limit: limit) }
            return try db.items.page(of: subscriber, after: cursor, limit: limit)
        }
    }

    /// The changes of the user's items since `cursor`, at most `limit`, oldest first; without a cursor all items to
    /// which the user subscribes.
    ///
    /// Following the cursors misses no change, even with concurrent writes; a change made during the reading may be
    /// repeated. An item that the reader has not received yet is reported as created.
    public func itemChanges(
        of user: UserID, since cursor: ItemCursor?, limit: Int
    ) async throws -> ItemChangesResult {
        try await read { db in
            let last = try db.itemChanges.last()
            let cursor = cursor ?? ItemCursor(wholeListBegunAt: last)
            guard cursor.isValid(last: last, forgotten: try db.itemChanges.horizon(of: user)) else {
                return .cursorTooOld
            }
            let limit = max(0, limit)
            let rows = try db.itemChanges.after(cursor, of: user, limit: limit + 1)
            return .page(cursor.page(rows, limit: limit, last: last))
        }
    }

    /// Deletes up to `limit` item deletions made before `time`. Cursors before them are then too old.
    /// - Returns: the number of deleted entries.
    public func pruneItemDeletions(before time: Timestamp, limit: Int) async throws -> Int {
        try await write { try $0.itemChanges.pruneDeletions(before: time, limit: limit) }
    }
}

extension Store {
    /// Completes an item that is not complete; it is updated for all its subscribers.
    ///
    /// The same transaction cancels waiting schedules and stops open campaigns whose notification is about the item,
    /// and marks its unread notifications of all users as read, as ``Store/markRead(_:by:at:)`` would. It
    /// marks at most `limit`, which bounds the wait of other writers, and records whether more are left.
    /// - Parameter device: the device that needs no clearing push.
    /// - Returns: `nil` for an unknown item.
    public func completeItem(
        _ id: TopicID, by user: UserID, on device: DeviceID?, at time: Timestamp, limit: Int
    ) async throws -> ItemEnding? {
        try await write { db in
            guard let item = try db.items.complete(id, by: user, at: time) else {
                return try db.items.find(id).map { ItemEnding(item: $0, isNew: false, cleared: [:]) }
            }
            try db.itemChanges.note(id, at: time)
            return try db.end(item, on: device, at: time, limit: limit)
        }
    }

    /// Deletes an item and everything about it, as ``completeItem(_:by:on:at:limit:)`` would. It is deleted for all its
    /// subscribers, and their subscriptions end.
    /// - Returns: `nil` for an unknown item.
    public func deleteItem(_ id: TopicID, at time: Timestamp, limit: Int) async throws -> ItemEnding? {
        try await write { db in
            guard let item = try db.items.find(id) else { return nil }
            try db.itemChanges.noteDeletion(of: id, at: time)
            try db.items.delete(id)
            try db.topics.delete(id)
            return try db.end(item, on: nil, at: time, limit: limit)
        }
    }

    /// Marks up to `limit` notifications as read that an item's ending has left unread. Later notifications stay
    /// unread.
    /// - Returns: the marked notifications and their users; empty when no ending has any left.
    public func silenceEndedItems(at time: Timestamp, limit: Int) async throws -> [NotificationID: UserID] {
        guard limit > 0 else { return [:] }
        return try await write { db in
            while let ended = try db.endedItems.first() {
                let (cleared, hasMore) = try db.silence(ended, at: time, limit: limit)
                if !hasMore { try db.endedItems.delete(ended.id) }
                if !cleared.isEmpty { return cleared }
            }
            return [:]
        }
    }
}

extension Database {
    /// Ends the schedules, campaigns and notifications about an item.
    fileprivate func end(_ item: Item, on device: DeviceID?, at time: Timestamp, limit: Int) throws -> ItemEnding {
        try schedules.cancel(about: item.id, at: time)
        try stopCampaigns(about: item.id, at: time)
        var ending = ItemEnding(item: item, isNew: true, cleared: [:])
        guard let last = try notifications.last() else { return ending }
        let ended = EndedItem(id: item.id, last: last, device: device)
        (ending.cleared, ending.hasMore) = try silence(ended, at: time, limit: limit)
        if ending.hasMore { try endedItems.insert(ended) }
        return ending
    }

    /// - Returns: the notifications that this transaction marks as read, and whether more may be left. Another
    ///   transaction may mark some of the unread ones that were found.
    fileprivate func silence(
        _ ended: EndedItem, at time: Timestamp, limit: Int
    ) throws -> (cleared: [NotificationID: UserID], hasMore: Bool) {
        var cleared: [NotificationID: UserID] = [:]
        let unread = try items.unread(ended.id, upTo: ended.last, limit: limit)
        for notification in unread { cleared[notification] = try markRead(notification, by: ended.device, at: time) }
        return (cleared, unread.count >= limit)
    }
}

// Submissions about items. The transaction that stores one checks that the item exists and is open.
extension Store {
    /// Subscribes users, as ``Store/subscribe(_:to:at:)``.
    /// - Returns: `nil` for an unknown item.
    public func subscribe(
        _ users: [UserID], toItem id: TopicID, at time: Timestamp
    ) async throws -> SubscriptionResult? {
        try await write { db in
            guard try db.items.find(id) != nil else { return nil }
            return try db.topics.subscribe(users, to: id, at: time)
        }
    }

    /// Accepts a campaign about an item, as ``Store/accept(_:)``.
    /// - Returns: `nil` for an unknown or complete item.
    public func accept(
        _ submission: CampaignSubmission, about id: TopicID
    ) async throws -> IdempotentWriteResult? {
        try await write { db in
            if let record = submission.idempotency {
                if let kept = try db.idempotency.find(scope: record.scope, key: record.key) { return .repeated(kept) }
            }
            guard let item = try db.items.find(id), item.completedAt == nil else { return nil }
            if let record = submission.idempotency { try db.idempotency.insert(record) }
            try db.begin(submission.campaign, for: submission.audience)
            return .stored
        }
    }

    /// Adds a schedule that reminds of an item, as ``Store/add(_:idempotency:)``.
    /// - Returns: `nil` for an unknown or complete item.
    public func add(
        _ reminder: Schedule, about id: TopicID, idempotency: IdempotencyRecord?
    ) async throws -> IdempotentWriteResult? {
        let document = try CanonicalJSON.text(reminder)
        return try await write { db in
            if let record = idempotency {
                if let kept = try db.idempotency.find(scope: record.scope, key: record.key) { return .repeated(kept) }
            }
            guard let item = try db.items.find(id), item.completedAt == nil else { return nil }
            if let record = idempotency { try db.idempotency.insert(record) }
            try db.schedules.insert(reminder, document: document)
            return .stored
        }
    }

    /// Stores `reminder`, of an item for the user who made it. The same transaction marks the user's unread
    /// notifications about the item as read, as ``Store/markRead(_:by:at:)`` would, and cancels the user's
    /// own waiting reminders of it.
    /// - Returns: the marked notifications; `nil` when the user subscribes to no such item, or it is complete.
    public func snoozeItem(
        _ id: TopicID, until reminder: Schedule, by device: DeviceID?, at time: Timestamp
    ) async throws -> [NotificationID]? {
        let document = try CanonicalJSON.text(reminder)
        return try await write { db in
            guard let item = try db.items.find(id, of: reminder.creator), item.completedAt == nil else { return nil }
            try db.schedules.cancel(about: id, madeBy: reminder.creator, at: time)
            try db.schedules.insert(reminder, document: document, isSnooze: true)
            let unread = try db.items.unread(id, of: reminder.creator)
            for notification in unread { _ = try db.markRead(notification, by: device, at: time) }
            return unread
        }
    }
}
