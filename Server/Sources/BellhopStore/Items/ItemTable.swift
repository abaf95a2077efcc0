import BellhopModel

extension Database {
    var items: ItemTable { ItemTable(db: self) }
}

/// The table of items.
struct ItemTable {
    let db: Database

    /// - Parameter data: the item's data as JSON.
    /// - Returns: the stored item, which keeps the creation and completion of a replaced one.
    func put(_ item: Item, data: String?) throws -> Item {
        let stored = try db.first(
            """
            INSERT INTO items
                (id, title, body, image_url, data, due_at, completed_by, completed_at, created_at, updated_at)
            VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?, ?)
            ON CONFLICT (id) DO UPDATE SET
                title = excluded.title, body = excluded.body, image_url = excluded.image_url, data = excluded.data,
                due_at = excluded.due_at, updated_at = excluded.updated_at
            RETURNING \(Item.columns)
            """,
            [
                item.id.description, item.title, item.body, item.imageURL, data, item.dueAt?.milliseconds,
                item.completedBy?.description, item.completedAt?.milliseconds, item.createdAt.milliseconds,
                item.updatedAt.milliseconds,
            ], Item.init)
        return stored ?? item
    }

    /// - Parameter data: the item's data as JSON.
    func replace(_ item: Item, data: String?) throws {
        try db.run(
            """
            UPDATE items SET title = ?, body = ?, image_url = ?, data = ?, due_at = ?, completed_by = ?,
                completed_at = ?, updated_at = ?
            WHERE id = ?
            """,
            [
                item.title, item.body, item.imageURL, data, item.dueAt?.milliseconds, item.completedBy?.description,
                item.completedAt?.milliseconds, item.updatedAt.milliseconds, item.id.description,
            ])
    }

    /// - Returns: the item after the change; `nil` when it is complete already, or unknown.
    func complete(_ id: TopicID, by user: UserID, at time: Timestamp) throws -> Item? {
        try db.first(
            """
            UPDATE items SET completed_by = ?1, completed_at = ?2, updated_at = ?2 WHERE id = ?3 AND completed_at IS NULL
            RETURNING \(Item.columns)
            """,
            [user.description, time.milliseconds, id.description], Item.init)
    }

    func delete(_ id: TopicID) throws { try db.run("DELETE FROM items WHERE id = ?", [id.description]) }

    func find(_ id: TopicID) throws -> Item? {
        try db.first("SELECT \(Item.columns) FROM items WHERE id = ?\(db.locked)", [id.description], Item.init)
    }

    func find(_ id: TopicID, of subscriber: UserID) throws -> Item? {
        try db.first(
            """
            SELECT \(Item.columns) FROM items JOIN subscriptions ON topic_id = items.id
            WHERE items.id = ? AND user_id = ?\(db.locked)
            """,
            [id.description, subscriber.description], Item.init)
    }

    func page(after cursor: TopicID?, limit: Int) throws -> [Item] {
        try db.all(
            "SELECT \(Item.columns) FROM items WHERE id > ? ORDER BY id LIMIT ?",
            [cursor?.description ?? "", max(0, limit)], Item.init)
    }

    func page(of subscriber: UserID, after cursor: TopicID?, limit: Int) throws -> [Item] {
        try db.all(
            """
            SELECT \(Item.columns) FROM subscriptions JOIN items ON items.id = topic_id
            WHERE user_id = ? AND topic_id > ? ORDER BY topic_id LIMIT ?
            """,
            [subscriber.description, cursor?.description ?? "", max(0, limit)], Item.init)
    }

    /// Unread notifications about the item, of all users, not later than `last`.
    func unread(_ id: TopicID, upTo last: NotificationID, limit: Int) throws -> [NotificationID] {
        try db.all(
            "SELECT id FROM notifications WHERE item_id = ? AND read_at IS NULL AND id <= ? LIMIT ?",
            [id.description, last.blob, max(0, limit)]
        ) { try $0.id() }
    }

    /// The user's unread notifications about the item.
    func unread(_ id: TopicID, of user: UserID) throws -> [NotificationID] {
        try db.all(
            "SELECT id FROM notifications WHERE item_id = ? AND user_id = ? AND read_at IS NULL",
            [id.description, user.description]
        ) { try $0.id() }
    }
}

extension Database {
    var endedItems: EndedItemTable { EndedItemTable(db: self) }
}

/// An ended item that may have unread notifications from before its end.
struct EndedItem {
    var id: TopicID
    /// The last notification in the store when the item ended.
    var last: NotificationID
    /// The device that ended it.
    var device: DeviceID?
}

/// The table of ended items with more unread notifications than one transaction marks.
struct EndedItemTable {
    let db: Database

    /// Inserts an ended item; for a repeated end the later one applies.
    func insert(_ ended: EndedItem) throws {
        try db.run(
            """
            INSERT INTO ended_items (item_id, last, device_id) VALUES (?, ?, ?)
            ON CONFLICT (item_id) DO UPDATE SET last = excluded.last, device_id = excluded.device_id
            """,
            [ended.id.description, ended.last.blob, ended.device?.blob])
    }

    /// Any ended item.
    func first() throws -> EndedItem? {
        try db.first("SELECT item_id, last, device_id FROM ended_items ORDER BY item_id LIMIT 1") {
            EndedItem(id: try $0.externalID(), last: try $0.id(), device: try $0.optionalID())
        }
    }

    func delete(_ id: TopicID) throws { try db.run("DELETE FROM ended_items WHERE item_id = ?", [id.description]) }
}
