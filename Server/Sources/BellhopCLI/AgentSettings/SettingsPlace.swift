import BellhopAgents
import Foundation

/// Where an agent looks for its hooks.
struct SettingsPlace: Sendable {
    let agent: Agent
    let file: URL

    /// - Parameter environment: of the agent; it may name another folder for its settings.
    init(of agent: Agent, environment: [String: String]) {
        self.agent = agent
        let home = Self.folder("HOME", environment) ?? URL.homeDirectory
        file =
            switch agent {
            case .claude:
                (Self.folder("CLAUDE_CONFIG_DIR", environment) ?? home.appending(path: ".claude"))
                    .appending(path: "settings.json")
            case .codex:
                (Self.folder("CODEX_HOME", environment) ?? home.appending(path: ".codex"))
                    .appending(path: "hooks.json")
            case .gemini:
                home.appending(path: ".gemini/settings.json")
            case .opencode:
                Self.openCode(home, environment).appending(path: "plugins/bellhop.js")
            }
    }

    /// Claude Code's settings of one project that are its owner's alone: git ignores them.
    init(ofProject folder: URL) {
        agent = .claude
        file = folder.appending(path: ".claude/settings.local.json")
    }

    func content(running program: String) -> any SettingsContent {
        agent == .opencode
            ? PluginFile(program: program) : HookSettings(plan: HookPlan(agent: agent, program: program))
    }

    private static func openCode(_ home: URL, _ environment: [String: String]) -> URL {
        folder("OPENCODE_CONFIG_DIR", environment)
            ?? (folder("XDG_CONFIG_HOME", environment) ?? home.appending(path: ".config")).appending(path: "opencode")
    }

    private static func folder(_ name: String, _ environment: [String: String]) -> URL? {
        environment[name].flatMap { $0.isEmpty ? nil : URL(filePath: $0, directoryHint: .isDirectory) }
    }
}
