import ArgumentParser
import BellhopAgents
import BellhopFoundation
import BellhopModel
import BellhopTerminal

struct ACPCommand: AsyncParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "acp",
        abstract: "Run an agent for an editor, and ask your phone too.",
        discussion: """
            Put it before the agent's command in the editor's settings. It relays everything, and also sends the agent's \
            permission requests to the phone: the first answer wins. It supports the Agent Client Protocol and the Codex \
            app-server.

              bellhop acp -- gemini --acp
              bellhop acp -- codex app-server

            The exit code is the agent's; 126 when the agent is found but cannot be run, 127 when it is not found, 128 plus \
            the signal's number when a signal ended it.
            """)

    @Flag(help: "Let only the phone decide: do not ask the editor, and deny without an answer.")
    var phoneOnly = false

    @Option(help: "The time to wait for an answer in seconds, 1 to 86400.")
    var timeout = 3600

    @OptionGroup var server: ServerOptions

    @Argument(parsing: .postTerminator, help: "The agent's command, after --.")
    var command: [String] = []

    func validate() throws {
        guard !command.isEmpty else {
            throw ValidationError("The agent's command is missing: give it after --, such as: -- gemini --acp")
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
