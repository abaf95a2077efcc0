import BellhopAgents
import BellhopFoundation

/// Warnings and next steps that setup prints.
struct SetupNotes: Sendable {
    let files: AgentFiles
    let program: ProgramPath
    /// The project's local settings file; `nil` for the user's settings.
    var projectFile: URL?

    private var agent: Agent { files.agent }

    /// Problems that may keep the hooks from working.
    var warnings: [String] {
        var warnings: [String] = []
        if program.isTemporary {
            warnings.append(
                "\(program.path) is in a folder for builds or temporary files. Install the tool with `make install`, and run "
                    + "this again with the installed one.")
        }
        if !FileManager.default.isExecutableFile(atPath: program.path) {
            warnings.append("\(program.path) cannot be run: agents will continue without Bellhop.")
        }
        if let projectFile, GitIgnore.ignores(projectFile, environment: files.environment) == false {
            warnings.append(
                "git does not ignore \(projectFile.path), which contains a path of this machine. Add "
                    + "`.claude/settings.local.json` to .gitignore or .git/info/exclude.")
        }
        if let plugin = files.enabledPlugin() {
            warnings.append(
                "The plugin \(plugin) is enabled too, so every ask would be sent twice. Keep one: disable the plugin with "
                    + "/plugin in Claude Code, or run `bellhop setup claude --remove`.")
        }
        return warnings + files.conflicts().map { "\($0.problem). \($0.remedy)" }
    }

    /// The next steps for the user.
    var steps: [String] {
        switch agent {
        case .claude:
            ["New sessions also ask your phone; the first answer wins, on the phone or in the terminal."]
        case .codex:
            [
                "Now run `/hooks` in Codex and trust the hooks: until then Codex runs none. It asks again when a hook changes.",
                "Codex waits up to 45 s for the phone before it shows its own prompt; with `--notify-only` after "
                    + "`hook codex` in the file it does not wait.",
            ]
        case .gemini:
            [
                "Gemini CLI's hooks cannot answer its prompt; they can only block a tool before it runs. Bellhop therefore "
                    + "asks your phone before every shell command, file change and MCP tool. Without an approval within "
                    + "290 s the tool is denied.",
                "Gemini's own prompt may still appear. In an editor, `bellhop acp -- gemini --acp` sends that prompt to the "
                    + "phone too.",
            ]
        case .opencode:
            [
                "Restart OpenCode. Its permission prompts and questions are then also sent to your phone; the first answer wins."
            ]
        }
    }
}
