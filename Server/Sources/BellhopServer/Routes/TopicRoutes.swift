import BellhopCore
import BellhopModel

struct TopicRoutes {
    let topics: TopicService

    var handlers: [(Endpoint, RouteTable.Handler)] {
        [
            (.listTopics, list), (.listSubscribers, subscribers), (.subscribe, subscribe), (.unsubscribe, unsubscribe),
        ]
    }

    @Sendable private func list(_ call: Call) async throws -> Reply {
        let topics = try await topics.list(
            of: call.query("user"), after: call.query("after"), limit: call.limit(), for: call.key())
        return try .json(Page(items: topics))
    }

    @Sendable private func subscribers(_ call: Call) async throws -> Reply {
        let subscribers = try await topics.subscribers(
            of: call.name(), after: call.query("after"), limit: call.limit(), for: call.key())
        return try .json(Page(items: subscribers))
    }

    @Sendable private func subscribe(_ call: Call) async throws -> Reply {
        let request = try call.decode(orEmpty: SubscriptionRequest())
        return try .json(try await topics.subscribe(request, to: call.name(), by: call.key()))
    }

    @Sendable private func unsubscribe(_ call: Call) async throws -> Reply {
        try await topics.unsubscribe(call.name("user"), from: call.name(), by: call.key())
        return .noContent
    }
}
