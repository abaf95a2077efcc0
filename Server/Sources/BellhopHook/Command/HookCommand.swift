public import ArgumentParser
import BellhopAgents
import BellhopFoundation
import BellhopModel
import BellhopTerminal

/// `bellhop hook`.
package struct HookCommand: AsyncParsableCommand {
    package static let configuration = CommandConfiguration(
        commandName: "hook",
        abstract: "Runs as a coding agent's hook: asks the phone and passes the answer to the agent.",
        discussion: """
            Reads the agent's JSON from standard input. Prints exactly what the agent expects, or nothing: the agent's own \
            prompt then decides. A gate (before gemini's tools, or --gate) has no prompt beside it, so every failure is a \
            denial. Exits 0, also after a failure, because agents interpret other codes as an answer; a gate whose arguments \
            cannot be read exits 2, which denies. Reports failures on standard error, in one line.
            """)

    @Argument(help: "The agent: \(Agent.allCases.map(\.rawValue).joined(separator: ", ")).")
    var agent: String

    @Argument(
        help: ArgumentHelp("The argument of Codex' notify program, instead of standard input.", valueName: "json"))
    var event: String?

    @Option(help: "Seconds to wait for an answer, 1 to 3600. Default: \(HookCommand.defaultWaits).")
    var wait: Int?

    @Option(
        help: "Seconds before devices are notified, 0 to 300 and less than the wait: time to answer in the terminal.")
    var hold = 0

    @Flag(
        help: """
            Notify the phone of a prompt, without actions: the terminal asks at once. Not with --hold. A gate asks anyway.
            """)
    var notifyOnly = false

    @Flag(
        help: "Ask before every tool that triggers this hook, and deny without an answer. For claude -p, as PreToolUse."
    )
    var gate = false

    @Option(
        help: ArgumentHelp(
            """
            The folder of the configuration file, as an absolute path. BELLHOP_CONFIG, BELLHOP_URL and BELLHOP_KEY, which a \
            project's settings may set, are ignored then.
            """, valueName: "folder"))
    var config: String?

    /// The run whose event this process reports late.
    @Option(help: .hidden) var late: String?

    /// The turn that this process watches.
    @Option(help: .hidden) var watch: String?

    @OptionGroup var server: ServerOptions

    private static let defaultWaits = Agent.allCases
        .map { "\(HookTimeouts.defaultWait(for: $0).components.seconds) for \($0.rawValue)" }.joined(separator: ", ")

    package init() {}

    package func validate() throws {
        guard event?.hasPrefix("{") ?? true else {
            throw ValidationError(
                "Codex' notify program takes one JSON object, not \((event ?? "").debugDescription).")
        }
    }

    package func run() async throws { try await options.run() }

    var options: HookOptions {
        HookOptions(
            agent: agent, event: event, wait: wait, hold: hold, notifyOnly: notifyOnly, isGate: gate, config: config,
            url: server.url, key: server.key, watch: watch, late: late)
    }
}

extension HookCommand {
    /// The parsed arguments of a hook.
    enum Arguments {
        case run(HookOptions)
        /// Invalid arguments; the problem in one line.
        case misuse(String)
        /// `--help`.
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

    /// Ends a gate that cannot print a denial with the exit code that denies. Does nothing for other hooks.
    ///
    /// - Parameters:
    ///   - input: the hook's input. For events that a gate does not decide the code would be an answer too.
    ///   - agents: the possible agents; empty when unknown.
    /// - Throws: `ExitCode` 2, a blocking error to Claude Code and a denial to Gemini CLI.
    static func refuse(_ input: [UInt8], of agents: [Agent], isGate: Bool) throws {
        let agents = agents.isEmpty && isGate ? Agent.allCases : agents
        if agents.contains(where: { ReplyDialect(gateFor: input, of: $0, isGate: isGate) != nil }) {
            throw ExitCode(2)
        }
    }

    /// Runs a hook with `arguments`.
    ///
    /// A misconfigured hook exits with 0 too, because agents interpret an exit code as an answer. Only a gate whose arguments
    /// cannot be read ends the process with the code that denies.
    ///
    /// - Returns: `false`, without running a hook, for a call for help.
    package static func launch(_ arguments: [String]) async -> Bool {
        StandardStreams.complete()
        // Writing to a closed pipe fails, and does not end the process.
        signal(SIGPIPE, SIG_IGN)
        do {
            switch read(arguments) {
            case .run(let options): try await options.run()
            case .misuse(let why):
                let isTerminal = isatty(STDIN_FILENO) != 0
                let input = isTerminal ? [] : StandardInput.read(limit: HookInput.limit, within: .seconds(10)).bytes
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

/// `bellhop-hook`: the hook alone, without the server and the other commands; starts in a fraction of the time.
public struct HookProgram: AsyncParsableCommand {
    public static let configuration = CommandConfiguration(
        commandName: "bellhop-hook", abstract: HookCommand.configuration.abstract,
        discussion: HookCommand.configuration.discussion, version: BellhopVersion.current)

    @OptionGroup var hook: HookCommand

    public init() {}

    /// Runs with the arguments of the process.
    public static func launch() async {
        let arguments = Array(CommandLine.arguments.dropFirst())
        if arguments != ["--version"], await HookCommand.launch(arguments) { return }
        await main()
    }
}
