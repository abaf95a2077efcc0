import ArgumentParser
import BellhopAgents
import BellhopFoundation
import BellhopTerminal

extension HookCommand {
    /// What a hook's arguments mean.
    enum Arguments {
        case run(HookOptions)
        /// They cannot be understood, for a reason of one line.
        case misuse(String)
        /// A call for help.
        case help
    }

    static func read(_ arguments: [String]) -> Arguments {
        if let options = HookOptions(plain: arguments) { return .run(options) }
        do {
            return .run(try parse(arguments).options)
        } catch {
            return exitCode(for: error) == .success ? .help : .misuse(message(for: error))
        }
    }

    /// Ends a hook that cannot even say no: as a gate with the exit code that agents take for one.
    ///
    /// - Parameters:
    ///   - input: what the hook has read. Where it only tells, the code would be taken for an answer too.
    ///   - agents: whose hook it may be; empty when that is not known.
    /// - Throws: `ExitCode` 2, a blocking error to Claude Code and a denial to Gemini CLI.
    static func refuse(_ input: [UInt8], of agents: [Agent], isGate: Bool) throws {
        let agents = agents.isEmpty && isGate ? Agent.allCases : agents
        if agents.contains(where: { ReplyDialect(decidedBy: input, of: $0, isGate: isGate) != nil }) {
            throw ExitCode(2)
        }
    }

    /// Runs the hook that `arguments` ask for.
    ///
    /// A hook ends well, also one that was set up wrongly, for agents take an exit code for an
    /// answer. Only a gate that cannot be read ends the process with the code that denies.
    ///
    /// - Returns: whether there was one; `false` for a call for help.
    package static func launch(_ arguments: [String]) async -> Bool {
        StandardStreams.complete()
        // Writing to a reader that has gone fails, and does not end the process.
        signal(SIGPIPE, SIG_IGN)
        do {
            switch read(arguments) {
            case .run(let options): try await options.run()
            case .misuse(let why):
                let isPerson = isatty(STDIN_FILENO) != 0
                let input = isPerson ? [] : StandardInput.read(limit: HookInput.limit, within: .seconds(10)).bytes
                Output.remark("bellhop: \(why)")
                try refuse(
                    input, of: arguments.compactMap(Agent.init), isGate: arguments.contains { $0.hasPrefix("--gate") })
            case .help: return false
            }
        } catch {
            exit(withError: error)
        }
        return true
    }
}
