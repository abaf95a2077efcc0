import ArgumentParser
import BellhopAgents
import BellhopClient
import BellhopModel
import BellhopTerminal
import Foundation

struct SetupCommand: AsyncParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "setup",
        abstract: "Connects a coding agent to your phone, or takes the connection out again.",
        discussion: """
            Writes Bellhop's hooks into the agent's settings, with the folder of the configuration that is in force now, and \
            leaves every other byte of them alone; a copy of the \
            file as it was is kept. Then it sends one ask to your phone and waits 60 seconds for the answer. Run again, it \
            brings its own hooks up to date and installs nothing twice.

            --remove gives the file back exactly as it was, or takes out only Bellhop's own hooks where it was edited \
            since. A file that has comments or is no JSON is not touched: then the lines to write by hand are printed. \
            Where they stand already it is only tested.

              bellhop setup claude
              bellhop setup claude --remove
            """)

    @Argument(help: "The agent: \(Agent.allCases.map(\.rawValue).joined(separator: ", ")).")
    var agent: String

    @Flag(help: "Take Bellhop out of the agent's settings again.")
    var remove = false

    @Flag(inversion: .prefixedNo, help: "Send a test to the phone and wait for the answer.")
    var test = true

    @Flag(help: "For this folder's project only, in its .claude/settings.local.json, which is yours alone. For claude.")
    var project = false

    @Flag(help: "Show what would change, and change nothing.")
    var dryRun = false

    @OptionGroup var colors: ColorOptions

    @OptionGroup var server: ServerOptions

    func validate() throws {
        // An unknown one is refused by ``run()``, in this tool's own words.
        if project, let agent = Agent(rawValue: agent), agent != .claude {
            throw ValidationError("--project is for claude: \(agent.name)'s project settings are shared with others.")
        }
    }

    func run() async throws {
        let agent: Agent = try Choice.read(agent, for: "setup")
        let environment = ProcessInfo.processInfo.environment
        if let problem = Self.problem(environment, user: geteuid()) { throw CommandFailure(problem) }
        let folder = URL.currentDirectory()
        let program = ProgramPath(
            name: CommandLine.arguments.first ?? "bellhop", environment: environment, folder: folder.path,
            executable: Bundle.main.executablePath)
        let place =
            project
            ? SettingsPlace(ofProject: folder, home: SettingsPlace.home(environment))
            : SettingsPlace(of: agent, environment: environment)
        let file = SettingsFile.usual
        if let problem = file.problem, !remove { throw ClientError.badFile(path: file.path, reason: problem) }
        let setup = try Setup(
            place, running: program.forHooks, config: Self.config(file), state: StateFolder(environment: environment))
        if remove { return report(try setup.remove(isRehearsal: dryRun), setup) }
        guard program.isRecognisable else {
            throw CommandFailure(
                "\(program.path) is not called bellhop, the name by which its hooks are found again. Rename it, and run this "
                    + "again.")
        }
        let files = AgentFiles(agent: agent, environment: environment, folder: folder)
        try await install(
            setup, SetupNotes(files: files, program: program, projectFile: project ? place.file : nil))
    }

    /// The folder that the hooks are to name; `nil` where the file alone does not say which server to call and with which
    /// key: then the hooks need the environment.
    private static func config(_ file: SettingsFile) -> String? {
        let access = try? file.load().governed(by: .system).access(environment: [:], file: file)
        return access.map { _ in file.folder }
    }

    /// With `sudo` it is root's agent that would be set up, or files of root's would come into somebody's home folder.
    static func problem(_ environment: [String: String], user: UInt32) -> String? {
        guard user == 0, let caller = environment.value("SUDO_USER"), caller != "root" else { return nil }
        return
            "Run this as \(caller), without sudo: it changes the settings of whoever runs it. If root's are meant, put "
            + "`env -u SUDO_USER` before it."
    }

    private func install(_ setup: Setup, _ notes: SetupNotes) async throws {
        let change = try setup.install(isRehearsal: dryRun)
        report(change, setup)
        let display = colors.display
        for warning in notes.warnings { Output.line(Self.careful(warning), inColor: display.hasColor) }
        for step in notes.steps { Output.line(step) }
        guard test, !dryRun else { return }
        Output.line()
        let settings = try server.settings()
        let outcome = await SetupTest(agent: setup.agent, settings: settings, time: .system).run {
            try server.access(settings)
        } onAsked: { phones in
            Output.line("A test is on its way to \(phones.joined(separator: ", ")): tap Approve.")
        }
        for (index, line) in outcome.lines.enumerated() {
            Output.line(StyledText(line, index == 0 && outcome.isGood ? .green : []), inColor: display.hasColor)
        }
    }

    private func report(_ change: Setup.Change, _ setup: Setup) {
        let would = dryRun && !change.isNone ? "Would be: " : ""
        for line in dryRun ? LineDifference.lines(from: change.former, to: change.latter) : [] { Output.line(line) }
        Output.line(would + Self.words(for: change, setup))
        guard change.outcome == .installed, !dryRun else { return }
        let former = change.former == nil ? "" : "As it was: \(setup.backup). "
        Output.line("\(former)To undo: bellhop setup \(setup.agent.rawValue) --remove\(suffix)")
    }

    private var suffix: String { project ? " --project" : "" }

    static func careful(_ warning: String) -> StyledText { StyledText("Careful: ", .yellow) + StyledText(warning) }

    static func words(for change: Setup.Change, _ setup: Setup) -> String {
        let name = setup.agent.name
        return switch change.outcome {
        case .installed: "\(name) is set up in \(setup.path)."
        case .updated: "\(name)'s hooks in \(setup.path) are up to date now."
        case .unchanged: "\(name) is set up already in \(setup.path): nothing to change."
        case .byHand(let why): "\(name) is set up by hand, and not changed: \(setup.path) \(why)."
        case .restored where change.latter == nil: "\(setup.path) is gone, as before Bellhop."
        case .takenOut where change.latter == nil:
            "\(setup.path) is gone: there was nothing in it but Bellhop's entries."
        case .restored: "\(setup.path) is as it was before Bellhop."
        case .takenOut: "Bellhop's own entries are taken out of \(setup.path); it was edited since, and the rest stays."
        case .absent: "There is nothing of Bellhop in \(setup.path)."
        }
    }
}
