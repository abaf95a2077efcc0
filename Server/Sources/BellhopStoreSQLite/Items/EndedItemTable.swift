import BellhopModel
import GRDB

extension Database {
    var endedItems: EndedItemTable { EndedItemTable(db: self) }
}

/// An item that has ended, about which there may be unread notifications from before.
struct EndedItem {
    var id: TopicID
    /// The last notification, about whatever, when it ended.
    var last: NotificationID
    /// Which ended it.
    var device: DeviceID?
}

/// Items that have ended with more unread notifications than one transaction marks.
struct EndedItemTable {
    let db: Database

    /// Of one that ends again the later time counts.
    func insert(_ ended: EndedItem) throws {
        try db.run(
            """
            INSERT INTO ended_items (item_id, last, device_id) VALUES (?, ?, ?)
            ON CONFLICT (item_id) DO UPDATE SET last = excluded.last, device_id = excluded.device_id
            """,
            [ended.id.description, ended.last.blob, ended.device?.blob])
    }

    /// Any of them.
    func first() throws -> EndedItem? {
        try db.first("SELECT item_id, last, device_id FROM ended_items ORDER BY item_id LIMIT 1") {
            EndedItem(id: try $0.name(), last: try $0.id(), device: try $0.optionalID())
        }
    }

    func delete(_ id: TopicID) throws { try db.run("DELETE FROM ended_items WHERE item_id = ?", [id.description]) }
}
