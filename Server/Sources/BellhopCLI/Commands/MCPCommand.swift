import ArgumentParser
import BellhopHook
import BellhopModel
import BellhopTerminal
import Foundation

struct MCPCommand: AsyncParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "mcp",
        abstract: "An MCP server for coding agents: ask, notify, and approve.",
        discussion: """
            Speaks the Model Context Protocol on standard input and output. `approve` is made for Claude Code:

              claude -p --permission-prompt-tool mcp__bellhop__approve …

            It denies whenever no approval was given: no server, no answer in time, an answer by an unknown device.
            """)

    @Option(help: "Seconds to wait for an answer, 1 to 86400.")
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
