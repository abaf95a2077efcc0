import ArgumentParser
import BellhopClient
import BellhopModel
import BellhopTerminal

struct SessionsCommand: AsyncParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "sessions", abstract: "Lists sessions, and lets a script show one of its own.",
        discussion: """
            A session is one run of an agent or a script. Where the app allows it, it is shown on the lock screen from \
            its start to its end:

              bellhop sessions start build-7 --title "Nightly build"
              bellhop sessions update build-7 --operation "Running tests" --progress 2/5
              bellhop sessions end build-7
            """,
        subcommands: [List.self, Show.self, Start.self, Update.self, End.self], defaultSubcommand: List.self)

    struct List: AsyncParsableCommand {
        static let configuration = CommandConfiguration(abstract: "Lists your sessions, latest first.")

        @Option(help: "At most so many, 1 to 200.")
        var limit = 50

        @OptionGroup var options: SessionOptions

        func validate() throws { try ArgumentRange.check(limit, in: APILimits.page, "--limit") }

        func run() async throws {
            let sessions = try await options.server.withClient {
                try await $0.call(API.listSessions, query: ["limit": limit]).items
            }
            if options.json { return try Output.json(sessions) }
            Output.list(sessions.map(\.line), none: "There is no session.")
        }
    }

    struct Show: AsyncParsableCommand {
        static let configuration = CommandConfiguration(abstract: "Shows one session, and where it is shown.")

        @Argument(help: "The session's id.")
        var id: String

        @OptionGroup var options: SessionOptions

        func run() async throws {
            let id = try SessionID(argument: id)
            let detail = try await options.server.withClient { try await $0.call(API.getSession, id) }
            if options.json { return try Output.json(detail) }
            for line in detail.lines { Output.line(line) }
        }
    }

    struct Start: AsyncParsableCommand {
        static let configuration = CommandConfiguration(abstract: "Starts a session, or takes it up again.")

        @Argument(help: "An id of your choice: 1 to 128 bytes, the same for the whole run.")
        var id: String

        @Option(help: "What it is about, in a few words.")
        var title: String

        @Option(help: "The name of the project it works in.")
        var project: String?

        @OptionGroup var options: SessionOptions

        func run() async throws {
            let request = SessionRequest(
                id: try SessionID(argument: id), title: title, origin: project.map { Origin(project: $0) })
            try options.show(try await options.server.withClient { try await $0.call(API.startSession, body: request) })
        }
    }

    struct Update: AsyncParsableCommand {
        static let configuration = CommandConfiguration(abstract: "Says what a session is doing.")

        @Argument(help: "The session's id.")
        var id: String

        @Option(help: "What it is doing now, such as \"Running tests\".")
        var operation: String?

        @Option(help: "How many of its tasks are done, such as 2/5.")
        var progress: ProgressArgument?

        @Option(help: "The task at hand.")
        var task: String?

        @Flag(help: "It stands still until a person does something.")
        var waiting = false

        @OptionGroup var options: SessionOptions

        func validate() throws {
            guard task == nil || progress != nil else { throw ValidationError("--task needs --progress.") }
        }

        func run() async throws {
            let id = try SessionID(argument: id)
            let progress = progress.map {
                AgentSession.Progress(completed: $0.completed, total: $0.total, currentTask: task)
            }
            let update = SessionUpdate(status: waiting ? .waiting : .running, operation: operation, progress: progress)
            try options.show(
                try await options.server.withClient { try await $0.call(API.updateSession, id, body: update) })
        }
    }

    struct End: AsyncParsableCommand {
        static let configuration = CommandConfiguration(abstract: "Ends a session, and what shows it.")

        @Argument(help: "The session's id.")
        var id: String

        @Flag(help: "It has failed.")
        var failed = false

        @OptionGroup var options: SessionOptions

        func run() async throws {
            let id = try SessionID(argument: id)
            let update = SessionUpdate(status: failed ? .failed : .completed)
            try options.show(
                try await options.server.withClient { try await $0.call(API.updateSession, id, body: update) })
        }
    }
}

/// What all commands about sessions take.
struct SessionOptions: ParsableArguments {
    @Flag(help: "Print JSON.")
    var json = false

    @OptionGroup var server: ServerOptions

    func show(_ session: AgentSession) throws {
        if json { try Output.json(session) } else { Output.line(session.line) }
    }
}
