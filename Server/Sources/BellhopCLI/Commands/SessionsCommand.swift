import ArgumentParser
import BellhopClient
import BellhopModel
import BellhopTerminal

struct SessionsCommand: AsyncParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "sessions", abstract: "List sessions, and manage the session of a script.",
        discussion: """
            A session is one run of an agent or a script. If the app allows it, the lock screen shows the session from \
            start to end:

              bellhop sessions start build-7 --title "Nightly build"
              bellhop sessions update build-7 --operation "Running tests" --progress 2/5
              bellhop sessions end build-7
            """,
        subcommands: [List.self, Show.self, Start.self, Update.self, End.self], defaultSubcommand: List.self)

    struct List: AsyncParsableCommand {
        static let configuration = CommandConfiguration(abstract: "List your sessions, latest first.")

        @OptionGroup var page: LimitOptions
        @OptionGroup var options: SessionOptions

        func run() async throws {
            let sessions = try await options.server.withClient {
                try await $0.call(API.listSessions, query: ["limit": page.limit]).items
            }
            try options.output.show(sessions, none: "There is no session.", line: \.line)
        }
    }

    struct Show: AsyncParsableCommand {
        static let configuration = CommandConfiguration(abstract: "Show a session and its Live Activities.")

        @Argument(help: "The session's id.")
        var id: String

        @OptionGroup var options: SessionOptions

        func run() async throws {
            let id = try SessionID(argument: id)
            let detail = try await options.server.withClient { try await $0.call(API.getSession, id) }
            try options.output.show(detail, lines: detail.lines)
        }
    }

    struct Start: AsyncParsableCommand {
        static let configuration = CommandConfiguration(abstract: "Start or resume a session.")

        @Argument(help: "The session's id, 1 to 128 bytes of your choice.")
        var id: String

        @Option(help: "A short title.")
        var title: String

        @Option(help: "The name of the project.")
        var project: String?

        @OptionGroup var options: SessionOptions

        func run() async throws {
            let request = SessionRequest(
                id: try SessionID(argument: id), title: title, origin: project.map { Origin(project: $0) })
            try await options.run { try await $0.call(API.startSession, body: request) }
        }
    }

    struct Update: AsyncParsableCommand {
        static let configuration = CommandConfiguration(abstract: "Update the state of a session.")

        @Argument(help: "The session's id.")
        var id: String

        @Option(help: "The current operation, such as \"Running tests\".")
        var operation: String?

        @Option(help: "The number of completed tasks and of all tasks, such as 2/5.")
        var progress: ProgressArgument?

        @Option(help: "The current task; needs --progress.")
        var task: String?

        @Flag(help: "Mark the session as waiting for the user.")
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
            try await options.run { try await $0.call(API.updateSession, id, body: update) }
        }
    }

    struct End: AsyncParsableCommand {
        static let configuration = CommandConfiguration(abstract: "End a session and its Live Activities.")

        @Argument(help: "The session's id.")
        var id: String

        @Flag(help: "Mark the session as failed.")
        var failed = false

        @OptionGroup var options: SessionOptions

        func run() async throws {
            let id = try SessionID(argument: id)
            let update = SessionUpdate(status: failed ? .failed : .completed)
            try await options.run { try await $0.call(API.updateSession, id, body: update) }
        }
    }
}

/// The options of all commands about sessions.
struct SessionOptions: ParsableArguments {
    @OptionGroup var output: OutputOptions
    @OptionGroup var server: ServerOptions

    /// Sends a request and prints the session from the response.
    func run(_ request: (BellhopClient) async throws -> AgentSession) async throws {
        let session = try await server.withClient(request)
        try output.show(session, session.line)
    }
}

/// A progress such as `2/5`.
struct ProgressArgument: ExpressibleByArgument, Hashable {
    var completed: Int
    var total: Int

    init?(argument: String) {
        let parts = argument.split(separator: "/", omittingEmptySubsequences: false).map { Int($0) }
        guard parts.count == 2, let completed = parts[0], let total = parts[1], 0 <= completed, completed <= total
        else { return nil }
        (self.completed, self.total) = (completed, total)
    }
}

extension AgentSession {
    /// Id, status, title, progress, and the operation or the reason of a failure.
    var line: String {
        // Agents choose these texts, so they are made safe for the terminal.
        var fields = [DisplayText.line(id.description), status.rawValue, DisplayText.line(title)]
        if let progress { fields.append("\(progress.completed)/\(progress.total)") }
        if let operation, status != .completed { fields.append(DisplayText.line(operation)) }
        return fields.joined(separator: "  ")
    }
}

extension SessionDetail {
    /// The session, then one line for each Live Activity.
    var lines: [String] {
        let activities = liveActivities.map { "  " + $0.line }
        return [session.line, "  started \(session.startedAt), updated \(session.updatedAt)"]
            + (activities.isEmpty ? ["  shown on no device"] : activities)
    }
}

extension LiveActivitySummary {
    fileprivate var line: String {
        var fields = ["\(deviceID)", phase.rawValue]
        if let startedAt, phase == .live { fields.append("since \(startedAt)") }
        if let sentAt, let shown { fields.append("shows \(shown.status.rawValue), sent \(sentAt)") }
        if failures > 0 { fields.append("deferred \(failures) times") }
        if let reason, phase == .ended { fields.append("(\(DisplayText.line(reason)))") }
        return fields.joined(separator: "  ")
    }
}

extension SessionsCommand.Start: FieldNaming {
    static let arguments = ["title": "--title", "origin.project": "--project"]
}

extension SessionsCommand.Update: FieldNaming {
    static let arguments = [
        "operation": "--operation", "progress": "--progress", "progress.current_task": "--task",
    ]
}
