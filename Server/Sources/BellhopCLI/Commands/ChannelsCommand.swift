public import ArgumentParser
import BellhopClient
public import BellhopModel
import BellhopTerminal

struct ChannelsCommand: AsyncParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "channels",
        abstract: "Manage broadcast channels: one push updates all Live Activities of a channel.",
        discussion: """
            For iOS 18 and later. APNs stores the channels, up to 10,000 for each app and environment. Enable broadcasts \
            for the app in the developer account first.

              bellhop channels create --app com.example.app --storage latest
              bellhop channels publish ID --app com.example.app \\
                --state '{"home":2,"away":1}'
            """,
        subcommands: [Create.self, List.self, Publish.self, Delete.self])

    struct Create: AsyncParsableCommand {
        static let configuration = CommandConfiguration(abstract: "Create a channel and print its id.")

        @OptionGroup var app: ChannelAppOptions

        @Option(help: "The updates stored for offline devices: nothing or latest. It cannot be changed later.")
        var storage: ChannelStorage = .nothing

        @OptionGroup var output: OutputOptions
        @OptionGroup var server: AdminOptions

        func run() async throws {
            let request = ChannelRequest(app: app.app, environment: app.environment, storage: storage)
            let channel = try await server.withClient { try await $0.call(API.createChannel, body: request) }
            try output.show(channel, channel.id.description)
        }
    }

    struct List: AsyncParsableCommand {
        static let configuration = CommandConfiguration(abstract: "List the app's channels.")

        @OptionGroup var app: ChannelAppOptions
        @OptionGroup var output: OutputOptions
        @OptionGroup var server: AdminOptions

        func run() async throws {
            let channels = try await server.withClient {
                try await $0.call(API.listChannels, query: ["app": app.app, "environment": app.environment.rawValue])
                    .items
            }
            try output.show(channels, none: "The app has no channels in this environment.", line: \.id.description)
        }
    }

    struct Delete: AsyncParsableCommand {
        static let configuration = CommandConfiguration(abstract: "Delete a channel permanently.")

        @Argument(help: "The channel's id, from `bellhop channels list`.")
        var id: ChannelID

        @OptionGroup var app: ChannelAppOptions
        @OptionGroup var server: AdminOptions

        func run() async throws {
            _ = try await server.withClient {
                try await $0.call(
                    API.deleteChannel, id, query: ["app": app.app, "environment": app.environment.rawValue])
            }
            Output.line("deleted")
        }
    }
}

/// The app and environment of a channel.
struct ChannelAppOptions: ParsableArguments {
    @Option(help: "The app's bundle identifier.")
    var app: String

    @Option(help: "The environment: sandbox for builds from Xcode, production for TestFlight and the App Store.")
    var environment: PushEnvironment = .production
}

extension ChannelID: @retroactive ExpressibleByArgument {
    public init?(argument: String) { self.init(argument) }
}
extension ChannelStorage: @retroactive ExpressibleByArgument {}
extension PushEnvironment: @retroactive ExpressibleByArgument {}

extension ChannelsCommand {
    struct Publish: AsyncParsableCommand {
        static let configuration = CommandConfiguration(
            abstract: "Update or end the Live Activities of a channel.",
            discussion: """
                The state is the JSON encoding of the activity's ContentState with Swift's default coding strategies. \
                - reads it from standard input.
                """)

        @Argument(help: "The channel's id, from `bellhop channels list`.")
        var id: ChannelID

        @OptionGroup var app: ChannelAppOptions

        @Option(help: ArgumentHelp("The new state, a JSON object.", valueName: "json"))
        var state: String

        @Flag(help: "End the activities with this state.")
        var end = false

        @Option(help: "The title of an alert; needs --body.")
        var title: String?

        @Option(help: "The text of an alert; needs --title.")
        var body: String?

        @Option(help: "Seconds until the state is out of date, 1 to 43200; not with --end.")
        var staleIn: Int?

        @Option(help: "Seconds until the ended activities leave the lock screen, 0 to 14400; needs --end.")
        var dismissIn: Int?

        @Option(help: "The priority: immediate, or considerate, which saves battery.")
        var priority: BroadcastRequest.Priority = .immediate

        @Option(help: "Seconds for which a channel with storage keeps the update for offline devices, 0 to 28800.")
        var expiresIn: Int?

        @OptionGroup var output: OutputOptions
        @OptionGroup var server: AdminOptions

        func validate() throws {
            if (title == nil) != (body == nil) { throw ValidationError("--title and --body must be given together.") }
            if !end, dismissIn != nil { throw ValidationError("--dismiss-in needs --end.") }
            if end, staleIn != nil { throw ValidationError("--stale-in cannot be given with --end.") }
            try ArgumentRange.check(seconds: staleIn, in: APILimits.staleSeconds, "--stale-in")
            try ArgumentRange.check(seconds: dismissIn, in: APILimits.dismissSeconds, "--dismiss-in")
            try ArgumentRange.check(seconds: expiresIn, in: APILimits.broadcastSeconds, "--expires-in")
        }

        func run() async throws {
            let request = try request(state: MessageText.read(state))
            let published = try await server.withClient { try await $0.call(API.publishBroadcast, id, body: request) }
            try output.show(published, "published as \(published.id)")
        }

        /// The request to send.
        ///
        /// - Parameter state: the JSON text of the state.
        func request(state: String) throws -> BroadcastRequest {
            guard let state = try? CanonicalJSON.decode([String: JSONValue].self, from: state.utf8) else {
                throw CommandFailure.usage(#"--state takes a JSON object, such as '{"home":2,"away":1}'."#)
            }
            var alert: BroadcastRequest.Alert?
            if let title, let body { alert = .init(title: title, body: body) }
            return BroadcastRequest(
                app: app.app, environment: app.environment, event: end ? .end : .update, contentState: state,
                alert: alert, staleIn: staleIn, dismissIn: dismissIn, priority: priority, expiresIn: expiresIn)
        }
    }
}

extension BroadcastRequest.Priority: @retroactive ExpressibleByArgument {}

extension ChannelsCommand.Publish: FieldNaming {
    static let arguments = [
        "app": "--app", "content_state": "--state", "alert.title": "--title", "alert.body": "--body",
        "stale_in": "--stale-in", "dismiss_in": "--dismiss-in", "expires_in": "--expires-in",
    ]
}
