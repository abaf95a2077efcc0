package import BellhopAgents
import BellhopModel
import BellhopTerminal

extension HookOptions {
    /// - Throws: `CommandFailure` that says why `agent`'s hook does not run with these.
    func check(for agent: Agent) throws(CommandFailure) {
        guard wait.map({ (1...3600).contains($0) }) ?? true else {
            throw CommandFailure("--wait takes 1 to 3600 seconds")
        }
        guard APILimits.holdSeconds.contains(hold), hold == 0 || .seconds(hold) < longestWait(for: agent) else {
            throw CommandFailure("--hold takes 0 to 300 seconds, and less than --wait")
        }
        guard hold == 0 || !notifyOnly || isGate || agent.isGate else {
            throw CommandFailure("--hold holds an ask, and --notify-only makes none: take one of them out")
        }
        guard !isGate || agent == .claude || agent == .gemini else {
            throw CommandFailure("--gate is for claude, and gemini is always one: \(agent.name)'s hooks cannot approve")
        }
    }

    /// - Parameter agent: `nil` for one that this version does not know.
    func longestWait(for agent: Agent?) -> Duration {
        wait.map { .seconds(min(max($0, 1), 3600)) } ?? agent.map(HookRun.usualWait) ?? .seconds(10)
    }

    /// Whether `agent`'s hook waits for an answer to `event`.
    func isAsking(at event: HookEvent, of agent: Agent) -> Bool {
        switch event {
        case .preToolUse: isGate || agent.isGate
        case .permissionRequest, .questionAsked, .elicitation: !notifyOnly
        default: false
        }
    }
}

extension HookCommand {
    /// What is wrong with a hook of `agent` that is run with `options`, by the checks that the hook itself makes.
    ///
    /// - Parameter options: what stands behind the agent's name.
    /// - Returns: `nil` when it runs.
    package static func problem(with options: [String], of agent: Agent) -> String? {
        switch read([agent.rawValue] + options) {
        case .help: return "it is asked for help, and does nothing else"
        case .misuse(let why): return why
        case .run(let options):
            do throws(CommandFailure) {
                try options.check(for: agent)
                return nil
            } catch {
                return error.description
            }
        }
    }

    /// How long a hook of `agent` that is run with `options` waits for an answer; it speaks ``HookRun/lastWord`` later at the
    /// latest.
    ///
    /// - Parameters:
    ///   - options: what stands behind the agent's name. Where only a shell knows them, the usual wait counts.
    ///   - event: what it stands behind, as the agent names it.
    /// - Returns: `nil` when it waits for none.
    package static func wait(with options: [String], of agent: Agent, behind event: String) -> Duration? {
        let hook: HookOptions =
            switch read([agent.rawValue] + options) {
            case .run(let options): options
            case .misuse, .help:
                HookOptions(
                    agent: agent.rawValue, notifyOnly: options.contains("--notify-only"),
                    isGate: options.contains("--gate"))
            }
        let event = HookEvent(named: event, by: agent)
        return hook.isAsking(at: event, of: agent) ? hook.longestWait(for: agent) : nil
    }
}
