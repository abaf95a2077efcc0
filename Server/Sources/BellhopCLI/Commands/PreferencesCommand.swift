import ArgumentParser
import BellhopClient
import BellhopModel
import BellhopTerminal

struct PreferencesCommand: AsyncParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "preferences", abstract: "Shows and sets what a user wants to hear.",
        discussion: """
            What is turned off is stored and stays in the history, but is not pushed. An ask whose category is off waits \
            all the same: it is seen when the app is opened. Takes an admin's or a device's key.
            """,
        subcommands: [
            Show.self, Set.self, QuietCommand.self, MuteCommand.self, UnmuteCommand.self, CapCommand.self,
        ], defaultSubcommand: Show.self)

    struct Show: AsyncParsableCommand {
        static let configuration = CommandConfiguration(
            abstract: "Shows them: the types, and the categories that have a switch. All others are on.")

        @OptionGroup var options: PreferencesOptions

        func run() async throws {
            try options.show(
                try await options.server.withClient {
                    try await $0.call(API.getPreferences, query: ["user": options.userID()])
                })
        }
    }

    struct Set: AsyncParsableCommand {
        static let configuration = CommandConfiguration(
            abstract: "Turns a type or a category on or off, such as `bellhop preferences set reminders off`.")

        enum Position: String, ExpressibleByArgument, CaseIterable { case on, off }

        enum Kind: String, EnumerableFlag {
            case type, category

            static func help(for kind: Kind) -> ArgumentHelp? { "The name is a \(kind.rawValue) of an app's own." }
        }

        @Argument(help: "A type, such as reminders, or a category, such as TASK_COMPLETE.")
        var name: String

        @Argument(help: "What it becomes.")
        var position: Position

        @Flag var kind: Kind?

        @OptionGroup var options: PreferencesOptions

        func run() async throws {
            try await options.change { preferences in
                try preferenceSwitch(in: preferences).turn(position == .on, in: &preferences)
            }
        }

        private func preferenceSwitch(in preferences: NotificationPreferences) throws -> PreferenceSwitch {
            switch kind {
            case .type?: .type(PreferenceType(rawValue: name))
            case .category?: .category(CategoryID(name))
            case nil: try PreferenceSwitch(named: name, in: preferences)
            }
        }
    }
}

/// What all commands about preferences take.
struct PreferencesOptions: ParsableArguments {
    @Option(help: "Whose. Unless given: the key's own user.")
    var user: String?

    @Flag(help: "Print JSON.")
    var json = false

    @OptionGroup var server: AdminOptions

    func userID() throws -> UserID? { try user.map(UserID.init(argument:)) }

    /// Reads them, changes them, stores them as a whole and shows what is stored.
    func change(_ change: (inout NotificationPreferences) throws -> Void) async throws {
        let user = try userID()
        let stored = try await server.withClient { client in
            var preferences = try await client.call(API.getPreferences, query: ["user": user])
            try change(&preferences)
            return try await client.call(API.putPreferences, query: ["user": user], body: preferences)
        }
        try show(stored)
    }

    func show(_ preferences: NotificationPreferences) throws {
        if json { return try Output.json(preferences) }
        for line in preferences.lines { Output.line(line) }
    }
}
