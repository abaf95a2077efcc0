import BellhopCore
import BellhopModel

extension Resource {
    static let campaigns = Resource(
        "Campaigns", "Notifications to many users, sent in the background.",
        operations: [
            Operation(
                API.createCampaign,
                details:
                    "The campaign is durable before the response. A crash neither skips users nor notifies them twice.",
                body: "CampaignRequest",
                .json("Campaign", status: 202, "The accepted campaign.", leadsTo: ["getCampaign", "stopCampaign"]),
                accept: CampaignHandlers.create),
            Operation(
                API.listCampaigns,
                query: [.query("before", .id, "The cursor: the id of the last item of the previous page."), .limit],
                .json("CampaignPage", "All campaigns, newest first."), handle: CampaignHandlers.list),
            Operation(
                API.getCampaign, .json("Campaign", "The campaign with its progress."),
                handle: CampaignHandlers.get),
            Operation(
                API.stopCampaign,
                details:
                    "Also cancels queued pushes of a campaign that is done. Notifications that were sent remain.",
                .json("Campaign", "The campaign."), handle: CampaignHandlers.stop),
        ],
        components: [request, recipient, campaign, target, figures, reasonCount, page])

    private static let request = Component(
        "CampaignRequest", CampaignRequest.self, "A notification for many users.",
        .object([
            .required("to", .named("Audience"), "The recipients."),
            .optional(
                "delivery", .choice(of: Campaign.Delivery.self),
                "`broadcast` only sends a push to each device: no history, no badge, and the same texts for all. Default: `individual`."
            ),
            .required("notification", .named("NotificationRequest"), "The notification, without `user_id`."),
        ]),
        examples: [
            CampaignRequest(to: .topic("releases"), notification: sampleContent),
            CampaignRequest(to: .everyone, delivery: .broadcast, notification: sampleContent),
        ])

    private static let recipient = Component(
        "Recipient", Audience.Recipient.self,
        "A recipient, with fields that replace those of the notification for this user.",
        .object([
            .required("user", .name, "The user."),
            .optional("title", .text(0...APILimits.title), "The title."),
            .optional("subtitle", .text(0...APILimits.title), "The subtitle."),
            .optional("body", .text(0...APILimits.text), "The text."),
            .optional("deep_link", .identifier(1...1024), "The link that a tap on the notification opens."),
        ]),
        examples: [
            Audience.Recipient(
                user: Sample.user, title: "Your order has shipped", body: "It arrives on Friday",
                deepLink: "shop://orders/7")
        ])

    private static let campaign = Component(
        "Campaign", Campaign.self, "A notification to many users, with its progress.",
        .object([
            .required("id", .id, "The campaign's id."),
            .required("to", .named("CampaignTarget"), "The recipients."),
            .required("delivery", .choice(of: Campaign.Delivery.self), "The way in which it reaches its recipients."),
            .required("notification", .named("NotificationRequest"), "The notification."),
            .required("state", .choice(of: Campaign.State.self), "The campaign's state."),
            .required("recipients", .integer(0...Int.max), "The number of users reached so far."),
            .required("deliveries", .integer(0...Int.max), "The number of pushes created so far."),
            .required(
                "refused", .integer(0...Int.max), "The number of recipients whose preferences exclude the notification."
            ),
            .sometimes("figures", .named("BroadcastFigures"), "The results of a broadcast."),
            .required("created_at", .time, "The time of its creation."),
            .required(
                "expires_at", .time,
                "The time at which the campaign expires; users not reached by then are not notified."),
            .sometimes("begun_at", .time, "The time of the first push."),
            .sometimes("ended_at", .time, "The time of its end."),
        ]),
        examples: [sample, sampleBroadcast])

    private static let figures = Component(
        "BroadcastFigures", BroadcastFigures.self,
        "The results of a broadcast, by device: `sent`, `failed` and `skipped` are together all devices reached so far.",
        .object([
            .required("sent", .integer(0...Int.max), "The number of devices for which a gateway accepted the push."),
            .required("failed", .integer(0...Int.max), "The number of devices that failed."),
            .required(
                "skipped", .integer(0...Int.max), "The number of devices whose users' preferences suppress the push."),
            .required("opened", .integer(0...Int.max), "The number of devices on which it was opened."),
            .required(
                "failures", .list(of: .named("ReasonCount")),
                "The most frequent reasons of failures, such as `Unregistered`."
            ),
            .required(
                "skips", .list(of: .named("ReasonCount")),
                "The reasons of skips: `switched_off`, `muted`, `quiet_hours` and `frequency_cap`."),
            .sometimes(
                "latency_ms", .integer(0...Int.max),
                "The average time from the creation of the campaign to the acceptance of a push by its gateway."),
        ]),
        examples: [sampleFigures])

