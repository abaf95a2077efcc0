import BellhopModel
import BellhopStore
import Testing

extension ConformanceCase {
    static let topicCases: [ConformanceCase] = [
        ConformanceCase("A topic exists while it has subscribers, and has their number") {
            fixture async throws in
            let store = fixture.store
            #expect(try await store.topics(of: nil, after: nil, limit: 9).isEmpty)
            let result = try await store.subscribe(["ada", "ben", "ada"], to: "releases", at: fixture.at(1))
            #expect(result == SubscriptionResult(added: 2, topic: Topic(id: "releases", subscribers: 2)))
            #expect(try await store.topics(of: nil, after: nil, limit: 9) == [Topic(id: "releases", subscribers: 2)])
            #expect(try await store.unsubscribe("ada", from: "releases", at: fixture.at(9)))
            #expect(try await store.topics(of: nil, after: nil, limit: 9) == [Topic(id: "releases", subscribers: 1)])
            #expect(try await store.unsubscribe("ben", from: "releases", at: fixture.at(9)))
            #expect(try await store.topics(of: nil, after: nil, limit: 9).isEmpty)
        },
        ConformanceCase("A repeated subscription keeps the time of the first") { fixture async throws in
            _ = try await fixture.store.subscribe(["ada"], to: "releases", at: fixture.at(1))
            let again = try await fixture.store.subscribe(["ada", "ben"], to: "releases", at: fixture.at(2))
            #expect(again == SubscriptionResult(added: 1, topic: Topic(id: "releases", subscribers: 2)))
            #expect(
                try await fixture.store.subscribers(of: "releases", after: nil, limit: 9) == [
                    Subscriber(userID: "ada", subscribedAt: fixture.at(1)),
                    Subscriber(userID: "ben", subscribedAt: fixture.at(2)),
                ])
        },
        ConformanceCase("Ending a missing subscription changes nothing") { fixture async throws in
            #expect(try await !fixture.store.unsubscribe("ada", from: "releases", at: fixture.at(9)))
            _ = try await fixture.store.subscribe(["ada"], to: "releases", at: fixture.at(1))
            #expect(try await !fixture.store.unsubscribe("ben", from: "releases", at: fixture.at(9)))
            #expect(try await !fixture.store.unsubscribe("ada", from: "news", at: fixture.at(9)))
            let topics = try await fixture.store.topics(of: nil, after: nil, limit: 9)
            #expect(topics == [Topic(id: "releases", subscribers: 1)])
        },
        ConformanceCase("Subscribing zero users creates no topic") { fixture async throws in
            let result = try await fixture.store.subscribe([], to: "releases", at: fixture.at(1))
            #expect(result == SubscriptionResult(added: 0, topic: Topic(id: "releases", subscribers: 0)))
            #expect(try await fixture.store.topics(of: nil, after: nil, limit: 9).isEmpty)
        },
        ConformanceCase("Subscribers are read in pages, in the order of their ids' bytes") { fixture async throws in
            let users: [UserID] = ["Zoë", "ada", "ben", "émile", "zoe", "👩"]
            _ = try await fixture.store.subscribe(users.reversed(), to: "releases", at: fixture.at(1))
            _ = try await fixture.store.subscribe(["other"], to: "release", at: fixture.at(1))
            var read: [UserID] = []
            while true {
                let page = try await fixture.store.subscribers(of: "releases", after: read.last, limit: 2)
                if page.isEmpty { break }
                #expect(page.count <= 2)
                read += page.map(\.userID)
            }
            #expect(read == ["Zoë", "ada", "ben", "zoe", "émile", "👩"])
        },
        ConformanceCase("Topics are read in pages, all of them or those of one user") { fixture async throws in
            for topic in ["c", "a", "d", "b"] as [TopicID] {
                _ = try await fixture.store.subscribe(["ada"], to: topic, at: fixture.at(1))
            }
            _ = try await fixture.store.subscribe(["ben"], to: "b", at: fixture.at(2))
            _ = try await fixture.store.subscribe(["ben"], to: "z", at: fixture.at(2))
            let first = try await fixture.store.topics(of: nil, after: nil, limit: 3)
            #expect(first.map(\.id) == ["a", "b", "c"])
            #expect(try await fixture.store.topics(of: nil, after: "c", limit: 3).map(\.id) == ["d", "z"])
            #expect(
                try await fixture.store.topics(of: "ben", after: nil, limit: 3) == [
                    Topic(id: "b", subscribers: 2), Topic(id: "z", subscribers: 1),
                ])
            #expect(try await fixture.store.topics(of: "ada", after: "b", limit: 1).map(\.id) == ["c"])
            #expect(try await fixture.store.topics(of: "eve", after: nil, limit: 3).isEmpty)
        },
        ConformanceCase("A user may subscribe to a topic, but not to an item without having it") {
            fixture async throws in
            let store = fixture.store
            let own = try await store.subscribe(own: "ada", to: "releases", at: fixture.at(1))
            #expect(own == SubscriptionResult(added: 1, topic: Topic(id: "releases", subscribers: 1)))
            #expect(try await store.subscribe(own: "ada", to: "releases", at: fixture.at(2))?.added == 0)
            try await fixture.put("plants", for: ["ada"])
            #expect(try await store.subscribe(own: "eve", to: "plants", at: fixture.at(3)) == nil)
            #expect(try await store.item("plants", of: "eve") == nil)
            let again = try await store.subscribe(own: "ada", to: "plants", at: fixture.at(3))
            #expect(again == SubscriptionResult(added: 0, topic: Topic(id: "plants", subscribers: 1)))
        },
        ConformanceCase("A new item is not assigned to users who subscribed to its topic, unless they are named") {
            fixture async throws in
            let store = fixture.store
            for user in ["ada", "ben", "cleo", "eve"] as [UserID] {
                _ = try await store.subscribe(own: user, to: "plants", at: fixture.at(0))
            }
            _ = try await store.subscribe(["ben", "dan"], to: "plants", at: fixture.at(1))
            try await fixture.put("plants", for: ["cleo"], at: 2)
            let subscribers = try await store.subscribers(of: "plants", after: nil, limit: 9).map(\.userID)
            #expect(subscribers == ["ben", "cleo", "dan"])
            #expect(try await store.topics(of: "ben", after: nil, limit: 9) == [Topic(id: "plants", subscribers: 3)])
            #expect(try await fixture.changes(of: "eve").lines.isEmpty)
            #expect(try await fixture.changes(of: "ben").lines == ["plants created"])
            _ = try await store.subscribe(own: "eve", to: "other", at: fixture.at(3))
            try await fixture.put("other", for: [], at: 4)
            try await fixture.put("other", for: [], at: 5)
            #expect(try await store.topics(of: "eve", after: nil, limit: 9).isEmpty)
        },
        ConformanceCase("Of simultaneous subscriptions of one user one counts") { fixture async throws in
            let added = try await inParallel(20) { _ in
                try await fixture.store.subscribe(["ada"], to: "releases", at: fixture.at(1)).added
            }
            #expect(added.reduce(0, +) == 1)
        },
    ]
}
