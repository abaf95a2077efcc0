import BellhopAgents
import Foundation

/// Where an agent looks for its hooks.
struct SettingsPlace: Sendable {
    let agent: Agent
    let file: URL

    /// - Parameter environment: of the agent; it may name another folder for its settings.
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
                // Named after what it replaces: `.gemini` is below it (packages/core/src/utils/paths.ts of gemini-cli).
                (Self.folder("GEMINI_CLI_HOME", environment) ?? home).appending(path: ".gemini/settings.json")
            case .opencode:
                Self.openCode(home, environment).appending(path: "plugins/bellhop.js")
            }
    }

    /// Claude Code's settings of one project that are its owner's alone: at the root of its repository, if that is not the
    /// home folder, otherwise in `folder` itself (code.claude.com/docs/en/settings, *Where Claude Code keeps the local file
    /// in a git repository*).
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

    /// The person's home folder, as agents find it.
    static func home(_ environment: [String: String]) -> URL { folder("HOME", environment) ?? URL.homeDirectory }

    /// - Parameter config: the folder of the configuration that the hooks use; `nil` leaves it to their environment.
    func content(running program: String, config: String?) -> any SettingsContent {
        agent == .opencode
            ? PluginFile(program: program, config: config)
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
