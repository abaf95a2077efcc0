import ArgumentParser
import BellhopClient
import BellhopModel
import BellhopTerminal

struct PreferencesCommand: AsyncParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "preferences", abstract: "Show and set a user's notification preferences.",
        discussion: """
            Suppressed notifications are still stored and stay in the history, but are not pushed. An ask whose category \
            is off stays pending and is shown in the open app. Needs an admin or a device key.
            """,
        subcommands: [
            Show.self, Set.self, QuietCommand.self, MuteCommand.self, UnmuteCommand.self, CapCommand.self,
        ], defaultSubcommand: Show.self)

    struct Show: AsyncParsableCommand {
        static let configuration = CommandConfiguration(
            abstract: "Show the preferences: the types, and the categories that were set. All other categories are on.")

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
            abstract: "Turn a type or a category on or off, such as `bellhop preferences set reminders off`.")

        enum Position: String, ExpressibleByArgument, CaseIterable { case on, off }

        enum Kind: String, EnumerableFlag {
            case type, category

            static func help(for kind: Kind) -> ArgumentHelp? { "The name is a \(kind.rawValue) that an app defines." }
        }

        @Argument(help: "A type, such as reminders, or a category, such as TASK_COMPLETE.")
        var name: String

        @Argument(help: "on or off.")
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

/// The options of all commands about preferences.
struct PreferencesOptions: ParsableArguments {
    @Option(help: "The user (default: the key's own).")
    var user: String?

    @OptionGroup var output: OutputOptions
    @OptionGroup var server: AdminOptions

    func userID() throws -> UserID? { try user.map(UserID.init(argument:)) }

    /// Reads, changes and stores the preferences, and prints the stored ones.
    func change(_ change: (inout NotificationPreferences) throws -> Void) async throws {
        let user = try userID()
        let stored = try await server.withClient { client in
            var preferences = try await client.call(API.getPreferences, query: ["user": user])
            try change(&preferences)
            return try await client.call(API.putPreferences, query: ["user": user], body: preferences)
        }
        try show(stored)
    }

    func show(_ preferences: NotificationPreferences) throws { try output.show(preferences, lines: preferences.lines) }
}

/// A type or category to turn on or off.
enum PreferenceSwitch: Hashable, Sendable {
    case type(PreferenceType)
    case category(CategoryID)

    /// A type or category that Bellhop defines, or that `preferences` contain.
    ///
    /// - Throws: ``CommandFailure`` that lists the known names.
    init(named name: String, in preferences: NotificationPreferences) throws {
        let (type, category) = (PreferenceType(rawValue: name), CategoryID(name))
        if PreferenceType.known.contains(type) || preferences.types[type] != nil {
            self = .type(type)
        } else if CategoryCatalog[category] != nil || preferences.categories[category] != nil {
            self = .category(category)
        } else {
            throw CommandFailure(
                """
                There is no type or category \(name.debugDescription). \
                Types: \(PreferenceType.known.map(\.rawValue).joined(separator: ", ")). \
                Categories: \(CategoryCatalog.all.map(\.id.rawValue).joined(separator: ", ")). \
                For one that an app defines add --type or --category.
                """)
        }
    }

    func turn(_ isOn: Bool, in preferences: inout NotificationPreferences) {
        switch self {
        case .type(let type): preferences.types[type] = isOn
        case .category(let category): preferences.categories[category] = isOn
        }
    }
}

extension NotificationPreferences {
    /// One line for each type and each category that was set, then one for each other setting.
    var lines: [String] { switchLines + quietLines + muteLines + capLines }

    private var quietLines: [String] {
        guard let quiet = quietHours else { return [] }
        let days = quiet.days.map { " on " + $0.map(\.rawValue).joined(separator: ",") } ?? ""
        let zone = quiet.timeZone.map { " (\(DisplayText.line($0)))" } ?? ""
        let through = [
            quiet.allowTimeSensitive ? "time-sensitive notifications" : nil,
            quiet.allow(isAsk: true, level: .timeSensitive) ? "asks" : nil,
        ].compactMap { $0 }
        let except = through.isEmpty ? "" : ", except for \(through.joined(separator: " and "))"
        return ["quiet \(quiet.start) to \(quiet.end)\(days)\(zone)\(except)"]
    }

    private var muteLines: [String] {
        mutes.map { mute in
            "muted \(DisplayText.line(mute.subject.description))" + (mute.until.map { " until \($0)" } ?? "")
        }
    }

    private var capLines: [String] {
        frequencyCap.map { ["at most \($0.limit) pushes in \(DurationArgument.text(seconds: $0.seconds))"] } ?? []
    }

    private var switchLines: [String] {
        let own = types.keys.filter { !PreferenceType.known.contains($0) }.sorted { $0.rawValue < $1.rawValue }
        // Apps choose these names, so they are made safe for the terminal.
        let switches =
            (PreferenceType.known + own).map { (DisplayText.line($0.rawValue), types[$0] ?? true) }
            + categories.sorted { $0.key.rawValue < $1.key.rawValue }.map {
                (DisplayText.line($0.key.rawValue), $0.value)
            }
        let width = switches.map(\.0.count).max() ?? 0
        return switches.map { name, isOn in
            name + String(repeating: " ", count: width - name.count) + "  " + (isOn ? "on" : "off")
        }
    }
}
