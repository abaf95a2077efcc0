import BellhopModel
import BellhopStore
import GRDB

extension Database {
    var itemChanges: ItemChangeTable { ItemChangeTable(db: self) }
}

/// For every user what happened last to each of their items.
struct ItemChangeTable {
    let db: Database

    /// The item was created or changed, for all who subscribe to it.
    func note(_ item: TopicID, at time: Timestamp) throws {
        try db.run(
            """
            INSERT INTO item_changes (user_id, item_id, sequence, appeared, is_gone, at)
            SELECT user_id, ?1, ?2, ?2, 0, ?3 FROM subscriptions WHERE topic_id = ?1
            \(Self.again)
            """,
            [item.description, try next(), time.milliseconds])
    }

    /// `user` has begun to subscribe to what may be an item.
    func noteBeginning(of user: UserID, with topic: TopicID, at time: Timestamp) throws {
        guard try isItem(topic) else { return }
        try db.run(
            """
            INSERT INTO item_changes (user_id, item_id, sequence, appeared, is_gone, at) VALUES (?1, ?2, ?3, ?3, 0, ?4)
            \(Self.again)
            """,
            [user.description, topic.description, try next(), time.milliseconds])
    }

    /// `user` has ceased to subscribe to what may be an item.
    func noteEnd(of user: UserID, with topic: TopicID, at time: Timestamp) throws {
        guard try isItem(topic) else { return }
        try db.run(
            "UPDATE item_changes SET sequence = ?, is_gone = 1, at = ? WHERE user_id = ? AND item_id = ?",
            [try next(), time.milliseconds, user.description, topic.description])
    }

    /// The item is gone, for all who subscribe to it.
    func noteDeletion(of item: TopicID, at time: Timestamp) throws {
        try db.run(
            """
            UPDATE item_changes SET sequence = ?2, is_gone = 1, at = ?3
            WHERE user_id IN (SELECT user_id FROM subscriptions WHERE topic_id = ?1) AND item_id = ?1
            """,
            [item.description, try next(), time.milliseconds])
    }

    /// The last change there is.
    func last() throws -> Int64 { try db.first("SELECT sequence FROM item_clock") { try $0.integer() } ?? 1 }

    /// The last deletion of the user's that was forgotten.
    func horizon(of user: UserID) throws -> Int64 {
        try db.first("SELECT sequence FROM item_horizons WHERE user_id = ?", [user.description]) { try $0.integer() }
            ?? 0
    }

    /// Those after the cursor, in order. Whoever reads the whole list need not hear of what was gone before.
    func after(_ cursor: ItemCursor, of user: UserID, limit: Int) throws -> [ItemChangeRow] {
        try db.all(
            """
            SELECT item_changes.item_id, sequence, appeared, at, is_gone, \(Item.columns)
            FROM item_changes LEFT JOIN items ON items.id = item_changes.item_id AND is_gone = 0
            WHERE user_id = ?1 AND sequence > ?2 AND (is_gone = 0 OR sequence > ?3) ORDER BY sequence LIMIT ?4
            """,
            [user.description, cursor.position, cursor.begun, limit], ItemChangeRow.init)
    }

    func forgetDeletions(before time: Timestamp, limit: Int) throws -> Int {
        let forgotten: [(UserID, TopicID, Int64)] = try db.all(
            """
            SELECT user_id, item_id, sequence FROM item_changes WHERE is_gone = 1 AND at < ? ORDER BY at LIMIT ?
            """,
            [time.milliseconds, max(0, limit)]
        ) { (try $0.name(), try $0.name(), try $0.integer()) }
        for (user, item, sequence) in forgotten {
            try db.run(
                "DELETE FROM item_changes WHERE user_id = ? AND item_id = ?", [user.description, item.description])
            try db.run(
                """
                INSERT INTO item_horizons (user_id, sequence) VALUES (?, ?)
                ON CONFLICT (user_id) DO UPDATE SET sequence = max(sequence, excluded.sequence)
                """,
                [user.description, sequence])
        }
        return forgotten.count
    }

    /// The user has the item from now on, or has it still.
    private static let again = """
        ON CONFLICT (user_id, item_id) DO UPDATE SET
            appeared = CASE is_gone WHEN 1 THEN excluded.sequence ELSE appeared END,
            sequence = excluded.sequence, is_gone = 0, at = excluded.at
        """

    func isItem(_ topic: TopicID) throws -> Bool {
        try db.first("SELECT 1 FROM items WHERE id = ?", [topic.description]) { try $0.integer() } != nil
    }

    /// Numbers the next change. One writer at a time: the order of the numbers is that of the commits.
    private func next() throws -> Int64 {
        try db.first("UPDATE item_clock SET sequence = sequence + 1 RETURNING sequence") { try $0.integer() } ?? 1
    }
}

extension ItemChangeRow {
    fileprivate init(_ row: inout Columns) throws {
        let (item, sequence, appeared): (TopicID, Int64, Int64) = (
            try row.name(), try row.integer(), try row.integer()
        )
        let (at, isGone) = (try row.time(), try row.integer() != 0)
        self.init(
            itemID: item, sequence: sequence, appeared: appeared, at: at, item: isGone ? nil : try Item(&row))
    }
}
