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
            agent's own prompt stands. Exits 0 whatever happens, so that a failure never allows anything. What went \
            wrong is said on standard error, in one line.
            """)

    @Argument(help: "The agent: \(Agent.allCases.map(\.rawValue).joined(separator: " or ")).")
    var agent: String

    @Option(help: "Seconds to wait for an answer, 1 to 3600. Unless given: 570 for claude, 45 for codex.")
    var wait: Int?

    @Option(help: "Seconds that you have at the desk before a phone is told, 0 to 300 and less than the wait.")
    var hold = 0

    @Flag(help: "Ask the phone, but leave the answer to the terminal.")
    var notifyOnly = false

    @OptionGroup var server: ServerOptions

    func run() async {
        // Read first, whatever comes: an agent that writes into a closed pipe would call it a failed hook.
        let input = StandardInput.read(limit: HookInput.limit)
        do {
            let agent = try knownAgent()
            let settings = try server.settings()
            let access = try server.access(settings)
            try await BellhopClient.with(
                access.address, key: access.key, configuration: HookRun.configuration
            ) { client in
                let run = HookRun(
                    agent: agent, client: client, trusted: settings.publicKeys,
                    wait: wait.map { .seconds($0) } ?? HookRun.usualWait(for: agent), notifyOnly: notifyOnly,
                    host: ProcessInfo.processInfo.hostName,
                    state: StateFolder(environment: ProcessInfo.processInfo.environment), hold: hold)
                let ending = await InterruptibleHook(run: run).run(input)
                // The agent is told first; only then the phone, that the agent was told.
                Output.write(ending.reply.standardOutput)
                if case .silence(let why) = ending.reply { Output.remark("bellhop: \(why)") }
                await ending.report(to: client)
            }
        } catch {
            Output.remark("bellhop: \(error)")
        }
    }

    /// What is wrong with these arguments of the tool, if they are a hook's; `nil` when nothing is, or for `--help`.
    static func misuse(_ arguments: [String]) -> String? {
        guard arguments.first == configuration.commandName else { return nil }
        do {
            _ = try parse(Array(arguments.dropFirst()))
            return nil
        } catch {
            return exitCode(for: error) == .success ? nil : message(for: error)
        }
    }

    private func knownAgent() throws -> Agent {
        guard let agent = Agent(rawValue: agent) else {
            let known = Agent.allCases.map(\.rawValue).joined(separator: " and ")
            throw CommandFailure("unknown agent \(agent.debugDescription): this version knows \(known)")
        }
        guard wait.map({ (1...3600).contains($0) }) ?? true else {
            throw CommandFailure("--wait takes 1 to 3600 seconds")
        }
        let longest = wait.map { .seconds($0) } ?? HookRun.usualWait(for: agent)
        guard APILimits.holdSeconds.contains(hold), hold == 0 || .seconds(hold) < longest else {
            throw CommandFailure("--hold takes 0 to 300 seconds, and less than --wait")
        }
        return agent
    }
}
