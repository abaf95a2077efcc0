import BellhopAgents
import BellhopFoundation
import BellhopHook
import BellhopModel

/// Checks Bellhop's hooks in one settings file of an agent.
struct HookFileChecks {
    let agent: Agent
    let environment: [String: String]
    /// The problem with a tool that hooks run.
    let tool: (String) -> Finding?

    private var settings: HookSettings { HookSettings(plan: HookPlan(agent: agent, program: "bellhop")) }
    private var subject: String { agent.rawValue }

    /// Returns `true` when the file has, or may have, hooks of Bellhop's.
    func hasHooks(_ file: URL) -> Bool {
        guard let data = FileManager.default.contents(atPath: file.path) else {
            return FileManager.default.fileExists(atPath: file.path)
                && !FileManager.default.isReadableFile(atPath: file.path)
        }
        return settings.isPresent(in: Array(data))
    }

    func findings(of file: URL) -> [Finding] {
        guard let data = FileManager.default.contents(atPath: file.path) else {
            return [.failure(subject, "\(file.path) cannot be read", do: "Make it readable: chown, chmod u+r.")]
        }
        let text: JSONText
        do {
            text = try settings.readAsAgent(Array(data))
        } catch {
            return [unreadable(file, error)]
        }
        let entries = settings.entries(in: text)
        var findings = Set(entries.map(\.command.program)).sorted().compactMap(tool) + missing(entries, file)
        for entry in entries { findings += self.findings(of: entry, in: text, file) }
        findings += untrusted(entries, file)
        guard findings.isEmpty else { return findings }
        return [
            .ok(subject, "\(entries.count) hooks in \(file.path) run \(entries.first?.command.program ?? "bellhop")")
        ]
    }

    private func unreadable(_ file: URL, _ problem: JSONTextProblem) -> Finding {
        problem.isRead(by: agent)
            ? .skipped(subject, "\(file.path) names Bellhop, but \(problem): not checked")
            : .failure(
                subject, "\(file.path) \(problem): \(agent.name) runs none of its hooks", do: "\(problem.repair).")
    }

    private func missing(_ entries: [HookSettings.Entry], _ file: URL) -> [Finding] {
        let missing = agent.plannedHooks.map(\.event).filter { event in !entries.contains { $0.event == event } }
        guard !missing.isEmpty else { return [] }
        return [
            .warning(
                subject, "\(file.path) lacks \(missing.joined(separator: ", "))",
                do: "Run `bellhop setup \(subject)` to update it.")
        ]
    }

    private func findings(of entry: HookSettings.Entry, in text: JSONText, _ file: URL) -> [Finding] {
        if let misuse = misuse(entry, file) { return [misuse] }
        return [shortTimeout(entry, in: text, file), asynchronous(entry, in: text, file)].compactMap(\.self)
    }

    /// Checks that the hook runs with its options.
    private func misuse(_ entry: HookSettings.Entry, _ file: URL) -> Finding? {
        let options = entry.command.options
        // The result of a shell expansion is unknown here.
        guard !options.contains(where: { $0.contains { "$`*".contains($0) } }),
            let problem = HookCommand.problem(with: options, of: agent)
        else { return nil }
        return .failure(
            subject, "\(entry.event) in \(file.path) does nothing: \(problem)",
            do: "Change the options after `\(subject)` there: \(options.joined(separator: " ")).")
    }

    /// Checks that the agent does not stop a hook that is still waiting.
    private func shortTimeout(_ entry: HookSettings.Entry, in text: JSONText, _ file: URL) -> Finding? {
        guard let wait = wait(of: entry) else { return nil }
        let timeout = settings.plan.timeout(of: text.value(of: entry.node))
        guard timeout <= wait + HookTimeouts.exitDelay else { return nil }
        let (limit, wanted, rest) = (timeout.components, wait.components, HookTimeouts.exitDelay.components)
        return .failure(
            subject,
            """
            \(entry.event) in \(file.path) is stopped after \(limit.seconds) s, but waits up to \(wanted.seconds) s \
            for the phone, and may need \(rest.seconds) s more to reply
            """,
            do: "Raise its `timeout`, or give it a shorter --wait.")
    }

    /// Checks that the agent waits for a hook that decides something.
    private func asynchronous(_ entry: HookSettings.Entry, in text: JSONText, _ file: URL) -> Finding? {
        guard wait(of: entry) != nil, text.value(of: entry.node)["async"]?.bool == true else { return nil }
        return .failure(
            subject, "\(entry.event) in \(file.path) is `async`, so its answer has no effect",
            do: "Remove `async` there.")
    }

    /// The time that the hook waits for an answer; `nil` when it does not wait.
    private func wait(of entry: HookSettings.Entry) -> Duration? {
        HookCommand.wait(with: entry.command.options, of: agent, behind: entry.event)
    }

    private func untrusted(_ entries: [HookSettings.Entry], _ file: URL) -> [Finding] {
        guard agent == .codex else { return [] }
        let configuration = CodexConfiguration(environment: environment)
        let events = entries.filter { !configuration.trusts($0, in: file) }.map(\.event)
        guard !events.isEmpty else { return [] }
        return [
            .warning(
                subject, "Codex does not trust \(events.joined(separator: ", ")) and runs none of them",
                do: "Run `/hooks` in Codex and trust them.")
        ]
    }
}
