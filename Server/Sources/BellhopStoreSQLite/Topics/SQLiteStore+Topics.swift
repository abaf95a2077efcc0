public import BellhopModel
import BellhopStore

extension SQLiteStore {
    public func subscribe(
        _ users: [UserID], to topic: TopicID, at time: Timestamp
    ) async throws -> SubscriptionResult {
        try await write { try $0.topics.subscribe(users, to: topic, at: time) }
    }

    public func subscribe(
        own user: UserID, to topic: TopicID, at time: Timestamp
    ) async throws -> SubscriptionResult? {
        try await write { try $0.topics.subscribe(own: user, to: topic, at: time) }
    }

    public func unsubscribe(_ user: UserID, from topic: TopicID, at time: Timestamp) async throws -> Bool {
        try await write { try $0.topics.unsubscribe(user, from: topic, at: time) }
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
