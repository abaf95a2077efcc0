import BellhopAgents
import Foundation

/// What the person has to know or do beside what setup does.
struct SetupNotes: Sendable {
    let files: AgentFiles
    let program: ProgramPath
    /// Those of one project, kept out of its repository; `nil` for the person's own.
    var projectFile: URL?

    private var agent: Agent { files.agent }

    /// What may not work as it is.
    var warnings: [String] {
        var warnings: [String] = []
        if program.isPassing {
            warnings.append(
                "\(program.path) is where builds or temporary files are. Install the tool first, with `make install`, and run this "
                    + "again with that one.")
        }
        if !FileManager.default.isExecutableFile(atPath: program.path) {
            warnings.append("\(program.path) cannot be run: agents will go on without Bellhop.")
        }
        if let projectFile, GitIgnore.ignores(projectFile, environment: files.environment) == false {
            warnings.append(
                "git does not ignore \(projectFile.path), which names a path on this machine. Put "
                    + "`.claude/settings.local.json` into .gitignore or .git/info/exclude.")
        }
        if let plugin = files.enabledPlugin() {
            warnings.append(
                "The plugin \(plugin) is enabled too, so that every ask would come twice. Keep one: disable it with /plugin "
                    + "in Claude Code, or run `bellhop setup claude --remove`.")
        }
        return warnings + files.obstacles().map { "\($0.problem). \($0.remedy)" }
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
            ["Restart OpenCode. Its permission prompts and questions then go to your phone too; the first answer wins."]
        }
    }
}
