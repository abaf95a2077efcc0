import ArgumentParser
import BellhopAgents
import BellhopClient
import BellhopModel
import Foundation

struct HookCommand: AsyncParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "hook",
        abstract: "What a coding agent runs: asks the phone, and tells the agent what it said.",
        discussion: """
            Reads the agent's JSON from standard input. Prints exactly what the agent expects, or nothing: then the \
            agent's own prompt stands. A gate (gemini, or --gate) has no prompt beside it: there every failure is a no. \
            Exits 0 whatever happens, so that a failure never allows anything. What went wrong is said on standard \
            error, in one line.
            """)

    @Argument(help: "The agent: \(Agent.allCases.map(\.rawValue).joined(separator: " or ")).")
    var agent: String

    @Argument(help: ArgumentHelp("What Codex' notify program is given instead of standard input.", valueName: "json"))
    var event: String?

    @Option(
        help: """
            Seconds to wait for an answer, 1 to 3600. Unless given: 570 for claude and opencode, 290 for gemini, 45 for \
            codex.
            """)
    var wait: Int?

    @Option(help: "Seconds that you have at the desk before a phone is told, 0 to 300 and less than the wait.")
    var hold = 0

    @Flag(help: "Ask the phone, but leave the answer to the terminal.")
    var notifyOnly = false

    @Flag(help: "Ask before every tool this runs for, and deny without an answer. For claude -p, as PreToolUse.")
    var gate = false

    @OptionGroup var server: ServerOptions

    func validate() throws {
        guard event?.hasPrefix("{") ?? true else {
            throw ValidationError(
                "Codex' notify program is given one JSON object, not \((event ?? "").debugDescription).")
        }
    }

    func run() async throws {
        // Read first, whatever comes: an agent that writes into a closed pipe would call it a failed hook.
        let input = event.map { Array($0.utf8) } ?? StandardInput.read(limit: HookInput.limit)
        guard let agent = Agent(rawValue: agent) else {
            let known = Agent.allCases.map(\.rawValue).joined(separator: ", ")
            Output.remark("bellhop: unknown agent \(agent.debugDescription): this version knows \(known)")
            return try Self.refuseIfGate(CommandLine.arguments)
        }
        do {
            try checkTimes(of: agent)
            let settings = try server.settings()
            let access = try server.access(settings)
            try await BellhopClient.with(
                access.address, key: access.key, configuration: HookRun.configuration
            ) { client in
                let run = HookRun(
                    agent: agent, client: client, trusted: settings.publicKeys,
                    wait: wait.map { .seconds($0) } ?? HookRun.usualWait(for: agent), notifyOnly: notifyOnly,
                    isGate: gate, host: HostName.current,
                    state: StateFolder(environment: ProcessInfo.processInfo.environment), hold: hold)
                let ending = await InterruptibleHook(run: run).run(input)
                // The agent is told first; only then the phone, that the agent was told.
                Self.say(ending.reply)
                await ending.report(to: client)
            }
        } catch {
            let dialect = ReplyDialect(decidedBy: input, of: agent, isGate: gate)
            Self.say(.failure("\(error)", in: dialect))
        }
    }

    private static func say(_ reply: HookReply) {
        Output.write(reply.standardOutput)
        if let remark = reply.remark { Output.remark("bellhop: \(remark)") }
    }

    /// Ends a hook that cannot even say no: as a gate with the exit code that agents take for one.
    ///
    /// - Throws: `ExitCode` 2, a blocking error to Claude Code and a denial to Gemini CLI.
    static func refuseIfGate(_ arguments: [String]) throws {
        if arguments.contains("--gate") || arguments.contains(where: { Agent(rawValue: $0)?.isGate ?? false }) {
            throw ExitCode(2)
        }
    }

    private func checkTimes(of agent: Agent) throws {
        guard wait.map({ (1...3600).contains($0) }) ?? true else {
            throw CommandFailure("--wait takes 1 to 3600 seconds")
        }
        let longest = wait.map { .seconds($0) } ?? HookRun.usualWait(for: agent)
        guard APILimits.holdSeconds.contains(hold), hold == 0 || .seconds(hold) < longest else {
            throw CommandFailure("--hold takes 0 to 300 seconds, and less than --wait")
        }
        guard !gate || agent == .claude || agent == .gemini else {
            throw CommandFailure("--gate is for claude, and gemini is always one: \(agent.name)'s hooks cannot approve")
        }
    }
}
