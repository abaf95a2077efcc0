import BellhopCore
import BellhopModel

extension Resource {
    static let channels = Resource(
        "Channels", "Live Activities that many devices follow, updated by one push (iOS 18). APNs keeps the channels.",
        operations: [
            Operation(
                API.createChannel,
                details:
                    "An app starts its activity with the channel's `id`. Up to 10,000 for each app and environment.",
                body: "ChannelRequest", .json("Channel", status: 201, "The channel."), handle: ChannelHandlers.create),
            Operation(
                API.listChannels, query: address, .json("ChannelPage", "All of them, without what each stores."),
                handle: ChannelHandlers.list),
            Operation(
                API.getChannel, query: address, pathID: .channelID, .json("Channel", "The channel."),
                handle: ChannelHandlers.get),
            Operation(
                API.deleteChannel, details: "Activities that follow it stay as they are until the system ends them.",
                query: address, pathID: .channelID, .noContent("It is gone."), handle: ChannelHandlers.delete),
            Operation(
                API.publishBroadcast, details: "The payload takes 5120 bytes; nothing of it is shortened.",
                pathID: .channelID, body: "BroadcastRequest", .json("PublishedBroadcast", status: 202, "APNs has it."),
                handle: ChannelHandlers.publish),
        ],
        components: [request, channel, page, .broadcastRequest, .broadcastAlert, .publishedBroadcast])

    private static let gateway: [APIErrorCode] = [.gatewayRefused, .gatewayUnavailable]

    private static let address: [Parameter] = [
        .required("app", .bundleID, "The app's bundle identifier."),
        .required("environment", .choice(of: PushEnvironment.self), "Channels are known in one only."),
    ]

    private static let request = Component(
        "ChannelRequest", ChannelRequest.self, "A channel to make.",
        .object([
            .required("app", .bundleID, "The app whose activities will follow it."),
            .required("environment", .choice(of: PushEnvironment.self), "It is known in this one only."),
            .required(
                "storage", .choice(of: ChannelStorage.self),
                "The updates that a device gets after it was offline: none, or the `latest`. It cannot be changed later."
            ),
        ]),
        examples: [ChannelRequest(app: "com.example.app", environment: .production, storage: .latest)])

    private static let channel = Component(
        "Channel", BroadcastChannel.self, "A channel.",
        .object([
            .required("id", .channelID, "As APNs calls it, in Base64. Percent-encode it in a path."),
            .required("app", .text, "The app's bundle identifier."),
            .required("environment", .choice(of: PushEnvironment.self), "The APNs environment."),
            .sometimes("storage", .choice(of: ChannelStorage.self), "Left out in lists."),
        ]),
        examples: [sampleChannel])

    private static let page = Component(
        "ChannelPage", Page<BroadcastChannel>.self, "A list of channels.",
        .object([.required("items", .list(of: .named("Channel")), "All of them.")]),
        unused: Component.pageNumbers,
        examples: [Page(items: [sampleChannel])])

    private static let sampleChannel = BroadcastChannel(
        id: Sample.channel, app: "com.example.app", environment: .production, storage: .latest)
}

private enum ChannelHandlers {
    @Sendable static func create(_ request: ChannelRequest, _ call: Call) async throws -> BroadcastChannel {
        try await call.services.channels.create(request, by: call.key())
    }

    @Sendable static func list(_ call: Call) async throws -> Page<BroadcastChannel> {
        Page(items: try await call.services.channels.list(of: app(call), in: environment(call), for: call.key()))
    }

    @Sendable static func get(_ call: Call) async throws -> BroadcastChannel {
        try await call.services.channels.channel(channel(call), of: app(call), in: environment(call), for: call.key())
    }

    @Sendable static func delete(_ call: Call) async throws -> EmptyBody {
        try await call.services.channels.delete(channel(call), of: app(call), in: environment(call), by: call.key())
        return EmptyBody()
    }

    @Sendable static func publish(_ request: BroadcastRequest, _ call: Call) async throws -> PublishedBroadcast {
        try await call.services.channels.publish(request, to: channel(call), by: call.key())
    }

    private static func channel(_ call: Call) throws -> ChannelID {
        let text = call.parameter("id")
        guard let id = ChannelID(text) else {
            throw APIError(.notFound, "\(text.debugDescription) is not a channel's id.")
        }
        return id
    }

    private static func app(_ call: Call) throws -> String { try call.query("app") ?? "" }

    private static func environment(_ call: Call) throws -> PushEnvironment {
        try call.query("environment", as: String.self).flatMap(PushEnvironment.init) ?? .production
    }
}

extension Component {
    static let broadcastRequest = Component(
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

    static let broadcastAlert = Component(
        "BroadcastAlert", BroadcastRequest.Alert.self, "An alert for the person.",
        .object([
            .required("title", Schema.text(0...APILimits.title), "In one line."),
            .required("body", Schema.text(0...APILimits.text), "The rest."),
        ]),
        examples: [BroadcastRequest.Alert(title: "Goal!", body: "2 : 1")])

    static let publishedBroadcast = Component(
        "PublishedBroadcast", PublishedBroadcast.self, "A broadcast that APNs took.",
        .object([
            .required("id", .id, "`apns-request-id`, to find it in Apple's console."),
            .required("channel_id", .channelID, "The channel."),
            .required("published_at", .time, "The time of publication: devices show the later of two updates."),
        ]),
        examples: [
            PublishedBroadcast(id: Sample.broadcast, channelID: Sample.channel, publishedAt: Sample.time())
        ])
}
