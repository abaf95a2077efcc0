import BellhopModel

extension Database {
    var itemChanges: ItemChangeTable { ItemChangeTable(db: self) }
}

/// The table of the last change of each user's items.
struct ItemChangeTable {
    let db: Database

    /// Records that the item was created or changed, for all its subscribers.
    func note(_ item: TopicID, at time: Timestamp) throws {
        try db.run(
            """
            INSERT INTO item_changes (user_id, item_id, sequence, appeared, is_gone, at)
            SELECT user_id, ?1, ?2, ?2, 0, ?3 FROM subscriptions WHERE topic_id = ?1
            \(Self.again)
            """,
            [item.description, try next(), time.milliseconds])
    }

    /// Records that `user` has subscribed to `topic`, if it is an item.
    func noteBeginning(of user: UserID, with topic: TopicID, at time: Timestamp) throws {
        guard try isItem(topic) else { return }
        try db.run(
            """
            INSERT INTO item_changes (user_id, item_id, sequence, appeared, is_gone, at) VALUES (?1, ?2, ?3, ?3, 0, ?4)
            \(Self.again)
            """,
            [user.description, topic.description, try next(), time.milliseconds])
    }

    /// Records that `user` has unsubscribed from `topic`, if it is an item.
    func noteEnd(of user: UserID, with topic: TopicID, at time: Timestamp) throws {
        guard try isItem(topic) else { return }
        try db.run(
            "UPDATE item_changes SET sequence = ?, is_gone = 1, at = ? WHERE user_id = ? AND item_id = ?",
            [try next(), time.milliseconds, user.description, topic.description])
    }

    /// Records that the item was deleted, for all its subscribers.
    func noteDeletion(of item: TopicID, at time: Timestamp) throws {
        try db.run(
            """
            UPDATE item_changes SET sequence = ?2, is_gone = 1, at = ?3
            WHERE user_id IN (SELECT user_id FROM subscriptions WHERE topic_id = ?1) AND item_id = ?1
            """,
            [item.description, try next(), time.milliseconds])
    }

    /// The sequence number of the last change.
    func last() throws -> Int64 { try db.first("SELECT sequence FROM item_clock") { try $0.integer() } ?? 1 }

    /// The sequence number of the user's last deletion that was itself deleted.
    func horizon(of user: UserID) throws -> Int64 {
        try db.first("SELECT sequence FROM item_horizons WHERE user_id = ?", [user.description]) { try $0.integer() }
            ?? 0
    }

    /// The changes after the cursor, in order. A reader of the whole list does not need earlier deletions.
    func after(_ cursor: ItemCursor, of user: UserID, limit: Int) throws -> [ItemChangeRow] {
        try db.all(
            """
            SELECT item_changes.item_id, sequence, appeared, at, is_gone, \(Item.columns)
            FROM item_changes LEFT JOIN items ON items.id = item_changes.item_id AND is_gone = 0
            WHERE user_id = ?1 AND sequence > ?2 AND (is_gone = 0 OR sequence > ?3) ORDER BY sequence LIMIT ?4
            """,
            [user.description, cursor.position, cursor.begun, limit], ItemChangeRow.init)
    }

    func pruneDeletions(before time: Timestamp, limit: Int) throws -> Int {
        let forgotten: [(UserID, TopicID, Int64)] = try db.all(
            """
            SELECT user_id, item_id, sequence FROM item_changes WHERE is_gone = 1 AND at < ? ORDER BY at LIMIT ?
            """,
            [time.milliseconds, max(0, limit)]
        ) { (try $0.externalID(), try $0.externalID(), try $0.integer()) }
        var count = 0
        for (user, item, sequence) in forgotten {
            // Unless another transaction has changed it: the user may have subscribed again.
            try db.run(
                "DELETE FROM item_changes WHERE user_id = ? AND item_id = ? AND sequence = ?",
                [user.description, item.description, sequence])
            guard db.changesCount > 0 else { continue }
            count += 1
            try db.run(
                """
                INSERT INTO item_horizons (user_id, sequence) VALUES (?, ?)
                ON CONFLICT (user_id) DO UPDATE SET sequence = excluded.sequence
                    WHERE excluded.sequence > item_horizons.sequence
                """,
                [user.description, sequence])
        }
        return count
    }

    /// The upsert for a user who gets an item, or still has it.
    private static let again = """
        ON CONFLICT (user_id, item_id) DO UPDATE SET
            appeared = CASE item_changes.is_gone WHEN 1 THEN excluded.sequence ELSE item_changes.appeared END,
            sequence = excluded.sequence, is_gone = 0, at = excluded.at
        """

    func isItem(_ topic: TopicID) throws -> Bool {
        try db.first("SELECT 1 FROM items WHERE id = ?", [topic.description]) { try $0.integer() } != nil
    }

    /// The next sequence number. With a single writer the order of the numbers is that of the commits.
    private func next() throws -> Int64 {
        try db.first("UPDATE item_clock SET sequence = sequence + 1 RETURNING sequence") { try $0.integer() } ?? 1
    }
}

extension ItemChangeRow {
    fileprivate init(_ row: inout Columns) throws {
        let (item, sequence, appeared): (TopicID, Int64, Int64) = (
            try row.externalID(), try row.integer(), try row.integer()
        )
        let (at, isGone) = (try row.time(), try row.integer() != 0)
        self.init(
            itemID: item, sequence: sequence, appeared: appeared, at: at, item: isGone ? nil : try Item(&row))
    }
}

extension Item {
    /// The columns in the order in which ``init(_:)`` reads them.
    static let columns = """
        items.id, items.title, items.body, items.image_url, items.data, items.due_at, items.completed_by,
        items.completed_at, items.created_at, items.updated_at
        """

    init(_ row: inout Columns) throws {
        self.init(
            id: try row.externalID(), title: try row.text(), body: try row.text(), imageURL: try row.optionalText(),
            data: try row.optionalJSON(), dueAt: try row.optionalTime(), completedBy: try row.optionalExternalID(),
            completedAt: try row.optionalTime(), createdAt: try row.time(), updatedAt: try row.time())
    }
}

extension Database {
    /// Returns whether `notification` is about a completed item, so that nothing may be sent.
    func isAboutCompleteItem(_ notification: NotificationRequest) throws -> Bool {
        guard let item = notification.options?.itemID else { return false }
        let completedAt = try first("SELECT completed_at FROM items WHERE id = ?\(locked)", [item]) {
            try $0.optionalTime()
        }
        return (completedAt ?? nil) != nil
    }
}
