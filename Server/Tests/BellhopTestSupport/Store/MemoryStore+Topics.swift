public import BellhopModel
import BellhopStore

extension MemoryStore {
    public func subscribe(
        _ users: [UserID], to topic: TopicID, at time: Timestamp
    ) async throws -> SubscriptionResult {
        try run { $0.subscribe(users, to: topic, at: time) }
    }

    public func subscribe(
        own user: UserID, to topic: TopicID, at time: Timestamp
    ) async throws -> SubscriptionResult? {
        try run { state in
            if state.items[topic] != nil, state.subscriptions[topic]?[user] == nil { return nil }
            let isNew = state.subscribe(user, to: topic, isOwn: true, at: time)
            return SubscriptionResult(added: isNew ? 1 : 0, topic: state.topic(topic))
        }
    }

    public func unsubscribe(_ user: UserID, from topic: TopicID, at time: Timestamp) async throws -> Bool {
        try run { state in
            guard state.subscriptions[topic]?.removeValue(forKey: user) != nil else { return false }
            state.ownSubscriptions[topic]?.remove(user)
            state.noteItem(topic, of: [user], isGone: true, at: time)
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
    mutating func subscribe(_ users: [UserID], to topic: TopicID, at time: Timestamp) -> SubscriptionResult {
        var added = 0
        for user in users where subscribe(user, to: topic, isOwn: false, at: time) {
            noteItem(topic, of: [user], at: time)
            added += 1
        }
        return SubscriptionResult(added: added, topic: self.topic(topic))
    }

    /// - Returns: whether the user had not subscribed before.
    mutating func subscribe(_ user: UserID, to topic: TopicID, isOwn: Bool, at time: Timestamp) -> Bool {
        let isNew = subscriptions[topic]?[user] == nil
        if isNew { subscriptions[topic, default: [:]][user] = time }
        if isNew, isOwn { ownSubscriptions[topic, default: []].insert(user) }
        if !isOwn { ownSubscriptions[topic]?.remove(user) }
        return isNew
    }

    mutating func endOwnSubscriptions(to topic: TopicID) {
        for user in ownSubscriptions.removeValue(forKey: topic) ?? [] { subscriptions[topic]?[user] = nil }
        if subscriptions[topic]?.isEmpty == true { subscriptions[topic] = nil }
    }

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
