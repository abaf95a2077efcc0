public import ArgumentParser
import BellhopClient
public import BellhopModel
import BellhopTerminal

extension ChannelsCommand {
    struct Publish: AsyncParsableCommand {
        static let configuration = CommandConfiguration(
            abstract: "Updates the Live Activities that follow a channel, or ends them.",
            discussion: """
                The state is what the activity's ContentState encodes to, with Swift's own coding strategies. - reads it \
                from standard input.
                """)

        @Argument(help: "The channel's id, from `bellhop channels list`.")
        var id: ChannelID

        @OptionGroup var app: ChannelAppOptions

        @Option(help: ArgumentHelp("What to show, as a JSON object.", valueName: "json"))
        var state: String

        @Flag(help: "End the activities with this state.")
        var end = false

        @Option(help: "Tell people too: a title, which needs --body.")
        var title: String?

        @Option(help: "The text under --title.")
        var body: String?

        @Option(help: "Seconds until what is shown is out of date, 1 to 43200. Not with --end.")
        var staleIn: Int?

        @Option(help: "With --end: seconds until it leaves the lock screen, 1 to 14400; 0 for at once.")
        var dismissIn: Int?

        @Option(help: "Push at once, or be considerate of batteries.")
        var priority: BroadcastRequest.Priority = .immediate

        @Option(help: "Seconds for which a channel that stores keeps it for devices that are away, 0 to 28800.")
        var expiresIn: Int?

        @Flag(help: "Print JSON.")
        var json = false

        @OptionGroup var server: AdminOptions

        func validate() throws {
            if (title == nil) != (body == nil) { throw ValidationError("--title and --body go together.") }
            if !end, dismissIn != nil { throw ValidationError("--dismiss-in goes with --end.") }
            if end, staleIn != nil { throw ValidationError("--stale-in does not go with --end.") }
            try ArgumentRange.check(seconds: staleIn, in: APILimits.staleSeconds, "--stale-in")
            try ArgumentRange.check(seconds: dismissIn, in: APILimits.dismissSeconds, "--dismiss-in")
            try ArgumentRange.check(seconds: expiresIn, in: APILimits.broadcastSeconds, "--expires-in")
        }

        func run() async throws {
            let request = try request(state: MessageText.read(state))
            let published = try await server.withClient { try await $0.call(API.publishBroadcast, id, body: request) }
            if json { return try Output.json(published) }
            Output.line("published as \(published.id)")
        }

        /// What is sent.
        ///
        /// - Parameter state: what ``state`` stands for.
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
