public import ArgumentParser
import BellhopClient
public import BellhopModel
import BellhopTerminal

struct ChannelsCommand: AsyncParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "channels",
        abstract: "Broadcast channels: one push updates the Live Activities of everybody who follows.",
        discussion: """
            For iOS 18 and later. APNs keeps the channels, up to 10,000 for each app and environment; turn on broadcasts \
            for the app in the developer account first.

              bellhop channels create --app com.example.app --storage latest
              bellhop channels publish ID --app com.example.app \\
                --state '{"home":2,"away":1}'
            """,
        subcommands: [Create.self, List.self, Publish.self, Delete.self])

    struct Create: AsyncParsableCommand {
        static let configuration = CommandConfiguration(abstract: "Makes a channel and prints its id.")

        @OptionGroup var app: ChannelAppOptions

        @Option(help: "What devices get that were away: nothing, or the latest update. It cannot be changed later.")
        var storage: ChannelStorage = .nothing

        @Flag(help: "Print JSON.")
        var json = false

        @OptionGroup var server: AdminOptions

        func run() async throws {
            let request = ChannelRequest(app: app.app, environment: app.environment, storage: storage)
            let channel = try await server.withClient { try await $0.call(API.createChannel, body: request) }
            if json { return try Output.json(channel) }
            Output.line(channel.id.description)
        }
    }

    struct List: AsyncParsableCommand {
        static let configuration = CommandConfiguration(abstract: "Lists the app's channels.")

        @OptionGroup var app: ChannelAppOptions

        @Flag(help: "Print JSON.")
        var json = false

        @OptionGroup var server: AdminOptions

        func run() async throws {
            let channels = try await server.withClient {
                try await $0.call(API.listChannels, query: ["app": app.app, "environment": app.environment.rawValue])
                    .items
            }
            if json { return try Output.json(channels) }
            Output.list(channels.map(\.id.description), none: "The app has no channel there.")
        }
    }

    struct Delete: AsyncParsableCommand {
        static let configuration = CommandConfiguration(abstract: "Deletes a channel, for good.")

        @Argument(help: "The channel's id, from `bellhop channels list`.")
        var id: ChannelID

        @OptionGroup var app: ChannelAppOptions
        @OptionGroup var server: AdminOptions

        func run() async throws {
            try await server.withClient {
                try await $0.call(
                    API.deleteChannel, id, query: ["app": app.app, "environment": app.environment.rawValue])
            }
            Output.line("deleted")
        }
    }
}

/// Which app's channels, and where.
struct ChannelAppOptions: ParsableArguments {
    @Option(help: "The app's bundle identifier.")
    var app: String

    @Option(help: "sandbox for builds from Xcode, production for TestFlight and the App Store.")
    var environment: PushEnvironment = .production
}

extension ChannelID: @retroactive ExpressibleByArgument {
    public init?(argument: String) { self.init(argument) }
}
extension ChannelStorage: @retroactive ExpressibleByArgument {}
extension PushEnvironment: @retroactive ExpressibleByArgument {}
