public import BellhopModel
public import BellhopStore
import GRDB

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
    /// Nothing is said about it any more.
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
