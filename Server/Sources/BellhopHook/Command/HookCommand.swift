package import ArgumentParser
import BellhopAgents
import BellhopTerminal

/// `bellhop hook`.
package struct HookCommand: AsyncParsableCommand {
    package static let configuration = CommandConfiguration(
        commandName: "hook",
        abstract: "What a coding agent runs: asks the phone, and tells the agent what it said.",
        discussion: """
            Reads the agent's JSON from standard input. Prints exactly what the agent expects, or nothing: then the \
            agent's own prompt stands. A gate (before gemini's tools, or --gate) has no prompt beside it: there every \
            failure is a no. Exits 0, also when something has failed, for agents take other codes for an answer; a gate \
            whose arguments cannot be read exits 2, which is a no. What went wrong is said on standard error, in one line.
            """)

    @Argument(help: "The agent: \(Agent.allCases.map(\.rawValue).joined(separator: ", ")).")
    var agent: String

    @Argument(help: ArgumentHelp("What Codex' notify program is given instead of standard input.", valueName: "json"))
    var event: String?

    @Option(help: "Seconds to wait for an answer, 1 to 3600. Unless given: \(HookCommand.usualWaits).")
    var wait: Int?

    @Option(help: "Seconds that you have at the desk before a phone is told, 0 to 300 and less than the wait.")
    var hold = 0

    @Flag(
        help: """
            Tell the phone of a prompt, with nothing to answer there: the terminal asks at once. Not with --hold. A gate \
            asks all the same.
            """)
    var notifyOnly = false

    @Flag(help: "Ask before every tool this runs for, and deny without an answer. For claude -p, as PreToolUse.")
    var gate = false

    @Option(
        help: ArgumentHelp(
            """
            The folder of the configuration file, from / on. Then BELLHOP_CONFIG, BELLHOP_URL and BELLHOP_KEY count for \
            nothing, which a project's settings may set.
            """, valueName: "folder"))
    var config: String?

    /// What a hook gives the process that it starts to tell late.
    @Option(help: .hidden) var late: String?

    /// The state that a hook passes to the process that watches the turn.
    @Option(help: .hidden) var watch: String?

    @OptionGroup var server: ServerOptions

    private static let usualWaits = Agent.allCases
        .map { "\(HookRun.usualWait(for: $0).components.seconds) for \($0.rawValue)" }.joined(separator: ", ")

    package init() {}

    package func validate() throws {
        guard event?.hasPrefix("{") ?? true else {
            throw ValidationError(
                "Codex' notify program is given one JSON object, not \((event ?? "").debugDescription).")
        }
    }

    package func run() async throws { try await options.run() }

    /// What the arguments say.
    var options: HookOptions {
        HookOptions(
            agent: agent, event: event, wait: wait, hold: hold, notifyOnly: notifyOnly, isGate: gate, config: config,
            url: server.url, key: server.key, watch: watch, late: late)
    }
}
