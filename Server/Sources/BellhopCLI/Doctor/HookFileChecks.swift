import BellhopAgents
import BellhopHook
import BellhopModel
import Foundation

/// What is wrong with the hooks of ours in one file of an agent.
struct HookFileChecks {
    let agent: Agent
    let environment: [String: String]
    /// What is wrong with a tool that hooks run.
    let tool: (String) -> Finding?

    private var settings: HookSettings { HookSettings(plan: HookPlan(agent: agent, program: "bellhop")) }
    private var subject: String { agent.rawValue }

    /// Whether something in it is ours, or may be.
    func isOurs(_ file: URL) -> Bool {
        guard let data = FileManager.default.contents(atPath: file.path) else {
            return FileManager.default.fileExists(atPath: file.path)
                && !FileManager.default.isReadableFile(atPath: file.path)
        }
        return settings.isPresent(in: Array(data))
    }

    func findings(of file: URL) -> [Finding] {
        guard let data = FileManager.default.contents(atPath: file.path) else {
            return [.failure(subject, "\(file.path) cannot be read", do: "Give it to yourself: chown, chmod u+r.")]
        }
        let text: JSONText
        do {
            text = try settings.asRead(Array(data))
        } catch {
            return [unreadable(file, error)]
        }
        let calls = settings.calls(in: text)
        var findings = Set(calls.map(\.call.program)).sorted().compactMap(tool) + missing(calls, file)
        for call in calls { findings += self.findings(of: call, in: text, file) }
        findings += untrusted(calls, file)
        guard findings.isEmpty else { return findings }
        return [.ok(subject, "\(calls.count) hooks in \(file.path) run \(calls.first?.call.program ?? "bellhop")")]
    }

    private func unreadable(_ file: URL, _ problem: JSONTextProblem) -> Finding {
        problem.isRead(by: agent)
            ? .skipped(subject, "\(file.path) names Bellhop, but \(problem): not checked")
            : .failure(
                subject, "\(file.path) \(problem): \(agent.name) runs none of its hooks", do: "\(problem.mending).")
    }

    private func missing(_ calls: [HookSettings.Place], _ file: URL) -> [Finding] {
        let missing = agent.plannedHooks.map(\.event).filter { event in !calls.contains { $0.event == event } }
        guard !missing.isEmpty else { return [] }
        return [
            .warning(
                subject, "\(file.path) lacks \(missing.joined(separator: ", "))",
                do: "`bellhop setup \(subject)` brings it up to date.")
        ]
    }

    private func findings(of place: HookSettings.Place, in text: JSONText, _ file: URL) -> [Finding] {
        if let misuse = misuse(place, file) { return [misuse] }
        return [late(place, in: text, file), idle(place, in: text, file)].compactMap(\.self)
    }

    /// The hook does not run with what it is given.
    private func misuse(_ place: HookSettings.Place, _ file: URL) -> Finding? {
        let options = place.call.options
        // What a shell puts in there is not known here.
        guard !options.contains(where: { $0.contains { "$`*".contains($0) } }),
            let problem = HookCommand.problem(with: options, of: agent)
        else { return nil }
        return .failure(
            subject, "\(place.event) in \(file.path) does nothing: \(problem)",
            do: "Change what stands behind `\(subject)` there: \(options.joined(separator: " ")).")
    }

    /// The agent stops a hook that may still be waiting.
    private func late(_ place: HookSettings.Place, in text: JSONText, _ file: URL) -> Finding? {
        guard let wait = wait(of: place) else { return nil }
        let timeout = settings.plan.timeout(of: text.value(of: place.node))
        guard timeout <= wait + HookTimeouts.exitDelay else { return nil }
        let (patience, limit, rest) = (timeout.components, wait.components, HookTimeouts.exitDelay.components)
        return .failure(
            subject,
            """
            \(place.event) in \(file.path) is stopped after \(patience.seconds) s, but waits for the phone up to \
            \(limit.seconds) s, and may need \(rest.seconds) s more for its last word
            """,
            do: "Raise its `timeout`, or give it a shorter --wait.")
    }

    /// The agent does not wait for a hook that is to decide something.
    private func idle(_ place: HookSettings.Place, in text: JSONText, _ file: URL) -> Finding? {
        guard wait(of: place) != nil, text.value(of: place.node)["async"]?.bool == true else { return nil }
        return .failure(
            subject, "\(place.event) in \(file.path) is `async`, and so decides nothing", do: "Take `async` out there.")
    }

    /// `nil` when the hook does not wait for an answer.
    private func wait(of place: HookSettings.Place) -> Duration? {
        HookCommand.wait(with: place.call.options, of: agent, behind: place.event)
    }

    private func untrusted(_ calls: [HookSettings.Place], _ file: URL) -> [Finding] {
        guard agent == .codex else { return [] }
        let configuration = CodexConfiguration(environment: environment)
        let events = calls.filter { !configuration.trusts($0, in: file) }.map(\.event)
        guard !events.isEmpty else { return [] }
        return [
            .warning(
                subject, "Codex was not told to trust \(events.joined(separator: ", ")), and runs none of them",
                do: "Run `/hooks` in Codex and trust them.")
        ]
    }
}
