import BellhopModel

extension Chapter {
    static let campaigns = Chapter(
        "Campaigns", "One notification to many users, carried out in the background.",
        operations: [
            Operation(
                .createCampaign, id: "createCampaign",
                details: "Durable before the response. A crash repeats nobody and leaves out nobody.",
                body: "CampaignRequest", errors: [.payloadTooLarge],
                .json("Campaign", status: 202, "Accepted.", leadsTo: ["getCampaign", "stopCampaign"])),
            Operation(
                .listCampaigns, id: "listCampaigns",
                query: [.query("before", .id, "Go on after this one, the last of the page before."), .limit],
                .json("CampaignPage", "All campaigns, newest first.")),
            Operation(.getCampaign, id: "getCampaign", .json("Campaign", "The campaign, and how far it has come.")),
            Operation(
                .stopCampaign, id: "stopCampaign",
                details: "Also in the middle, and when it is done and pushes still wait. What was sent stays.",
                .json("Campaign", "The campaign as it stands now.")),
        ],
        bodies: [request, campaign, target, page])

    private static let request = BodyDescription(
        "CampaignRequest", CampaignRequest.self, "Something to tell many users.",
        .object([
            .required("to", .named("Audience"), "Who is told."),
            .required("notification", .named("NotificationRequest"), "What they are told; without `user_id`."),
        ]),
        examples: [CampaignRequest(to: .topic("releases"), notification: sampleContent)])

    private static let campaign = BodyDescription(
        "Campaign", Campaign.self, "One notification on its way to many users.",
        .object([
            .required("id", .id, "What it is called from now on."),
            .required("to", .named("CampaignTarget"), "Who is told."),
            .required("notification", .named("NotificationRequest"), "What they are told."),
            .required("state", .choice(of: Campaign.State.self), "How it stands."),
            .required("recipients", .integer(0...Int.max), "How many users it has reached so far."),
            .required("deliveries", .integer(0...Int.max), "How many pushes it has made so far."),
            .required(
                "refused", .integer(0...Int.max), "How many of the recipients have preferences that keep it from them."),
            .required("created_at", .time, "When it was accepted."),
            .required("expires_at", .time, "Whoever has not been reached by then is not reached at all."),
            .sometimes("begun_at", .time, "When the first were told."),
            .sometimes("ended_at", .time, "When it was over."),
        ]),
        examples: [sample])

    private static let target = BodyDescription(
        "CampaignTarget", Campaign.Target.self, "Whom a campaign is for, without a list of names.",
        .object([
            .sometimes("user", .name, "One user."),
            .sometimes("user_count", .integer(0...Int.max), "So many users were named."),
            .sometimes("topic", .name, "Whoever subscribes to it."),
            .sometimes("everyone", .boolean, "Every user with an active device."),
        ]),
        examples: [Campaign.Target(topic: "releases"), Campaign.Target(userCount: 2)])

    private static let page = BodyDescription.page("CampaignPage", of: campaign, sample)

    private static let sampleContent = NotificationRequest(
        title: "1.2 is out", body: "Nothing waits any more", category: .update)

    private static let sample = Campaign(
        id: CampaignID(high: 0x0192_F0C4_8A00_7D13, low: 0x9B60_2F3A_4C5D_6E81), to: .init(topic: "releases"),
        notification: sampleContent, state: .done, recipients: 1200, deliveries: 1731, refused: 12,
        createdAt: Sample.time(), expiresAt: Sample.time(86_400), begunAt: Sample.time(), endedAt: Sample.time(2))
}
