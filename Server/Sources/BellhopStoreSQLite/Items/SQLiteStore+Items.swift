public import BellhopModel
public import BellhopStore

extension SQLiteStore {
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

    public func update(_ id: TopicID, _ update: ItemUpdate, at time: Timestamp) async throws -> Item? {
        try await write { db in
            guard var item = try db.items.find(id).map(update.applied) else { return nil }
            item.updatedAt = time
            try db.items.replace(item, data: try item.data.map { try CanonicalJSON.text($0) })
            try db.itemChanges.note(id, at: time)
            return item
        }
    }

    public func item(_ id: TopicID, of subscriber: UserID?) async throws -> Item? {
        try await read { db in
            guard let subscriber else { return try db.items.find(id) }
            return try db.items.find(id, of: subscriber)
        }
    }

    public func items(of subscriber: UserID?, after cursor: TopicID?, limit: Int) async throws -> [Item] {
        try await read { db in
            guard let subscriber else { return try db.items.page(after: cursor, limit: limit) }
            return try db.items.page(of: subscriber, after: cursor, limit: limit)
        }
    }

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

    public func forgetItemDeletions(before time: Timestamp, limit: Int) async throws -> Int {
        try await write { try $0.itemChanges.forgetDeletions(before: time, limit: limit) }
    }
}

extension SQLiteStore {
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

    public func deleteItem(_ id: TopicID, at time: Timestamp, limit: Int) async throws -> ItemEnding? {
        try await write { db in
            guard let item = try db.items.find(id) else { return nil }
            try db.itemChanges.noteDeletion(of: id, at: time)
            try db.items.delete(id)
            try db.topics.delete(id)
            return try db.end(item, on: nil, at: time, limit: limit)
        }
    }

    public func silenceEndedItems(at time: Timestamp, limit: Int) async throws -> [NotificationID: UserID] {
        guard limit > 0 else { return [:] }
        return try await write { db in
            while let ended = try db.endedItems.first() {
                let cleared = try db.silence(ended, at: time, limit: limit)
                if cleared.count < limit { try db.endedItems.delete(ended.id) }
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
        ending.cleared = try silence(ended, at: time, limit: limit)
        ending.hasMore = ending.cleared.count >= limit
        if ending.hasMore { try endedItems.insert(ended) }
        return ending
    }

    fileprivate func silence(_ ended: EndedItem, at time: Timestamp, limit: Int) throws -> [NotificationID: UserID] {
        var cleared: [NotificationID: UserID] = [:]
        for notification in try items.unread(ended.id, upTo: ended.last, limit: limit) {
            cleared[notification] = try markRead(notification, by: ended.device, at: time)
        }
        return cleared
    }
}

// Submissions about items. The transaction that stores one checks that the item exists and is open.
extension SQLiteStore {
    public func subscribe(
        _ users: [UserID], toItem id: TopicID, at time: Timestamp
    ) async throws -> SubscriptionResult? {
        try await write { db in
            guard try db.items.find(id) != nil else { return nil }
            return try db.topics.subscribe(users, to: id, at: time)
        }
    }

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
