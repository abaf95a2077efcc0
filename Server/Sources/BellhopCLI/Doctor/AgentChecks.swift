import BellhopAgents
import BellhopHook
import BellhopModel
import Foundation

/// Whether the agents that are set up on this machine can run their hooks, each once and long enough.
struct AgentChecks {
    let environment: [String: String]
    /// The folder whose project settings count too.
    let folder: URL
    var root = URL(filePath: "/", directoryHint: .isDirectory)
    /// Whether a tool stands where it may be gone tomorrow.
    var isPassing: (String) -> Bool = { ProgramPath($0).isPassing }
    /// What an installed tool says to `--version`; `nil` when it does not run.
    var version: (String) -> String? = { ToolVersion.of($0) }

    func findings() -> [Finding] {
        let findings = Agent.allCases.flatMap { $0 == .opencode ? openCode() : hooks(of: $0) }
        guard findings.isEmpty else { return findings }
        return [.skipped("agents", "none is set up on this machine: `bellhop setup claude`, codex, gemini or opencode")]
    }

    private func hooks(of agent: Agent) -> [Finding] {
        let files = AgentFiles(agent: agent, environment: environment, folder: folder, root: root)
        let checks = HookFileChecks(agent: agent, environment: environment) { tool($0, agent) }
        let own = files.hooks.filter(checks.isOurs)
        let plugin = files.enabledPlugin()
        guard !own.isEmpty || plugin != nil else { return [] }
        return own.flatMap(checks.findings)
            + doubles(own.map(\.path), plugin, agent)
            + (own.isEmpty ? [claudePlugin(plugin ?? "")] : [])
            + (agent == .claude ? claudeCode() : [])
            + files.obstacles().map { .failure(agent.rawValue, $0.problem, do: $0.remedy) }
    }

    /// Of the same hook in two files Claude Code runs one, but a plugin's it runs besides.
    private func doubles(_ paths: [String], _ plugin: String?, _ agent: Agent) -> [Finding] {
        let ways = paths + (plugin.map { ["by the plugin \($0)"] } ?? [])
        guard ways.count > 1 else { return [] }
        return [
            .warning(
                agent.rawValue,
                "is set up twice\(plugin == nil ? "" : ", so that every ask comes twice"): \(ways.joined(separator: " and "))",
                do: "Take one out with `bellhop setup \(agent.rawValue) --remove`, with --project for the project's"
                    + (plugin == nil ? "." : ", or with /plugin in Claude Code."))
        ]
    }

    private func claudePlugin(_ name: String) -> Finding {
        tool("bellhop", .claude) ?? .ok(Agent.claude.rawValue, "the plugin \(name) runs the bellhop on the PATH")
    }

    /// Claude Code itself, where it is at hand: an older one runs `bellhop` without saying what it wants of it.
    private func claudeCode() -> [Finding] {
        let least = "2.1.139"
        guard let path = ProgramPath.found("claude", environment: environment), let version = version(path),
            !ToolVersion.isAtLeast(least, version)
        else { return [] }
        return [
            .failure(
                Agent.claude.rawValue, "\(path) is \(version), which knows no `args` of hooks",
                do: "Update it: \(least) or later is needed.")
        ]
    }

    private func openCode() -> [Finding] {
        let file = SettingsPlace(of: .opencode, environment: environment).file
        guard let data = FileManager.default.contents(atPath: file.path) else { return [] }
        let subject = Agent.opencode.rawValue
        let remedy = "`bellhop setup opencode` writes it anew."
        guard let program = PluginFile.program(in: Array(data)) else {
            return [.failure(subject, "\(file.path) is not Bellhop's plugin", do: remedy)]
        }
        if let problem = tool(program, .opencode) { return [problem] }
        guard Array(data) == Array(PluginFile(program: program, config: PluginFile.config(in: Array(data))).text.utf8)
        else {
            return [.warning(subject, "\(file.path) is of another version, or was edited", do: remedy)]
        }
        return [.ok(subject, "the plugin \(file.path) runs \(program)")]
    }

    /// What is wrong with the tool that hooks run; `nil` when it is there and of this version.
    private func tool(_ program: String, _ agent: Agent) -> Finding? {
        let subject = agent.rawValue
        let remedy = "Install it there, or run `bellhop setup \(subject)` with the one that is to be run."
        guard let path = ProgramPath.found(program, environment: environment) else {
            return .failure(subject, "its hooks run \(program), which is not there or cannot be run", do: remedy)
        }
        guard let version = version(path) else {
            return .failure(subject, "\(path) does not say which version it is", do: remedy)
        }
        guard version == BellhopVersion.current else {
            return .warning(
                subject, "its hooks run \(path), version \(version), but this is \(BellhopVersion.current)",
                do: "Install this one there, or run `bellhop setup \(subject)` with it.")
        }
        guard !isPassing(path) else {
            return .warning(
                subject, "its hooks run \(path), where builds or temporary files are",
                do: "Install the tool, and run `bellhop setup \(subject)` with that one.")
        }
        return nil
    }
}
