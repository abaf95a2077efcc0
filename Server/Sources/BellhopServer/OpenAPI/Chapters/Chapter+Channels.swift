import BellhopModel

extension Chapter {
    static let channels = Chapter(
        "Channels", "Live Activities that many devices follow, updated by one push (iOS 18). APNs keeps the channels.",
        operations: [
            Operation(
                .createChannel, id: "createChannel",
                details:
                    "An app starts its activity with the channel's `id`. Up to 10,000 for each app and environment.",
                body: "ChannelRequest", errors: gateway, .json("Channel", status: 201, "The channel.")),
            Operation(
                .listChannels, id: "listChannels", query: address, errors: gateway,
                .json("ChannelPage", "All of them, without what each stores.")),
            Operation(
                .getChannel, id: "getChannel", query: address, pathID: channelID, errors: gateway,
                .json("Channel", "The channel.")),
            Operation(
                .deleteChannel, id: "deleteChannel",
                details: "Activities that follow it stay as they are until the system ends them.", query: address,
                pathID: channelID, errors: gateway, .noContent("It is gone.")),
            Operation(
                .publishBroadcast, id: "publishBroadcast",
                details: "The payload takes 5120 bytes; nothing of it is shortened.", pathID: channelID,
                body: "BroadcastRequest", errors: gateway,
                .json("PublishedBroadcast", status: 202, "APNs has it.")),
        ],
        bodies: [request, channel, page, .broadcastRequest, .broadcastAlert, .publishedBroadcast])

    private static let gateway: [APIErrorCode] = [.gatewayRefused, .gatewayUnavailable]

    private static let address: [Parameter] = [
        .required("app", .bundleID, "The app's bundle identifier."),
        .required("environment", .choice(of: PushEnvironment.self), "Channels are known in one only."),
    ]

    static let channelID = Schema(
        form: .text(.init(length: ChannelID.length, pattern: "^[A-Za-z0-9+/_-]+={0,2}$")))

    private static let request = BodyDescription(
        "ChannelRequest", ChannelRequest.self, "A channel to make.",
        .object([
            .required("app", .bundleID, "Whose activities will follow it."),
            .required("environment", .choice(of: PushEnvironment.self), "It is known in this one only."),
            .required(
                "storage", .choice(of: ChannelStorage.self),
                "What devices get that were away: nothing, or the `latest` update. Cannot be changed later."),
        ]),
        examples: [ChannelRequest(app: "com.example.app", environment: .production, storage: .latest)])

    private static let channel = BodyDescription(
        "Channel", BroadcastChannel.self, "A channel.",
        .object([
            .required("id", channelID, "As APNs calls it, in Base64. Percent-encode it in a path."),
            .required("app", .text, "The app's bundle identifier."),
            .required("environment", .choice(of: PushEnvironment.self), "Where it is known."),
            .sometimes("storage", .choice(of: ChannelStorage.self), "Left out in lists."),
        ]),
        examples: [sampleChannel])

    private static let page = BodyDescription(
        "ChannelPage", Page<BroadcastChannel>.self, "A list of channels.",
        .object([.required("items", .list(of: .named("Channel")), "All of them.")]),
        unused: BodyDescription.pageNumbers,
        examples: [Page(items: [sampleChannel])])

    private static let sampleChannel = BroadcastChannel(
        id: Sample.channel, app: "com.example.app", environment: .production, storage: .latest)
}

extension Schema {
    static let bundleID = Schema(form: .text(.init(length: 1...255, pattern: "^[A-Za-z0-9.-]+$")))
}
