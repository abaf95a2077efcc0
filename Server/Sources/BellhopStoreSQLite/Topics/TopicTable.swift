import BellhopModel
import GRDB

extension Database {
    var topics: TopicTable { TopicTable(db: self) }
}

/// Who subscribes to what, and how many to each topic.
struct TopicTable {
    let db: Database

    /// - Returns: how many had not subscribed before.
    func subscribe(_ users: [UserID], to topic: TopicID, at time: Timestamp) throws -> Int {
        var added = 0
        for user in users {
            try db.run(
                """
                INSERT INTO subscriptions (topic_id, user_id, subscribed_at) VALUES (?, ?, ?)
                ON CONFLICT (topic_id, user_id) DO NOTHING
                """,
                [topic.description, user.description, time.milliseconds])
            added += db.changesCount
        }
        guard added > 0 else { return 0 }
        try db.run(
            """
            INSERT INTO topics (id, subscribers) VALUES (?, ?)
            ON CONFLICT (id) DO UPDATE SET subscribers = subscribers + excluded.subscribers
            """,
            [topic.description, added])
        return added
    }

    /// - Returns: whether the user was subscribed.
    func unsubscribe(_ user: UserID, from topic: TopicID) throws -> Bool {
        try db.run(
            "DELETE FROM subscriptions WHERE topic_id = ? AND user_id = ?", [topic.description, user.description])
        guard db.changesCount > 0 else { return false }
        try db.run("UPDATE topics SET subscribers = subscribers - 1 WHERE id = ?", [topic.description])
        try db.run("DELETE FROM topics WHERE id = ? AND subscribers = 0", [topic.description])
        return true
    }

    func subscribers(of topic: TopicID, after cursor: UserID?, limit: Int) throws -> [Subscriber] {
        try db.all(
            """
            SELECT user_id, subscribed_at FROM subscriptions
            WHERE topic_id = ? AND user_id > ? ORDER BY user_id LIMIT ?
            """,
            [topic.description, cursor?.description ?? "", max(0, limit)]
        ) { Subscriber(userID: try $0.name(), subscribedAt: try $0.time()) }
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
        self.init(id: try row.name(), subscribers: Int(try row.integer()))
    }
}
