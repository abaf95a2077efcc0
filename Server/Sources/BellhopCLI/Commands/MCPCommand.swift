import ArgumentParser
import BellhopFoundation
import BellhopHook
import BellhopModel
import BellhopTerminal

struct MCPCommand: AsyncParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "mcp",
        abstract: "Run an MCP server for coding agents with the tools ask, notify and approve.",
        discussion: """
            Uses the Model Context Protocol on standard input and output. The tool approve is for Claude Code:

              claude -p --permission-prompt-tool mcp__bellhop__approve …

            It allows a tool only after an approval from a trusted device, and denies in all other cases: when the server \
            cannot be reached, no answer comes in time, or the device is not trusted.
            """)

    @Option(help: "The time to wait for an answer in seconds, 1 to 86400.")
    var timeout = 540

    @OptionGroup var server: ServerOptions

    func validate() throws {
        try ArgumentRange.check(seconds: timeout, in: APILimits.askSeconds, "--timeout")
    }

    func run() async throws {
        let (input, output) = (
            try ByteSource.descriptor(STDIN_FILENO), try ByteSink.descriptor(STDOUT_FILENO)
        )
        try await server.withAskClient(wait: .seconds(timeout)) { askClient in
            var options = MCPRun.Options(
                host: HostName.current, folder: FileManager.default.currentDirectoryPath)
            options.prompts = HookSessionState(environment: ProcessInfo.processInfo.environment)
            let run = MCPRun(askClient: askClient, options: options)
            await run.run(input, output, until: untilInterrupted)
        }
    }
}
