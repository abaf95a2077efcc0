import BellhopCore
import BellhopModel

extension Resource {
    static let topics = Resource(
        "Topics", "Topics that users subscribe to. A topic exists as long as it has a subscriber.",
        operations: [
            Operation(
                API.listTopics,
                query: [
                    .query(
                        "user", .name,
                        "The user. Default: the key's user. An admin may name any user, and lists all topics by default."
                    ),
                    .query("after", .name, "The cursor: the id of the last item of the previous page."), .limit,
                ], .json("TopicPage", "The topics, ordered by id."), handle: TopicHandlers.list),
            Operation(
                API.listSubscribers,
                query: [.query("after", .name, "The cursor: the last user of the previous page."), .limit],
                pathID: .name, .json("SubscriberPage", "The subscribers, ordered by name."),
                handle: TopicHandlers.subscribers),
            Operation(
                API.subscribe, details: "Existing subscribers are kept. Only admins can subscribe users to items.",
                pathID: .name, body: "SubscriptionRequest", orEmpty: SubscriptionRequest(),
                .json("SubscriptionResult", "The number of new subscribers and the topic."),
                handle: TopicHandlers.subscribe),
            Operation(
                API.unsubscribe, pathID: .name, .noContent("The subscription was ended."),
                handle: TopicHandlers.unsubscribe),
        ],
        components: [request, result, topic, topicPage, subscriber, subscriberPage])

    private static let request = Component(
        "SubscriptionRequest", SubscriptionRequest.self, "The users to subscribe.",
        .object([
            .optional(
                "users", .list(of: .name, atLeast: 1, atMost: APILimits.audience),
                "The users; requires an admin's key. Default: the key's user.")
        ]),
        examples: [SubscriptionRequest(users: [Sample.user, "ben"])])

    private static let result = Component(
        "SubscriptionResult", SubscriptionResult.self, "The result of a subscription.",
        .object([
            .required("added", .integer(0...Int.max), "The number of users who were not subscribed before."),
            .required("topic", .named("Topic"), "The topic."),
        ]),
        examples: [SubscriptionResult(added: 2, topic: sampleTopic)])

    private static let topic = Component(
        "Topic", Topic.self, "A topic that users subscribe to.",
        .object([
            .required("id", .name, "The topic's id."),
            .required("subscribers", .integer(0...Int.max), "The number of its subscribers."),
        ]),
        examples: [sampleTopic])

    private static let subscriber = Component(
        "TopicSubscriber", Subscriber.self, "A subscriber of a topic.",
        .object([
            .required("user_id", .name, "The user."),
            .required("subscribed_at", .time, "The time of the subscription."),
        ]),
        examples: [sampleSubscriber])

    private static let topicPage = Component.page("TopicPage", of: topic, sampleTopic)
    private static let subscriberPage = Component.page("SubscriberPage", of: subscriber, sampleSubscriber)

    private static let sampleTopic = Topic(id: "releases", subscribers: 1200)
    private static let sampleSubscriber = Subscriber(userID: Sample.user, subscribedAt: Sample.time())
}

private enum TopicHandlers {
    @Sendable static func list(_ call: Call) async throws -> Page<Topic> {
        Page(
            items: try await call.services.topics.list(
                of: call.query("user"), after: call.query("after"), limit: call.limit(), for: call.key()))
    }

    @Sendable static func subscribers(_ call: Call) async throws -> Page<Subscriber> {
        Page(
            items: try await call.services.topics.subscribers(
                of: call.externalID(), after: call.query("after"), limit: call.limit(), for: call.key()))
    }

    @Sendable static func subscribe(_ request: SubscriptionRequest, _ call: Call) async throws -> SubscriptionResult {
        try await call.services.topics.subscribe(request, to: call.externalID(), by: call.key())
    }

    @Sendable static func unsubscribe(_ call: Call) async throws -> EmptyBody {
        try await call.services.topics.unsubscribe(call.externalID("user"), from: call.externalID(), by: call.key())
        return EmptyBody()
    }
}
