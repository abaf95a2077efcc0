import ArgumentParser
import BellhopAgents
import BellhopClient
import BellhopModel
import BellhopTerminal
import Foundation

extension HookOptions {
    /// Asks or tells, and prints what the agent is to know.
    ///
    /// - Throws: `ExitCode`, where only that can say no.
    func run() async throws {
        // Read first, whatever comes: an agent that writes into a closed pipe would call it a failed hook.
        let input = event.map { Array($0.utf8) } ?? StandardInput.read(limit: HookInput.limit)
        guard let agent = Agent(rawValue: agent) else {
            let known = Agent.allCases.map(\.rawValue).joined(separator: ", ")
            Output.remark("bellhop: unknown agent \(agent.debugDescription): this version knows \(known)")
            return try HookCommand.refuseIfGate(CommandLine.arguments)
        }
        do {
            try check(for: agent)
            let (file, environment) = (SettingsFile.usual, ProcessInfo.processInfo.environment)
            let settings = try file.load()
            let access = try settings.access(
                url: url, key: key.map(Secret.init), environment: environment, file: file)
            try await BellhopClient.with(
                access.address, key: access.key, configuration: HookRun.configuration
            ) { client in
                // Hardly any event has nothing to say. Understanding it takes as long as connecting.
                client.connectEarly()
                let run = HookRun(
                    agent: agent, client: client, trusted: settings.publicKeys, wait: longestWait(for: agent),
                    notifyOnly: notifyOnly, isGate: isGate, host: HostName.current,
                    state: StateFolder(environment: environment), hold: hold)
                let ending = await InterruptibleHook(run: run).run(input)
                // The agent is told first; only then the phone, that the agent was told.
                Self.say(ending.reply)
                await ending.report(to: client)
            }
        } catch {
            let dialect = ReplyDialect(decidedBy: input, of: agent, isGate: isGate)
            Self.say(.failure("\(error)", in: dialect))
        }
    }

    private static func say(_ reply: HookReply) {
        Output.write(reply.standardOutput)
        if let remark = reply.remark { Output.remark("bellhop: \(remark)") }
    }
}
