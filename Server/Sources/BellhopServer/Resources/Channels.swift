import BellhopCore
import BellhopModel

extension Resource {
    static let channels = Resource(
        "Channels",
        "Broadcast channels: one push updates a Live Activity on many devices (iOS 18). APNs stores the channels.",
        operations: [
            Operation(
                API.createChannel,
                details:
                    "An app starts its activity with the channel's `id`. An app can have 10,000 channels per environment.",
                body: "ChannelRequest", .json("Channel", status: 201, "The channel."), handle: ChannelHandlers.create),
            Operation(
                API.listChannels, query: address, .json("ChannelPage", "All channels of the app, without `storage`."),
                handle: ChannelHandlers.list),
            Operation(
                API.getChannel, query: address, pathID: .channelID, .json("Channel", "The channel."),
                handle: ChannelHandlers.get),
            Operation(
                API.deleteChannel,
                details: "Activities that follow the channel are not updated any more; the system ends them.",
                query: address, pathID: .channelID, .noContent("The channel was deleted."),
                handle: ChannelHandlers.delete),
            Operation(
                API.publishBroadcast,
                details: "The maximum payload size is 5,120 bytes. Texts are not shortened to fit.",
                pathID: .channelID, body: "BroadcastRequest",
                .json("PublishedBroadcast", status: 202, "APNs accepted the update."),
                handle: ChannelHandlers.publish),
        ],
        components: [request, channel, page, .broadcastRequest, .broadcastAlert, .publishedBroadcast])

    private static let gateway: [APIErrorCode] = [.gatewayRefused, .gatewayUnavailable]

    private static let address: [Parameter] = [
        .required("app", .bundleID, "The app's bundle identifier."),
        .required("environment", .choice(of: PushEnvironment.self), "The APNs environment of the channel."),
    ]

    private static let request = Component(
        "ChannelRequest", ChannelRequest.self, "A channel to create.",
        .object([
            .required("app", .bundleID, "The bundle identifier of the app whose activities follow the channel."),
            .required(
                "environment", .choice(of: PushEnvironment.self),
                "The APNs environment, the only one in which the channel exists."),
            .required(
                "storage", .choice(of: ChannelStorage.self),
                "The updates that APNs stores for offline devices: `none` or the `latest`. Cannot be changed later."
            ),
        ]),
        examples: [ChannelRequest(app: "com.example.app", environment: .production, storage: .latest)])

    private static let channel = Component(
        "Channel", BroadcastChannel.self, "A broadcast channel.",
        .object([
            .required("id", .channelID, "The channel id that APNs assigned, in Base64. Percent-encode it in a path."),
            .required("app", .text, "The app's bundle identifier."),
            .required("environment", .choice(of: PushEnvironment.self), "The APNs environment."),
            .sometimes(
                "storage", .choice(of: ChannelStorage.self),
                "The updates that APNs stores for offline devices; omitted in lists."),
        ]),
        examples: [sampleChannel])

    private static let page = Component(
        "ChannelPage", Page<BroadcastChannel>.self, "A list of channels.",
        .object([.required("items", .list(of: .named("Channel")), "All channels of the app.")]),
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
        "BroadcastRequest", BroadcastRequest.self, "An update for every device that follows a channel.",
        .object([
            .required("app", .bundleID, "The bundle identifier of the channel's app."),
            .required("environment", .choice(of: PushEnvironment.self), "The APNs environment of the channel."),
            .required(
                "event", .choice(of: BroadcastRequest.Event.self), "The event; a channel cannot start an activity."),
            .required(
                "content_state", Schema(form: .object([], others: .anything)),
                "The activity's `ContentState`, as encoded by Swift's `JSONEncoder`."),
            .optional("alert", .named("BroadcastAlert"), "An alert shown with the update."),
            .optional("stale_in", .integer(APILimits.staleSeconds), "The time until the update is stale, in seconds."),
            .optional(
                "dismiss_in", .integer(APILimits.dismissSeconds),
                "The time until an ended activity leaves the lock screen, in seconds; 0 removes it immediately."),
            .optional("priority", .choice(of: BroadcastRequest.Priority.self), "The priority. Default: `immediate`."),
            .optional(
                "expires_in", .integer(APILimits.broadcastSeconds),
                "The time for which APNs stores the update, in seconds, if the channel's `storage` is `latest`. "
                    + "Default: 0, one delivery attempt."),
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
            .required("title", Schema.text(0...APILimits.title), "The title, on one line."),
            .required("body", Schema.text(0...APILimits.text), "The text."),
        ]),
        examples: [BroadcastRequest.Alert(title: "Goal!", body: "2 : 1")])

    static let publishedBroadcast = Component(
        "PublishedBroadcast", PublishedBroadcast.self, "A broadcast that APNs accepted.",
        .object([
            .required("id", .id, "The `apns-request-id`, which identifies the push in Apple's console."),
            .required("channel_id", .channelID, "The channel."),
            .required("published_at", .time, "The time of publication. Devices show the update with the latest time."),
        ]),
        examples: [
            PublishedBroadcast(id: Sample.broadcast, channelID: Sample.channel, publishedAt: Sample.time())
        ])
}
