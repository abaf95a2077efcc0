import BellhopAgents
import BellhopFoundation
import BellhopHook
import BellhopModel

/// Checks that the agents on this machine can run their hooks, each only once and with a sufficient timeout.
struct AgentChecks {
    let environment: [String: String]
    /// The folder whose project settings apply too.
    let folder: URL
    var root = URL(filePath: "/", directoryHint: .isDirectory)
    /// Returns `true` for a tool in a folder for builds or temporary files.
    var isTemporary: (String) -> Bool = { ProgramPath($0).isTemporary }
    /// The version of an installed tool; `nil` when it does not run.
    var version: (String) -> String? = { ToolVersion.of($0) }

    func findings() -> [Finding] {
        let findings = Agent.allCases.flatMap { $0 == .opencode ? openCode() : hooks(of: $0) }
        guard findings.isEmpty else { return findings }
        return [
            .skipped(
                "agents", "none is set up on this machine: run `bellhop setup` with claude, codex, gemini or opencode")
        ]
    }

    private func hooks(of agent: Agent) -> [Finding] {
        let files = AgentFiles(agent: agent, environment: environment, folder: folder, root: root)
        let checks = HookFileChecks(agent: agent, environment: environment) { tool($0, agent) }
        let own = files.hooks.filter(checks.hasHooks)
        let plugin = files.enabledPlugin()
        guard !own.isEmpty || plugin != nil else { return [] }
        return own.flatMap(checks.findings)
            + duplicates(own.map(\.path), plugin, agent)
            + (own.isEmpty ? [claudePlugin(plugin ?? "")] : [])
            + (agent == .claude ? claudeCode() : [])
            + files.conflicts().map { .failure(agent.rawValue, $0.problem, do: $0.remedy) }
    }

    /// Claude Code runs a hook of two files only once, but runs a plugin's hook in addition.
    private func duplicates(_ paths: [String], _ plugin: String?, _ agent: Agent) -> [Finding] {
        let sources = paths + (plugin.map { ["by the plugin \($0)"] } ?? [])
        guard sources.count > 1 else { return [] }
        return [
            .warning(
                agent.rawValue,
                "is set up twice\(plugin == nil ? "" : ", so that every ask is sent twice"): \(sources.joined(separator: " and "))",
                do: "Remove one with `bellhop setup \(agent.rawValue) --remove`, with --project for the project's"
                    + (plugin == nil ? "." : ", or with /plugin in Claude Code."))
        ]
    }

    private func claudePlugin(_ name: String) -> Finding {
        tool("bellhop", .claude) ?? .ok(Agent.claude.rawValue, "the plugin \(name) runs the bellhop on the PATH")
    }

    /// Checks the version of an installed Claude Code: older versions run `bellhop` without the `args` of the hook.
    private func claudeCode() -> [Finding] {
        let minimum = "2.1.139"
        guard let path = ProgramPath.found("claude", environment: environment), let version = version(path),
            !ToolVersion.isAtLeast(minimum, version)
        else { return [] }
        return [
            .failure(
                Agent.claude.rawValue, "\(path) is \(version), which does not support `args` of hooks",
                do: "Update it to \(minimum) or later.")
        ]
    }

    private func openCode() -> [Finding] {
        let file = SettingsLocation(of: .opencode, environment: environment).file
        guard let data = FileManager.default.contents(atPath: file.path) else { return [] }
        let subject = Agent.opencode.rawValue
        let remedy = "Run `bellhop setup opencode` to write it again."
        guard let program = OpenCodePluginFile.program(in: Array(data)) else {
            return [.failure(subject, "\(file.path) is not Bellhop's plugin", do: remedy)]
        }
        if let problem = tool(program, .opencode) { return [problem] }
        guard
            Array(data)
                == Array(
                    OpenCodePluginFile(program: program, config: OpenCodePluginFile.config(in: Array(data))).text.utf8)
        else {
            return [.warning(subject, "\(file.path) is from another version, or was edited", do: remedy)]
        }
        return [.ok(subject, "the plugin \(file.path) runs \(program)")]
    }

    /// The problem with the tool that hooks run; `nil` when it is installed in this version.
    private func tool(_ program: String, _ agent: Agent) -> Finding? {
        let subject = agent.rawValue
        let remedy = "Install it there, or run `bellhop setup \(subject)` with the tool to use."
        guard let path = ProgramPath.found(program, environment: environment) else {
            return .failure(subject, "its hooks run \(program), which is missing or cannot be run", do: remedy)
        }
        guard let version = version(path) else {
            return .failure(subject, "\(path) does not report its version", do: remedy)
        }
        guard version == BellhopVersion.current else {
            return .warning(
                subject, "its hooks run \(path), version \(version), but this is \(BellhopVersion.current)",
                do: "Install this one there, or run `bellhop setup \(subject)` with it.")
        }
        guard !isTemporary(path) else {
            return .warning(
                subject, "its hooks run \(path), in a folder for builds or temporary files",
                do: "Install the tool, and run `bellhop setup \(subject)` with the installed one.")
        }
        return nil
    }
}
