import ArgumentParser
import BellhopAgents
import BellhopClient
import BellhopFoundation
import BellhopModel
import BellhopTerminal

struct SetupCommand: AsyncParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "setup",
        abstract: "Connect a coding agent to your phone, or disconnect it.",
        discussion: """
            Adds Bellhop's hooks to the agent's settings, with the current configuration folder, and changes no other byte; \
            a backup of the file is kept. Then it sends one ask to your phone and waits 60 seconds for the answer. Running \
            it again updates the hooks.

            --remove restores the original file, or removes only Bellhop's hooks if the file was edited since. A file with \
            comments or invalid JSON is not changed: the lines to add by hand are printed. If they are already in the \
            file, only the test runs.

              bellhop setup claude
              bellhop setup claude --remove
            """)

    @Argument(help: "The agent: \(Agent.allCases.map(\.rawValue).joined(separator: ", ")).")
    var agent: String

    @Flag(help: "Remove Bellhop from the agent's settings.")
    var remove = false

    @Flag(inversion: .prefixedNo, help: "Send a test ask to the phone and wait for the answer.")
    var test = true

    @Flag(help: "Set up this folder's project only, in its .claude/settings.local.json; for claude.")
    var project = false

    @Flag(help: "Show the changes without making them.")
    var dryRun = false

    @OptionGroup var colors: ColorOptions

    @OptionGroup var server: ServerOptions

    func validate() throws {
        // ``run()`` rejects an unknown agent with a suggestion.
        if project, let agent = Agent(rawValue: agent), agent != .claude {
            throw ValidationError(
                "--project works with claude only: \(agent.name)'s project settings are shared with others.")
        }
    }

    func run() async throws {
        let agent: Agent = try Choice.read(agent, for: "setup")
        let environment = ProcessInfo.processInfo.environment
        if let problem = Self.problem(environment, user: geteuid()) { throw CommandFailure(problem) }
        let folder = URL.currentDirectory()
        let program = ProgramPath(
            name: CommandLine.arguments.first ?? "bellhop", environment: environment, folder: folder.path,
            executable: ProgramPath.ofThisProcess)
        let location =
            project
            ? SettingsLocation(ofProject: folder, home: SettingsLocation.home(environment))
            : SettingsLocation(of: agent, environment: environment)
        let file = SettingsFile.usual
        if let problem = file.problem, !remove { throw ClientError.badFile(path: file.path, reason: problem) }
        let setup = try Setup(
            location, running: program.hookProgram, config: Self.config(file),
            state: StateFolder(environment: environment))
        if remove { return report(try setup.remove(isDryRun: dryRun), setup) }
        guard program.isRecognisable else {
            throw CommandFailure(
                "\(program.path) is not named bellhop: setup recognises its hooks by this name. Rename it and run this again."
            )
        }
        let files = AgentFiles(agent: agent, environment: environment, folder: folder)
        try await install(
            setup, SetupNotes(files: files, program: program, projectFile: project ? location.file : nil))
    }

    /// The configuration folder for the hooks; `nil` when the file lacks server or key, so that the hooks need the
    /// environment.
    private static func config(_ file: SettingsFile) -> String? {
        let access = try? file.load().governed(by: .system).access(environment: [:], file: file)
        return access.map { _ in file.folder }
    }

    /// Rejects `sudo`, which would set up root's agent, or create files of root's in the user's home folder.
    static func problem(_ environment: [String: String], user: UInt32) -> String? {
        guard user == 0, let caller = environment.value("SUDO_USER"), caller != "root" else { return nil }
        return
            "Run this as \(caller), without sudo: it changes the settings of the user who runs it. To set up root's agent, "
            + "put `env -u SUDO_USER` before it."
    }

    private func install(_ setup: Setup, _ notes: SetupNotes) async throws {
        let change = try setup.install(isDryRun: dryRun)
        report(change, setup)
        let display = colors.display
        for warning in notes.warnings { Output.line(Self.warning(warning), inColor: display.hasColor) }
        for step in notes.steps { Output.line(step) }
        guard test, !dryRun else { return }
        Output.line()
        let settings = try server.settings()
        let outcome = await SetupTest(agent: setup.agent, settings: settings, time: .system).run {
            try server.access(settings)
        } onAsked: { phones in
            Output.line("A test ask was sent to \(phones.joined(separator: ", ")): tap Approve.")
        }
        for (index, line) in outcome.lines.enumerated() {
            Output.line(StyledText(line, index == 0 && outcome.isGood ? .green : []), inColor: display.hasColor)
        }
    }

    private func report(_ change: Setup.Change, _ setup: Setup) {
        let prefix = dryRun && !change.isNone ? "Dry run: " : ""
        for line in dryRun ? LineDifference.lines(from: change.before, to: change.after) : [] { Output.line(line) }
        Output.line(prefix + Self.text(for: change, setup))
        guard change.outcome == .installed, !dryRun else { return }
        let backup = change.before == nil ? "" : "Backup: \(setup.backup). "
        Output.line("\(backup)To undo: bellhop setup \(setup.agent.rawValue) --remove\(suffix)")
    }

    private var suffix: String { project ? " --project" : "" }

    static func warning(_ text: String) -> StyledText { StyledText("Warning: ", .yellow) + StyledText(text) }

    static func text(for change: Setup.Change, _ setup: Setup) -> String {
        let name = setup.agent.name
        return switch change.outcome {
        case .installed: "\(name) is set up in \(setup.path)."
        case .updated: "\(name)'s hooks in \(setup.path) were updated."
        case .unchanged: "\(name) is already set up in \(setup.path): nothing to change."
        case .manual(let reason): "\(name) is set up by hand, and the file was not changed: \(setup.path) \(reason)."
        case .restored where change.after == nil: "\(setup.path) was deleted: it did not exist before Bellhop."
        case .entriesRemoved where change.after == nil: "\(setup.path) was deleted: it had only Bellhop's entries."
        case .restored: "\(setup.path) was restored to its state before Bellhop."
        case .entriesRemoved: "Bellhop's entries were removed from \(setup.path); other edits were kept."
        case .absent: "\(setup.path) has no entries of Bellhop's."
        }
    }
}
