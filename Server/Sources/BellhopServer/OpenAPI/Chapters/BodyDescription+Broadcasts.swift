import BellhopModel

extension BodyDescription {
    static let broadcastRequest = BodyDescription(
        "BroadcastRequest", BroadcastRequest.self, "One push to every device that follows a channel.",
        .object([
            .required("app", .bundleID, "The channel's."),
            .required("environment", .choice(of: PushEnvironment.self), "The channel's."),
            .required("event", .choice(of: BroadcastRequest.Event.self), "A channel starts no activity."),
            .required(
                "content_state", Schema(form: .object([], others: .anything)),
                "The activity's `ContentState`, as Swift encodes it."),
            .optional("alert", .named("BroadcastAlert"), "Tells the person, beside the change of what is shown."),
            .optional("stale_in", .integer(APILimits.staleSeconds), "Seconds until an update is out of date."),
            .optional(
                "dismiss_in", .integer(APILimits.dismissSeconds),
                "Seconds until what has ended leaves the lock screen; 0 for at once."),
            .optional("priority", .choice(of: BroadcastRequest.Priority.self), "`immediate` unless given."),
            .optional(
                "expires_in", .integer(APILimits.broadcastSeconds),
                "Seconds for which a channel that stores keeps it. 0 unless given: one attempt."),
        ]),
        examples: [
            BroadcastRequest(
                app: "com.example.app", environment: .production, event: .update,
                contentState: ["home": 2, "away": 1, "minute": 67],
                alert: .init(title: "Goal!", body: "2 : 1"), staleIn: 300, priority: .immediate, expiresIn: 3600),
            BroadcastRequest(
                app: "com.example.app", environment: .production, event: .end, contentState: ["home": 2, "away": 1],
                dismissIn: 900),
        ])

    static let broadcastAlert = BodyDescription(
        "BroadcastAlert", BroadcastRequest.Alert.self, "What a person is told.",
        .object([
            .required("title", Schema.text(0...APILimits.title), "In one line."),
            .required("body", Schema.text(0...APILimits.text), "The rest."),
        ]),
        examples: [BroadcastRequest.Alert(title: "Goal!", body: "2 : 1")])

    static let publishedBroadcast = BodyDescription(
        "PublishedBroadcast", PublishedBroadcast.self, "A broadcast that APNs took.",
        .object([
            .required("id", .id, "`apns-request-id`, to find it in Apple's console."),
            .required("channel_id", Chapter.channelID, "Where it was published."),
            .required("published_at", .time, "Of two updates devices show the later."),
        ]),
        examples: [
            PublishedBroadcast(id: Sample.broadcast, channelID: Sample.channel, publishedAt: Sample.time())
        ])
}
