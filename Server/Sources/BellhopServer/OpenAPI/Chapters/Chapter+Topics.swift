import BellhopModel

extension Chapter {
    static let topics = Chapter(
        "Topics", "What users subscribe to. A topic is there as long as somebody does.",
        operations: [
            Operation(
                .listTopics, id: "listTopics",
                query: [
                    .query("user", .name, "Whose; an admin may name anybody, and sees all topics without."),
                    .query("after", .name, "Go on after this one, the last of the page before."), .limit,
                ],
                .json("TopicPage", "In the order of their ids.")),
            Operation(
                .listSubscribers, id: "listSubscribers",
                query: [.query("after", .name, "Go on after this user, the last of the page before."), .limit],
                pathID: .name, .json("SubscriberPage", "In the order of their ids.")),
            Operation(
                .subscribe, id: "subscribe",
                details: "Who subscribes already stays so. Who has an item is up to admins.", pathID: .name,
                body: "SubscriptionRequest", isBodyRequired: false,
                .json("SubscriptionResult", "How many are new, and the topic as it stands.")),
            Operation(
                .unsubscribe, id: "unsubscribe", pathID: .name, .noContent("There is no such subscription any more.")),
        ],
        bodies: [request, result, topic, topicPage, subscriber, subscriberPage])

    private static let request = BodyDescription(
        "SubscriptionRequest", SubscriptionRequest.self, "Who is to subscribe.",
        .object([
            .optional(
                "users", .list(of: .name, atMost: APILimits.audience),
                "The key's own user unless given by an admin.")
        ]),
        examples: [SubscriptionRequest(users: [Sample.user, "ben"])])

    private static let result = BodyDescription(
        "SubscriptionResult", SubscriptionResult.self, "What came of it.",
        .object([
            .required("added", .integer(0...Int.max), "How many were not subscribed before."),
            .required("topic", .named("Topic"), "As it stands now."),
        ]),
        examples: [SubscriptionResult(added: 2, topic: sampleTopic)])

    private static let topic = BodyDescription(
        "Topic", Topic.self, "Something users subscribe to.",
        .object([
            .required("id", .name, "What it is called."),
            .required("subscribers", .integer(0...Int.max), "How many users subscribe to it."),
        ]),
        examples: [sampleTopic])

    private static let subscriber = BodyDescription(
        "TopicSubscriber", Subscriber.self, "A user of a topic.",
        .object([
            .required("user_id", .name, "Who."),
            .required("subscribed_at", .time, "Since when."),
        ]),
        examples: [sampleSubscriber])

    private static let topicPage = BodyDescription.page("TopicPage", of: topic, sampleTopic)
    private static let subscriberPage = BodyDescription.page("SubscriberPage", of: subscriber, sampleSubscriber)

    private static let sampleTopic = Topic(id: "releases", subscribers: 1200)
    private static let sampleSubscriber = Subscriber(userID: Sample.user, subscribedAt: Sample.time())
}
