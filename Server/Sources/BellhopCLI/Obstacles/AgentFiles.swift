import BellhopAgents
import Foundation

/// Where the configuration of one agent stands on a machine.
struct AgentFiles: Sendable {
    let agent: Agent
    let environment: [String: String]
    /// The folder whose project settings count too.
    let folder: URL
    /// The root of the file system.
    var root = URL(filePath: "/", directoryHint: .isDirectory)

    /// Those that can have hooks of the person's own; the one that setup writes comes first.
    var hooks: [URL] {
        let own = SettingsPlace(of: agent, environment: environment).file
        let home = SettingsPlace.home(environment)
        let others: [URL] =
            switch agent {
            case .claude:
                [folder.appending(path: ".claude/settings.json"), SettingsPlace(ofProject: folder, home: home).file]
            case .codex: [folder.appending(path: ".codex/hooks.json")]
            case .gemini: [folder.appending(path: ".gemini/settings.json")]
            case .opencode: []
            }
        return [own] + others.filter { $0.standardizedFileURL.path != own.standardizedFileURL.path }
    }

    /// Those of the machine's administrator: code.claude.com/docs/en/managed-settings, developers.openai.com/codex/hooks,
    /// and packages/cli/src/config/settings.ts of gemini-cli.
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
