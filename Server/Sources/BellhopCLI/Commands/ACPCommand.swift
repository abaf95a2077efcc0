import ArgumentParser
import BellhopAgents
import BellhopModel
import BellhopTerminal
import Foundation

struct ACPCommand: AsyncParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "acp",
        abstract: "Runs an agent for an editor, and asks your phone too.",
        discussion: """
            Put it before the agent's command where an editor starts it. It passes everything through, and asks the phone \
            whatever the agent asks the editor: the first answer wins. It understands the Agent Client Protocol and Codex' \
            app-server.

              bellhop acp -- gemini --acp
              bellhop acp -- codex app-server

            Its exit code is the agent's; 126 when the agent is found and cannot be run, 127 when it is not found, 128 and \
            the signal's number when one ended it.
            """)

    @Flag(help: "Only the phone decides: the editor is not asked, and no answer is a no.")
    var phoneOnly = false

    @Option(help: "Seconds to wait for an answer, 1 to 86400.")
    var timeout = 3600

    @OptionGroup var server: ServerOptions

    @Argument(parsing: .postTerminator, help: "The agent's command, after two dashes.")
    var command: [String] = []

    func validate() throws {
        guard !command.isEmpty else {
            throw ValidationError("Name the agent's command after --, such as: -- gemini --acp")
        }
        try ArgumentRange.check(seconds: timeout, in: APILimits.askSeconds, "--timeout")
    }

    func run() async throws {
        let (input, output) = (
            try ByteSource.descriptor(STDIN_FILENO), try ByteSink.descriptor(STDOUT_FILENO)
        )
        let relay = AgentRelay.Options(
            command: command,
            proxy: AgentProxy.Options(
                phoneOnly: phoneOnly, agent: command[0].split(separator: "/").last.map(String.init) ?? command[0],
                host: HostName.current, folder: FileManager.default.currentDirectoryPath))
        try await server.withAskClient(wait: .seconds(timeout)) { askClient in
            do {
                let code = try await AgentRelay(askClient: askClient, options: relay).run(input, output)
                guard code == 0 else { throw ExitCode(code) }
            } catch let failure as CommandFailure {
                Output.remark("bellhop: \(failure)")
                throw failure.exitCode
            }
        }
    }
}
