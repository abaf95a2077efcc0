import BellhopAgents
import BellhopModel
import Foundation

/// Whether the agents that are set up on this machine can run their hooks, each once and long enough.
struct AgentChecks {
    let environment: [String: String]
    /// The folder whose project settings count too.
    let folder: URL
    /// What an installed tool says to `--version`; `nil` when it does not run.
    var version: (String) -> String? = { ToolVersion.of($0) }

    func findings() -> [Finding] {
        let findings = Agent.allCases.flatMap { $0 == .opencode ? plugin() : hooks(of: $0) }
        guard findings.isEmpty else { return findings }
        return [.skipped("agents", "none is set up on this machine: `bellhop setup claude`, codex, gemini or opencode")]
    }

    private func hooks(of agent: Agent) -> [Finding] {
        let settings = HookSettings(plan: HookPlan(agent: agent, program: "bellhop"))
        let files = places(of: agent).compactMap { place in
            FileManager.default.contents(atPath: place.path).map { (path: place.path, bytes: Array($0)) }
        }
        let own = files.filter { settings.isPresent(in: $0.bytes) }
        return own.flatMap { file in check(file.path, file.bytes, settings) }
            + doubles(own.map(\.path), agent)
            + (own.isEmpty ? [] : files.flatMap { SetupNotes.obstacles(agent, settings: $0.bytes) })
            .map { .warning(agent.rawValue, $0, do: "Then run `bellhop doctor` again.") }
    }

    private func check(_ path: String, _ bytes: [UInt8], _ settings: HookSettings) -> [Finding] {
        let agent = settings.plan.agent
        let subject = agent.rawValue
        let remedy = "`bellhop setup \(subject)` brings it up to date."
        guard let text = try? JSONText(bytes) else {
            return [.skipped(subject, "\(path) names Bellhop, but is no plain JSON: not checked")]
        }
        let calls = settings.calls(in: text)
        var findings = Set(calls.map(\.call.program)).sorted().compactMap { tool($0, subject, remedy) }
        let missing = settings.plan.hooks.map(\.event).filter { event in !calls.contains { $0.event == event } }
        if !missing.isEmpty {
            findings.append(.warning(subject, "\(path) lacks \(missing.joined(separator: ", "))", do: remedy))
        }
        for call in calls {
            guard let wait = wait(of: call, agent), let timeout = timeout(of: call, in: text, agent) else { continue }
            guard timeout <= wait else { continue }
            findings.append(
                .failure(
                    subject,
                    "\(call.event) in \(path) is stopped after \(timeout) s, but waits for the phone up to \(wait) s",
                    do: "Raise its `timeout`, or give it a shorter --wait."))
        }
        guard findings.isEmpty else { return findings }
        return [.ok(subject, "\(calls.count) hooks in \(path) run \(calls.first?.call.program ?? "bellhop")")]
    }

    private func plugin() -> [Finding] {
        let place = SettingsPlace(of: .opencode, environment: environment)
        guard let data = FileManager.default.contents(atPath: place.file.path) else { return [] }
        let subject = Agent.opencode.rawValue
        let remedy = "`bellhop setup opencode` writes it anew."
        guard let program = PluginFile.program(in: Array(data)) else {
            return [.failure(subject, "\(place.file.path) is not Bellhop's plugin", do: remedy)]
        }
        if let problem = tool(program, subject, remedy) { return [problem] }
        guard Array(data) == Array(PluginFile(program: program).text.utf8) else {
            return [.warning(subject, "\(place.file.path) is of another version, or was edited", do: remedy)]
        }
        return [.ok(subject, "the plugin \(place.file.path) runs \(program)")]
    }

    /// What is wrong with the tool that hooks run; `nil` when it is there and of this version.
    private func tool(_ program: String, _ subject: String, _ remedy: String) -> Finding? {
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
        return nil
    }

    private func doubles(_ paths: [String], _ agent: Agent) -> [Finding] {
        guard paths.count > 1 else { return [] }
        return [
            .warning(
                agent.rawValue, "is set up twice, in \(paths.joined(separator: " and "))",
                do: "Take one out with `bellhop setup \(agent.rawValue) --remove`, with --project for the project's.")
        ]
    }

    private func places(of agent: Agent) -> [URL] {
        let own = SettingsPlace(of: agent, environment: environment).file
        let names: [String] =
            switch agent {
            case .claude: [".claude/settings.json", ".claude/settings.local.json"]
            case .codex: [".codex/hooks.json"]
            case .gemini: [".gemini/settings.json"]
            case .opencode: []
            }
        let others = names.map { folder.appending(path: $0) }
        return [own] + others.filter { $0.standardizedFileURL.path != own.standardizedFileURL.path }
    }

    /// In seconds; `nil` when the hook does not wait for an answer.
    private func wait(of place: HookSettings.Place, _ agent: Agent) -> Int? {
        let options = place.call.options
        let isAsking =
            ["PermissionRequest", "Elicitation", "BeforeTool"].contains(place.event) || options.contains("--gate")
        guard isAsking, !options.contains("--notify-only") else { return nil }
        let given = options.firstIndex(of: "--wait").flatMap { options.dropFirst($0 + 1).first }.flatMap { Int($0) }
        return given ?? Int(HookRun.usualWait(for: agent).components.seconds)
    }

    /// In seconds, the agent's own where none is written.
    private func timeout(of place: HookSettings.Place, in text: JSONText, _ agent: Agent) -> Int? {
        let written = text.value(of: place.node)["timeout"]?.number
        return agent == .gemini ? Int((written ?? 60_000) / 1000) : Int(written ?? 600)
    }
}
