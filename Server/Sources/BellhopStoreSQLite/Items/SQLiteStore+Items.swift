public import BellhopModel
public import BellhopStore
import GRDB

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
