import BellhopModel
import BellhopTestSupport
import Testing

@testable import BellhopCore

@Suite("Topics")
struct TopicsTests {
    private let bench = EngineBench()
    private var topics: TopicService { TopicService(store: bench.store, time: bench.time) }

    @Test("A device subscribes and unsubscribes its own user, and reads their topics")
    func device() async throws {
        let phone = try await bench.phone()
        let result = try await topics.subscribe(SubscriptionRequest(), to: "releases", by: phone.key)
        #expect(result == SubscriptionResult(added: 1, topic: Topic(id: "releases", subscribers: 1)))
        let again = try await topics.subscribe(SubscriptionRequest(users: ["ada"]), to: "releases", by: phone.key)
        #expect(again.added == 0)
        _ = try await topics.subscribe(SubscriptionRequest(users: ["bob"]), to: "news", by: .admin())
        #expect(try await topics.list(of: nil, after: nil, limit: 9, for: phone.key).map(\.id) == ["releases"])
        try await topics.unsubscribe("ada", from: "releases", by: phone.key)
        try await topics.unsubscribe("ada", from: "releases", by: phone.key)
        #expect(try await topics.list(of: nil, after: nil, limit: 9, for: phone.key).isEmpty)
    }

    @Test("A device neither sees nor changes other users' subscriptions")
    func others() async throws {
        let key = try await bench.phone().key
        await expectRefusal(.forbidden) {
            try await topics.subscribe(SubscriptionRequest(users: ["ada", "bob"]), to: "releases", by: key)
        }
        await expectRefusal(.forbidden) { try await topics.unsubscribe("bob", from: "releases", by: key) }
        await expectRefusal(.forbidden) { try await topics.list(of: "bob", after: nil, limit: 9, for: key) }
        await expectRefusal(.forbidden) {
            try await topics.subscribers(of: "releases", after: nil, limit: 9, for: key)
        }
        await expectRefusal(.forbidden) {
            try await topics.subscribe(SubscriptionRequest(), to: "releases", by: .agent())
        }
    }

    @Test("An admin subscribes any user and reads everything, in pages")
    func admin() async throws {
        let admin = KeyRecord.admin()
        _ = try await topics.subscribe(SubscriptionRequest(users: ["eve", "bob"]), to: "releases", by: admin)
        _ = try await topics.subscribe(SubscriptionRequest(users: ["eve"]), to: "news", by: admin)
        #expect(try await topics.list(of: nil, after: nil, limit: 1, for: admin).map(\.id) == ["news"])
        #expect(try await topics.list(of: nil, after: "news", limit: 1, for: admin).map(\.id) == ["releases"])
        #expect(try await topics.list(of: "bob", after: nil, limit: 9, for: admin).map(\.id) == ["releases"])
        let subscribers = try await topics.subscribers(of: "releases", after: "bob", limit: 9, for: admin)
        #expect(subscribers == [Subscriber(userID: "eve", subscribedAt: bench.time.now)])
    }
}
