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
}
