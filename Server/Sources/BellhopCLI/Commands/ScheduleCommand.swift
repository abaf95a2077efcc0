import ArgumentParser
import BellhopClient
import BellhopModel
import BellhopTerminal

struct ScheduleCommand: AsyncParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "schedule", abstract: "Sends notifications later, once or again and again.",
        subcommands: [
            ScheduleAddCommand.self, List.self, Show.self, ScheduleEditCommand.self, Cancel.self,
        ], defaultSubcommand: List.self)

    struct List: AsyncParsableCommand {
        static let configuration = CommandConfiguration(abstract: "Lists what waits, newest first.")

        @Flag(help: "Also what was sent for the last time, missed or cancelled.")
        var all = false

        @Option(
            help:
                "Only those for this user. Unless given: all that the key may see, which with an admin's is everybody's."
        )
        var user: String?

        @OptionGroup var output: ScheduleOutput
        @OptionGroup var server: ReaderOptions

        func run() async throws {
            let user = try user.map(UserID.init(argument:))
            let schedules = try await server.withClient(orAgent: user == nil) {
                try await $0.call(API.listSchedules, query: ["user": user, "state": all ? nil : "waiting"]).items
            }
            if output.json { return try Output.json(schedules) }
            Output.list(schedules.map(\.line), none: "Nothing is scheduled. `bellhop schedule add` does it.")
        }
    }

    struct Show: AsyncParsableCommand {
        static let configuration = CommandConfiguration(abstract: "Shows one schedule.")

        @Argument(help: "The id, from `bellhop schedule list`.")
        var id: String

        @OptionGroup var output: ScheduleOutput
        @OptionGroup var server: ReaderOptions

        func run() async throws {
            let id = try ScheduleID(argument: id)
            try output.show(try await server.withClient(orAgent: true) { try await $0.call(API.getSchedule, id) })
        }
    }

    struct Cancel: AsyncParsableCommand {
        static let configuration = CommandConfiguration(abstract: "Cancels a schedule. Again changes nothing.")

        @Argument(help: "The id, from `bellhop schedule list`.")
        var id: String

        @OptionGroup var output: ScheduleOutput
        @OptionGroup var server: ReaderOptions

        func run() async throws {
            let id = try ScheduleID(argument: id)
            let cancelled = try await server.withClient(orAgent: true) { try await $0.call(API.cancelSchedule, id) }
            if output.json { try Output.json(cancelled) } else { Output.line("cancelled \(cancelled.id)") }
        }
    }
}

/// How a schedule is printed.
struct ScheduleOutput: ParsableArguments {
    @Flag(help: "Print JSON.")
    var json = false

    func show(_ schedule: Schedule) throws {
        if json { return try Output.json(schedule) }
        for line in schedule.lines { Output.line(line) }
    }
}

extension ScheduleID {
    /// - Throws: ``CommandFailure`` when it is no id.
    init(argument text: String) throws {
        guard let id = Self(text) else {
            throw CommandFailure.usage("\(text.debugDescription) is not an id; see `bellhop schedule list`.")
        }
        self = id
    }
}
