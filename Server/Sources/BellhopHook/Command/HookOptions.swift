import ArgumentParser
package import BellhopAgents
import BellhopModel
import BellhopTerminal

/// The options of a hook.
struct HookOptions: Hashable, Sendable {
    /// The agent's name as given, known or not.
    var agent: String
    /// The argument of Codex' notify program, which has no standard input.
    var event: String?
    /// In seconds.
    var wait: Int?
    /// The delay before devices are notified, in seconds.
    var hold = 0
    var notifyOnly = false
    var isGate = false
    /// The folder of the configuration; the environment's server and key are ignored then.
    var config: String?
    var url: String?
    var key: String?
    /// The turn to watch, see ``TurnMonitor``; `nil` for every other run.
    var watch: String?
    /// The run whose event is reported late, see ``HookEnvironment/runID``; `nil` for every other run.
    var late: String?
}

extension HookOptions {
    /// Parses arguments as `bellhop setup` writes them: full names, each value an argument of its own.
    ///
    /// - Returns: `nil` for all other arguments, which ``HookCommand`` parses and diagnoses. Its reflection takes longer than the
    ///   rest of an ask.
    init?(plain arguments: [String]) {
        var rest = arguments[...]
        guard let agent = rest.popFirst(), !agent.isEmpty, !agent.hasPrefix("-") else { return nil }
        self.init(agent: agent)
        if let event = rest.first, event.hasPrefix("{") {
            self.event = event
            rest = rest.dropFirst()
        }
        while let name = rest.popFirst() {
            switch name {
            case "--notify-only": notifyOnly = true
            case "--gate": isGate = true
            case "--wait", "--hold", "--config", "--url", "--key", "--late", "--watch":
                guard let value = rest.popFirst(), !value.hasPrefix("-"), set(name, to: value) else { return nil }
            default: return nil
            }
        }
    }

    /// - Returns: whether `value` is valid.
    private mutating func set(_ name: String, to value: String) -> Bool {
        switch name {
        case "--config": config = value
        case "--url": url = value
        case "--key": key = value
        case "--late": late = value
        case "--watch": watch = value
        default:
            guard let seconds = Int(value) else { return false }
            if name == "--wait" { wait = seconds } else { hold = seconds }
        }
        return true
    }

    /// - Throws: `CommandFailure` when `agent`'s hook cannot run with these options.
    func check(for agent: Agent) throws(CommandFailure) {
        guard wait.map({ (1...3600).contains($0) }) ?? true else {
            throw CommandFailure("--wait takes 1 to 3600 seconds")
        }
        guard APILimits.holdSeconds.contains(hold), hold == 0 || .seconds(hold) < longestWait(for: agent) else {
            throw CommandFailure("--hold takes 0 to 300 seconds, and less than --wait")
        }
        guard hold == 0 || !notifyOnly || isGate || agent.isGate else {
            throw CommandFailure("--hold and --notify-only exclude each other: remove one of them")
        }
        guard !isGate || agent == .claude || agent == .gemini else {
            throw CommandFailure(
                "--gate works with claude only; gemini is always gated, and \(agent.name)'s hooks cannot approve")
        }
    }

    /// - Parameter agent: `nil` for an agent that this version does not know.
    func longestWait(for agent: Agent?) -> Duration {
        wait.map { .seconds(min(max($0, 1), 3600)) } ?? agent.map(HookTimeouts.defaultWait) ?? .seconds(10)
    }

    /// Returns whether `agent`'s hook waits for an answer to `event`.
    func waitsForAnswer(to event: HookEvent, of agent: Agent) -> Bool {
        switch event {
        case .preToolUse: isGate || agent.isGate
        case .permissionRequest, .questionAsked, .elicitation: !notifyOnly
        default: false
        }
    }
}

/// Checks of configured hooks.
extension HookCommand {
    /// Checks the arguments of `agent`'s hook as the hook itself does.
    ///
    /// - Parameter options: the arguments after the agent's name.
    /// - Returns: the problem; `nil` when the hook runs.
    package static func problem(with options: [String], of agent: Agent) -> String? {
        switch read([agent.rawValue] + options) {
        case .help: return "it prints its help and does nothing else"
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

    /// The time that a hook waits for an answer. It replies ``HookTimeouts/exitDelay`` later at the latest.
    ///
    /// - Parameters:
    ///   - options: the arguments after the agent's name. When only a shell can expand them, the default wait is assumed.
    ///   - event: the agent's name for the event.
    /// - Returns: `nil` when the hook does not wait.
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
        return hook.waitsForAnswer(to: event, of: agent) ? hook.longestWait(for: agent) : nil
    }
}
