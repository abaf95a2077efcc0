public import BellhopModel

extension Database {
    var topics: TopicTable { TopicTable(db: self) }
}

/// The tables of subscriptions and of topics with their subscriber counts.
struct TopicTable {
    let db: Database

    /// - Returns: the number of new subscriptions, and the topic after the change.
    func subscribe(_ users: [UserID], to topic: TopicID, at time: Timestamp) throws -> SubscriptionResult {
        var added = 0
        for user in users {
            if try insert(user, topic, isOwn: false, at: time) {
                added += 1
                try db.itemChanges.noteBeginning(of: user, with: topic, at: time)
            } else {
                try db.run(
                    "UPDATE subscriptions SET is_own = 0 WHERE topic_id = ? AND user_id = ? AND is_own = 1",
                    [topic.description, user.description])
            }
        }
        return try count(added, in: topic)
    }

    /// Subscribes a user at their own request.
    /// - Returns: `nil` when the topic is an item to which the user does not subscribe.
    func subscribe(own user: UserID, to topic: TopicID, at time: Timestamp) throws -> SubscriptionResult? {
        let subscribed = try db.first(
            "SELECT 1 FROM subscriptions WHERE topic_id = ? AND user_id = ?", [topic.description, user.description]
        ) { try $0.integer() }
        guard subscribed == nil else { return try count(0, in: topic) }
        guard try !db.itemChanges.isItem(topic) else { return nil }
        return try count(insert(user, topic, isOwn: true, at: time) ? 1 : 0, in: topic)
    }

    /// Ends the subscriptions that users requested themselves.
    func endOwnSubscriptions(to topic: TopicID) throws {
        try db.run("DELETE FROM subscriptions WHERE topic_id = ? AND is_own = 1", [topic.description])
        try discount(db.changesCount, from: topic)
    }

    private func insert(_ user: UserID, _ topic: TopicID, isOwn: Bool, at time: Timestamp) throws -> Bool {
        try db.run(
            """
            INSERT INTO subscriptions (topic_id, user_id, subscribed_at, is_own) VALUES (?, ?, ?, ?)
            ON CONFLICT (topic_id, user_id) DO NOTHING
            """,
            [topic.description, user.description, time.milliseconds, isOwn])
        return db.changesCount > 0
    }

    private func count(_ added: Int, in topic: TopicID) throws -> SubscriptionResult {
        if added > 0 {
            try db.run(
                """
                INSERT INTO topics (id, subscribers) VALUES (?, ?)
                ON CONFLICT (id) DO UPDATE SET subscribers = topics.subscribers + excluded.subscribers
                """,
                [topic.description, added])
        }
        return SubscriptionResult(added: added, topic: try find(topic) ?? Topic(id: topic, subscribers: 0))
    }

    private func discount(_ ended: Int, from topic: TopicID) throws {
        guard ended > 0 else { return }
        try db.run("UPDATE topics SET subscribers = subscribers - ? WHERE id = ?", [ended, topic.description])
        try db.run("DELETE FROM topics WHERE id = ? AND subscribers = 0", [topic.description])
    }

    /// - Returns: whether the user was subscribed.
    func unsubscribe(_ user: UserID, from topic: TopicID, at time: Timestamp) throws -> Bool {
        try db.run(
            "DELETE FROM subscriptions WHERE topic_id = ? AND user_id = ?", [topic.description, user.description])
        guard db.changesCount > 0 else { return false }
        try db.itemChanges.noteEnd(of: user, with: topic, at: time)
        try discount(1, from: topic)
        return true
    }

    /// Deletes a topic with its subscriptions.
    func delete(_ id: TopicID) throws {
        try db.run("DELETE FROM subscriptions WHERE topic_id = ?", [id.description])
        try db.run("DELETE FROM topics WHERE id = ?", [id.description])
    }

    func subscribers(of topic: TopicID, after cursor: UserID?, limit: Int) throws -> [Subscriber] {
        try db.all(
            """
            SELECT user_id, subscribed_at FROM subscriptions
            WHERE topic_id = ? AND user_id > ? ORDER BY user_id LIMIT ?
            """,
            [topic.description, cursor?.description ?? "", max(0, limit)]
        ) { Subscriber(userID: try $0.externalID(), subscribedAt: try $0.time()) }
    }

    func find(_ id: TopicID) throws -> Topic? {
        try db.first("SELECT id, subscribers FROM topics WHERE id = ?", [id.description], Topic.init)
    }

    func page(after cursor: TopicID?, limit: Int) throws -> [Topic] {
        try db.all(
            "SELECT id, subscribers FROM topics WHERE id > ? ORDER BY id LIMIT ?",
            [cursor?.description ?? "", max(0, limit)], Topic.init)
    }

    func page(of user: UserID, after cursor: TopicID?, limit: Int) throws -> [Topic] {
        try db.all(
            """
            SELECT topics.id, topics.subscribers FROM subscriptions JOIN topics ON topics.id = subscriptions.topic_id
            WHERE subscriptions.user_id = ? AND subscriptions.topic_id > ? ORDER BY subscriptions.topic_id LIMIT ?
            """,
            [user.description, cursor?.description ?? "", max(0, limit)], Topic.init)
    }
}

extension Topic {
    fileprivate init(_ row: inout Columns) throws {
        self.init(id: try row.externalID(), subscribers: Int(try row.integer()))
    }
}

// Lists are ordered by the UTF-8 of ids, and pages begin after a cursor.
extension Store {
    /// Subscribes all `users` to `topic`, or none. Existing subscriptions keep their time.
    /// - Returns: the number of new subscriptions, and the topic after the change.
    public func subscribe(
        _ users: [UserID], to topic: TopicID, at time: Timestamp
    ) async throws -> SubscriptionResult {
        try await write { try $0.topics.subscribe(users, to: topic, at: time) }
    }

    /// Subscribes a user at their own request.
    /// - Returns: as ``subscribe(_:to:at:)``; `nil` when the topic is an item to which the user does not subscribe.
    public func subscribe(
        own user: UserID, to topic: TopicID, at time: Timestamp
    ) async throws -> SubscriptionResult? {
        try await write { try $0.topics.subscribe(own: user, to: topic, at: time) }
    }

    /// - Returns: whether the user was subscribed. Notifications accepted before are not affected.
    public func unsubscribe(_ user: UserID, from topic: TopicID, at time: Timestamp) async throws -> Bool {
        try await write { try $0.topics.unsubscribe(user, from: topic, at: time) }
    }

    /// At most `limit`.
    public func subscribers(of topic: TopicID, after cursor: UserID?, limit: Int) async throws -> [Subscriber] {
        try await read { try $0.topics.subscribers(of: topic, after: cursor, limit: limit) }
    }

    /// Topics with subscribers, at most `limit`; those of `user` if given.
    public func topics(of user: UserID?, after cursor: TopicID?, limit: Int) async throws -> [Topic] {
        try await read { db in
            guard let user else { return try db.topics.page(after: cursor, limit: limit) }
            return try db.topics.page(of: user, after: cursor, limit: limit)
        }
    }
}
