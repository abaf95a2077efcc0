public import BellhopModel
import BellhopStore

extension MemoryStore {
    public func subscribe(
        _ users: [UserID], to topic: TopicID, at time: Timestamp
    ) async throws -> SubscriptionResult {
        try run { state in
            let new = Set(users).subtracting(state.subscriptions[topic, default: [:]].keys)
            for user in new { state.subscriptions[topic, default: [:]][user] = time }
            return SubscriptionResult(added: new.count, topic: state.topic(topic))
        }
    }

    public func unsubscribe(_ user: UserID, from topic: TopicID) async throws -> Bool {
        try run { state in
            guard state.subscriptions[topic]?.removeValue(forKey: user) != nil else { return false }
            if state.subscriptions[topic]?.isEmpty == true { state.subscriptions[topic] = nil }
            return true
        }
    }

    public func subscribers(of topic: TopicID, after cursor: UserID?, limit: Int) async throws -> [Subscriber] {
        try run { state in
            let subscriptions = state.subscriptions[topic] ?? [:]
            return subscriptions.keys.page(after: cursor, limit: limit).compactMap { user in
                subscriptions[user].map { Subscriber(userID: user, subscribedAt: $0) }
            }
        }
    }

    public func topics(of user: UserID?, after cursor: TopicID?, limit: Int) async throws -> [Topic] {
        try run { state in
            let wanted = state.subscriptions.filter { _, users in user.map { users[$0] != nil } ?? true }
            return wanted.keys.page(after: cursor, limit: limit).map(state.topic)
        }
    }
}

extension MemoryStore.State {
    fileprivate func topic(_ id: TopicID) -> Topic { Topic(id: id, subscribers: subscriptions[id]?.count ?? 0) }
}

extension Sequence {
    /// In the order of their UTF-8, which is not that of texts.
    func page<Kind>(after cursor: Name<Kind>?, limit: Int) -> [Name<Kind>] where Element == Name<Kind> {
        func isBefore(_ a: Name<Kind>, _ b: Name<Kind>) -> Bool {
            a.description.utf8.lexicographicallyPrecedes(b.description.utf8)
        }
        let rest = filter { name in cursor.map { isBefore($0, name) } ?? true }
        return Array(rest.sorted(by: isBefore).prefix(limit))
    }
}
