import BellhopAgents
import BellhopModel
import Foundation

/// What the person has to know or do beside what setup does.
struct SetupNotes: Sendable {
    let agent: Agent
    let program: ProgramPath
    /// The file as it will be.
    let settings: [UInt8]

    /// What may not work as it is.
    var warnings: [String] {
        var warnings: [String] = []
        if program.isPassing {
            warnings.append(
                "\(program.path) is where builds or temporary files are. Install the tool first, for example with `sudo install "
                    + "\(ShellWords.quoted(program.path)) /usr/local/bin/`, and run this again with that one.")
        }
        if !FileManager.default.isExecutableFile(atPath: program.path) {
            warnings.append("\(program.path) cannot be run: agents will go on without Bellhop.")
        }
        return warnings + Self.obstacles(agent, settings: settings)
    }

    /// Settings of the agent that keep its hooks from working, or make them work twice.
    static func obstacles(_ agent: Agent, settings: [UInt8]) -> [String] {
        guard let value = try? CanonicalJSON.decode(JSONValue.self, from: settings) else { return [] }
        switch agent {
        case .claude:
            let plugins = value["enabledPlugins"]?.object ?? [:]
            let isPlugin = plugins.contains { $0.key.hasPrefix("bellhop@") && $0.value.bool == true }
            return [
                isPlugin
                    ? "The Bellhop plugin of Claude Code is enabled too, so that every ask would come twice. Keep one: "
                        + "disable it with /plugin, or run `bellhop setup claude --remove`." : nil,
                value["disableAllHooks"]?.bool == true
                    ? "`disableAllHooks` is on in these settings: Claude Code runs no hook at all." : nil,
            ].compactMap(\.self)
        case .gemini:
            return value["hooksConfig"]?["enabled"]?.bool == false
                ? ["`hooksConfig.enabled` is off in these settings: Gemini CLI runs no hook at all."] : []
        case .codex, .opencode:
            return []
        }
    }

    /// What to do now, and what to expect.
    var steps: [String] {
        switch agent {
        case .claude:
            ["New sessions ask your phone too; the first answer wins, there or in the terminal."]
        case .codex:
            [
                "Now run `/hooks` in Codex and trust them: until then it runs none. It asks again when a hook changes.",
                "Codex waits for the phone, 45 s at most, before it shows its own prompt; with `--notify-only` behind "
                    + "`hook codex` in the file it does not wait.",
            ]
        case .gemini:
            [
                "Gemini CLI lets no hook answer its own prompt: a hook can only stop a tool beforehand. So Bellhop asks "
                    + "your phone before every shell command, file change and MCP tool; without a yes within 290 s it is "
                    + "denied.",
                "Where Gemini's own prompt comes as well it stays. In an editor, `bellhop acp -- gemini --acp` brings that "
                    + "one to the phone too.",
            ]
        case .opencode:
            ["Restart OpenCode. Its permission prompts then go to your phone too; the first answer wins."]
        }
    }
}
