import BellhopAgents
import BellhopFoundation

/// The configuration files of one agent on a machine.
struct AgentFiles: Sendable {
    let agent: Agent
    let environment: [String: String]
    /// The folder whose project settings apply too.
    let folder: URL
    /// The root of the file system.
    var root = URL(filePath: "/", directoryHint: .isDirectory)

    /// The files that can have the user's hooks; the one that setup edits is first.
    var hooks: [URL] {
        let own = SettingsLocation(of: agent, environment: environment).file
        let home = SettingsLocation.home(environment)
        let others: [URL] =
            switch agent {
            case .claude:
                [folder.appending(path: ".claude/settings.json"), SettingsLocation(ofProject: folder, home: home).file]
            case .codex: [folder.appending(path: ".codex/hooks.json")]
            case .gemini: [folder.appending(path: ".gemini/settings.json")]
            case .opencode: []
            }
        return [own] + others.filter { $0.standardizedFileURL.path != own.standardizedFileURL.path }
    }

    /// The files of the machine's administrator (code.claude.com/docs/en/managed-settings, developers.openai.com/codex/hooks,
    /// packages/cli/src/config/settings.ts of gemini-cli).
    var managed: [URL] {
        switch agent {
        case .claude:
            #if os(macOS)
            let folder = root.appending(path: "Library/Application Support/ClaudeCode")
            #else
            let folder = root.appending(path: "etc/claude-code")
            #endif
            let parts = folder.appending(path: "managed-settings.d")
            let names = (try? FileManager.default.contentsOfDirectory(atPath: parts.path)) ?? []
            return [folder.appending(path: "managed-settings.json")]
                + names.filter { $0.hasSuffix(".json") }.sorted().map { parts.appending(path: $0) }
        case .codex:
            return [root.appending(path: "etc/codex/requirements.toml")]
        case .gemini:
            if let path = environment["GEMINI_CLI_SYSTEM_SETTINGS_PATH"], !path.isEmpty { return [URL(filePath: path)] }
            #if os(macOS)
            return [root.appending(path: "Library/Application Support/GeminiCli/settings.json")]
            #else
            return [root.appending(path: "etc/gemini-cli/settings.json")]
            #endif
        case .opencode: return []
        }
    }
}
