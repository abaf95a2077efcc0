public import BellhopModel
public import BellhopStore
import GRDB

extension SQLiteStore {
    public func put(_ item: Item, subscribing users: [UserID]) async throws -> Item {
        let data = try item.data.map { try CanonicalJSON.text($0) }
        return try await write { db in
            let stored = try db.items.put(item, data: data)
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

    public func completeItem(
        _ id: TopicID, by user: UserID, on device: DeviceID?, at time: Timestamp
    ) async throws -> ItemEnding? {
        try await write { db in
            guard let item = try db.items.complete(id, by: user, at: time) else {
                return try db.items.find(id).map { ItemEnding(item: $0, isNew: false, cleared: [:]) }
            }
            try db.itemChanges.note(id, at: time)
            return ItemEnding(item: item, isNew: true, cleared: try db.silence(id, on: device, at: time))
        }
    }

    public func deleteItem(_ id: TopicID, at time: Timestamp) async throws -> ItemEnding? {
        try await write { db in
            guard let item = try db.items.find(id) else { return nil }
            let cleared = try db.silence(id, on: nil, at: time)
            try db.itemChanges.noteDeletion(of: id, at: time)
            try db.items.delete(id)
            try db.topics.delete(id)
            return ItemEnding(item: item, isNew: true, cleared: cleared)
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
    ) async throws -> ItemChangesReading {
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

    public func snoozeItem(
        _ id: TopicID, until reminder: Schedule, by device: DeviceID?, at time: Timestamp
    ) async throws -> [NotificationID] {
        let document = try CanonicalJSON.text(reminder)
        return try await write { db in
            try db.schedules.cancel(about: id, madeBy: reminder.creator, at: time)
            try db.schedules.insert(reminder, document: document, isSnooze: true)
            let unread = try db.items.unread(id, of: reminder.creator)
            for notification in unread { _ = try db.markRead(notification, by: device, at: time) }
            return unread
        }
    }

    public func forgetItemDeletions(before time: Timestamp, limit: Int) async throws -> Int {
        try await write { try $0.itemChanges.forgetDeletions(before: time, limit: limit) }
    }
}

extension Database {
    /// An item has ended: nothing is said about it any more.
    fileprivate func silence(
        _ item: TopicID, on device: DeviceID?, at time: Timestamp
    ) throws -> [NotificationID: UserID] {
        var cleared: [NotificationID: UserID] = [:]
        for notification in try items.unread(item) {
            cleared[notification] = try markRead(notification, by: device, at: time)
        }
        try schedules.cancel(about: item, at: time)
        return cleared
    }
}
