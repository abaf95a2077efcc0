public import BellhopModel
import BellhopStore

extension SQLiteStore {
    public func subscribe(
        _ users: [UserID], to topic: TopicID, at time: Timestamp
    ) async throws -> SubscriptionResult {
        try await write { db in
            let added = try db.topics.subscribe(users, to: topic, at: time)
            let stored = try db.topics.find(topic) ?? Topic(id: topic, subscribers: 0)
            return SubscriptionResult(added: added, topic: stored)
        }
    }

    public func unsubscribe(_ user: UserID, from topic: TopicID) async throws -> Bool {
        try await write { try $0.topics.unsubscribe(user, from: topic) }
    }

    public func subscribers(of topic: TopicID, after cursor: UserID?, limit: Int) async throws -> [Subscriber] {
        try await read { try $0.topics.subscribers(of: topic, after: cursor, limit: limit) }
    }

    public func topics(of user: UserID?, after cursor: TopicID?, limit: Int) async throws -> [Topic] {
        try await read { db in
            guard let user else { return try db.topics.page(after: cursor, limit: limit) }
            return try db.topics.page(of: user, after: cursor, limit: limit)
        }
    }
}