    private static let reasonCount = Component(
        "ReasonCount", BroadcastFigures.ReasonCount.self, "A reason with its number of devices.",
        .object([
            .required("reason", .text, "The reason."),
            .required("devices", .integer(0...Int.max), "The number of devices."),
        ]),
        examples: sampleFigures.failures)

    private static let target = Component(
        "CampaignTarget", Campaign.Target.self, "The recipients of a campaign, without a list of names.",
        .object([
            .sometimes("user", .name, "The only recipient."),
            .sometimes("user_count", .integer(0...Int.max), "The number of users in the request's list."),
            .sometimes("topic", .name, "The topic whose subscribers are the recipients."),
            .sometimes("everyone", .boolean, "`true`: every user with an active device."),
        ]),
        examples: [Campaign.Target(topic: "releases"), Campaign.Target(userCount: 2)])

    private static let page = Component.page("CampaignPage", of: campaign, sample)

    private static let sampleContent = NotificationRequest(
        title: "1.2 is out", body: "Nothing waits any more", category: .update)

    private static let sample = Campaign(
        id: CampaignID(high: 0x0192_F0C4_8A00_7D13, low: 0x9B60_2F3A_4C5D_6E81), to: .init(topic: "releases"),
        notification: sampleContent, state: .done, recipients: 1200, deliveries: 1731, refused: 12,
        createdAt: Sample.time(), expiresAt: Sample.time(86_400), begunAt: Sample.time(), endedAt: Sample.time(2))

    private static let sampleFigures = BroadcastFigures(
        sent: 998_700, failed: 900, skipped: 400, opened: 51_200,
        failures: [.init(reason: "Unregistered", devices: 900)], skips: [.init(reason: "quiet_hours", devices: 400)],
        latency: 4300)

    private static let sampleBroadcast = Campaign(
        id: CampaignID(high: 0x0192_F0C4_8A00_7D13, low: 0x9B60_2F3A_4C5D_6E82), to: .init(everyone: true),
        delivery: .broadcast, notification: sampleContent, state: .done, recipients: 640_000, deliveries: 999_600,
        refused: 300, figures: sampleFigures, createdAt: Sample.time(), expiresAt: Sample.time(86_400),
        begunAt: Sample.time(), endedAt: Sample.time(9))
}

private enum CampaignHandlers {
    @Sendable static func create(
        _ request: CampaignRequest, _ call: Call, _ recorder: ResponseRecorder<Campaign>?
    ) async throws -> IdempotentResult<Campaign> {
        try await call.services.campaigns.start(request, by: call.key(), recorder: recorder)
    }

    @Sendable static func list(_ call: Call) async throws -> Page<Campaign> {
        Page(
            items: try await call.services.campaigns.list(
                before: call.query("before"), limit: call.limit(), for: call.key()))
    }

    @Sendable static func get(_ call: Call) async throws -> Campaign {
        try await call.services.campaigns.campaign(call.id(), for: call.key())
    }

    @Sendable static func stop(_ call: Call) async throws -> Campaign {
        try await call.services.campaigns.stop(call.id(), by: call.key())
    }
}

extension Component {
    static let audience = Component(
        "Audience", Audience.self, "The recipients: exactly one of these fields.",
        .alternatives([
            .object([.required("user", .name, "The only recipient.")]).titled("AudienceUser"),
            .object([
                .required(
                    "users", .list(of: .name, atLeast: 1, atMost: APILimits.audience),
                    "The recipients, without duplicates.")
            ])
            .titled("AudienceUsers"),
            .object([
                .required(
                    "recipients", .list(of: .named("Recipient"), atLeast: 1, atMost: APILimits.audience),
                    "The recipients with texts of their own, each user once.")
            ])
            .titled("AudienceRecipients"),
            .object([.required("topic", .name, "The topic; its subscribers at the time of sending are the recipients.")]
            ).titled("AudienceTopic"),
            .object([.required("everyone", .boolean, "Always `true`: every user with an active device.")])
                .titled("AudienceEveryone"),
        ]),
        examples: [
            Audience.user(Sample.user), Audience.users([Sample.user, "ben"]),
            .recipients([.init(user: Sample.user, title: "Hello Ada"), .init(user: "ben")]), .topic("releases"),
            .everyone,
        ])
}
