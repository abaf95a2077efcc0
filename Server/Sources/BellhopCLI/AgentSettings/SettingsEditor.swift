import BellhopAgents
import BellhopFoundation

/// Adds Bellhop to an agent's settings file and removes it.
protocol SettingsEditor: Sendable {
    /// - Parameter original: the file as it is; `nil` when there is none.
    /// - Throws: ``SettingsRefusal`` when it must not be changed.
    func installed(in original: [UInt8]?) throws(SettingsRefusal) -> [UInt8]

    /// Updates Bellhop's entries and keeps the user's changes to them.
    func updated(in current: [UInt8]) throws(SettingsRefusal) -> [UInt8]

    /// - Returns: the file without Bellhop's entries; `nil` to delete the file.
    func removed(from current: [UInt8], original: OriginalFile) throws(SettingsRefusal) -> [UInt8]?

    /// Returns `true` when the file has entries of Bellhop's.
    func isPresent(in current: [UInt8]) -> Bool

    /// The reason why a file that has all of Bellhop's entries cannot be edited: they were added by hand.
    ///
    /// - Returns: the end of a sentence that begins with the file's name; `nil` when the file can be edited.
    /// - Throws: ``SettingsRefusal`` when an entry is missing, or the agent does not read the file.
    func manualInstallation(in current: [UInt8]) throws(SettingsRefusal) -> String?
}

/// The contents of a file before Bellhop was added to it.
enum OriginalFile: Hashable, Sendable {
    case unknown
    case absent
    case bytes([UInt8])
}

/// The reason why a file is not changed.
struct SettingsRefusal: Error, Hashable, Sendable {
    /// The end of a sentence that begins with the file's name.
    let problem: String
    /// The remedy, a sentence.
    let remedy: String
    /// The lines to add to the file by hand.
    var lines: String?
}

/// The settings file in which an agent looks for its hooks.
struct SettingsLocation: Sendable {
    let agent: Agent
    let file: URL

    /// - Parameter environment: the agent's environment, which may name another folder for its settings.
    init(of agent: Agent, environment: [String: String]) {
        self.agent = agent
        let home = Self.home(environment)
        file =
            switch agent {
            case .claude:
                (Self.folder("CLAUDE_CONFIG_DIR", environment) ?? home.appending(path: ".claude"))
                    .appending(path: "settings.json")
            case .codex:
                (Self.folder("CODEX_HOME", environment) ?? home.appending(path: ".codex"))
                    .appending(path: "hooks.json")
            case .gemini:
                // It replaces the home folder: `.gemini` is below it (packages/core/src/utils/paths.ts of gemini-cli).
                (Self.folder("GEMINI_CLI_HOME", environment) ?? home).appending(path: ".gemini/settings.json")
            case .opencode:
                Self.openCode(home, environment).appending(path: "plugins/bellhop.js")
            }
    }

    /// Claude Code's local settings of one project: at the root of its repository, unless that is the home folder, otherwise
    /// in `folder` (code.claude.com/docs/en/settings, *Where Claude Code keeps the local file in a git repository*).
    init(ofProject folder: URL, home: URL) {
        agent = .claude
        let home = home.standardizedFileURL.path
        var root = folder.standardizedFileURL
        while root.path != "/", !FileManager.default.fileExists(atPath: root.appending(path: ".git").path) {
            root.deleteLastPathComponent()
        }
        let isProject = root.path != "/" && root.standardizedFileURL.path != home
        file = (isProject ? root : folder).appending(path: ".claude/settings.local.json")
    }

    /// The user's home folder, as agents find it.
    static func home(_ environment: [String: String]) -> URL { folder("HOME", environment) ?? URL.homeDirectory }

    /// - Parameter config: the configuration folder for the hooks; `nil` leaves it to their environment.
    func editor(running program: String, config: String?) -> any SettingsEditor {
        agent == .opencode
            ? OpenCodePluginFile(program: program, config: config)
            : HookSettings(plan: HookPlan(agent: agent, program: program, config: config))
    }

    private static func openCode(_ home: URL, _ environment: [String: String]) -> URL {
        folder("OPENCODE_CONFIG_DIR", environment)
            ?? (folder("XDG_CONFIG_HOME", environment) ?? home.appending(path: ".config")).appending(path: "opencode")
    }

    private static func folder(_ name: String, _ environment: [String: String]) -> URL? {
        environment[name].flatMap { $0.isEmpty ? nil : URL(filePath: $0, directoryHint: .isDirectory) }
    }
}
