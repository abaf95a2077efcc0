import BellhopClient
import BellhopModel
import BellhopTestSupport
import Testing

@Suite("Calls that send to many recipients", .timeLimit(.minutes(10)))
struct SendingCallTests {
    private static let content = NotificationRequest(title: "T", body: "B")
    private static let now = Timestamp(seconds: 1_767_225_600)
    private static let campaign = Campaign(
        id: CampaignID(high: 1, low: 2), to: .init(everyone: true), notification: content, createdAt: now,
        expiresAt: now)
    private static let topic = Topic(id: "news/tech", subscribers: 1)

    @Test("Campaigns are created, read, listed and stopped")
    func campaigns() async throws {
        let turns: [Script.Turn] = [
            try .json(202, Self.campaign), try .json(200, Self.campaign),
            try .json(200, Page(items: [Self.campaign])), try .json(200, Self.campaign),
        ]
        try await withScript(turns) { client, script, _ async throws in
            let request = CampaignRequest(to: .everyone, notification: Self.content)
            #expect(try await client.call(API.createCampaign, body: request, idempotencyKey: "k") == Self.campaign)
            #expect(try await client.call(API.getCampaign, Self.campaign.id) == Self.campaign)
            #expect(
                try await client.call(API.listCampaigns, query: ["before": Self.campaign.id, "limit": 5]).items == [
                    Self.campaign
                ])
            #expect(try await client.call(API.stopCampaign, Self.campaign.id) == Self.campaign)
            let id = Self.campaign.id
            #expect(
                script.requests.map { "\($0.method) \($0.target)" } == [
                    "POST /v1/campaigns", "GET /v1/campaigns/\(id)", "GET /v1/campaigns?before=\(id)&limit=5",
                    "DELETE /v1/campaigns/\(id)",
                ])
            #expect(script.requests[0].headers["idempotency-key"] == "k")
            #expect(try script.requests[0].body == CanonicalJSON.text(request))
        }
    }

    @Test("Topic ids of any characters are encoded in the path")
    func topics() async throws {
        let subscriber = Subscriber(userID: "ada b", subscribedAt: Self.now)
        let result = SubscriptionResult(added: 1, topic: Self.topic)
        let turns: [Script.Turn] = [
            try .json(200, Page(items: [Self.topic])), try .json(200, Page(items: [subscriber])),
            try .json(200, result), try .json(200, result), .reply(204, ""),
        ]
        try await withScript(turns) { client, script, _ async throws in
            #expect(
                try await client.call(API.listTopics, query: ["user": "ada b", "after": "a&b", "limit": 2]).items == [
                    Self.topic
                ])
            #expect(
                try await client.call(API.listSubscribers, Self.topic.id, query: ["after": "ada"]).items == [subscriber]
            )
            #expect(
                try await client.call(API.subscribe, Self.topic.id, body: SubscriptionRequest(users: ["ada b"]))
                    == result)
            #expect(
                try await client.call(API.subscribe, Self.topic.id, body: SubscriptionRequest(users: nil)) == result)
            try await client.call(API.unsubscribe, Self.topic.id, "ada b")
            #expect(
                script.requests.map { "\($0.method) \($0.target)" } == [
                    "GET /v1/topics?user=ada%20b&after=a%26b&limit=2",
                    "GET /v1/topics/news%2Ftech/subscribers?after=ada", "POST /v1/topics/news%2Ftech/subscribers",
                    "POST /v1/topics/news%2Ftech/subscribers", "DELETE /v1/topics/news%2Ftech/subscribers/ada%20b",
                ])
            #expect(script.requests[2].body == #"{"users":["ada b"]}"#)
            #expect(script.requests[3].body == "{}")
        }
    }

    @Test("A dry run returns the preview")
    func validate() async throws {
        let preview = NotificationPreview(payloads: [], devices: 2)
        try await withScript([try .json(200, preview)]) { client, script, _ async throws in
            #expect(try await client.call(API.validateNotification, body: Self.content) == preview)
            #expect(script.requests.first?.target == "/v1/notifications/validate")
        }
    }
}
