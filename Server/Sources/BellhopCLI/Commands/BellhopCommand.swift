public import ArgumentParser
import BellhopClient
import BellhopFoundation
import BellhopHook
import BellhopModel
import BellhopTerminal

/// The command line tool.
public struct BellhopCommand: AsyncParsableCommand {
    public static let configuration = CommandConfiguration(
        commandName: "bellhop",
        abstract: "Push notifications that return an answer.",
        discussion: """
            Start with `bellhop demo`. Then `bellhop serve --simulate` and `bellhop phone` in two terminals.

            The server's address and the key come from --url and --key, else from $BELLHOP_URL and $BELLHOP_KEY, else from \
            the configuration file, which `serve` and `pair` write.

            Exit codes: 0 success; 1 failure, with the reason on standard error; 64 wrong usage; 74 standard output could \
            not be written. `ask`, `hook`, `acp` and `payload lint` have other codes: see their help.
            """,
        version: BellhopVersion.current,
        groupedSubcommands: [
            CommandGroup(
                name: "Server",
                subcommands: [
                    ServeCommand.self, ConsoleCommand.self, ConfigCommand.self, BackupCommand.self, RestoreCommand.self,
                    MigrateCommand.self,
                    DemoCommand.self, DoctorCommand.self,
                ]),
            CommandGroup(
                name: "Agents",
                subcommands: [
                    SetupCommand.self, HookCommand.self, MCPCommand.self, ACPCommand.self, SessionsCommand.self,
                ]),
            CommandGroup(
                name: "Sending",
                subcommands: [AskCommand.self, NotifyCommand.self, SendCommand.self, ScheduleCommand.self]),
            CommandGroup(
                name: "Audience",
                subcommands: [
                    CampaignsCommand.self, TopicsCommand.self, ItemsCommand.self, MessagesCommand.self,
                    ChannelsCommand.self,
                ]),
            CommandGroup(name: "History", subcommands: [HistoryCommand.self, ExplainCommand.self]),
            CommandGroup(
                name: "Registration",
                subcommands: [
                    PairCommand.self, DevicesCommand.self, UsersCommand.self, KeysCommand.self,
                    PreferencesCommand.self,
                ]),
            CommandGroup(
                name: "Testing",
                subcommands: [PhoneCommand.self, SimulateCommand.self, PayloadCommand.self]),
        ])

    public init() {}
}

extension BellhopCommand {
    /// Runs the command of the process's arguments, and ends the process with an exit code on failure.
    public static func launch() async {
        var arguments = Array(CommandLine.arguments.dropFirst())
        if arguments.first == HookCommand.configuration.commandName,
            await HookCommand.launch(Array(arguments.dropFirst()))
        {
            return
        }
        StandardStreams.complete()
        // A write to a closed pipe must fail instead of ending the process.
        signal(SIGPIPE, SIG_IGN)
        var known: Any.Type?
        var settings: ServerSettings?
        do {
            if arguments.first == ServeCommand.configuration.commandName {
                let read = try ServeCommand.settings()
                settings = read
                arguments = [arguments[0]] + (try read.arguments())
            }
            var command = try await parse(root: arguments)
            known = type(of: command)
            if var command = command as? any AsyncParsableCommand {
                try await command.run()
            } else {
                try command.run()
            }
        } catch let error as ClientError {
            end(CommandFailure(RefusalText.message(for: error, of: known)))
        } catch {
            end(settings?.naming(error, of: Self.self) ?? error)
        }
        if Output.loss != nil { end(ExitCode.success) }
    }

    /// Parses the command and its arguments.
    ///
    /// - Throws: an error to pass to ``end(_:)``.
    static func parse(root arguments: [String]) async throws -> any ParsableCommand {
        // For the help of an unknown command the parser would print the help of all.
        if arguments.first == "help", let unknown = UnknownCommand(in: Array(arguments.dropFirst()), of: Self.self) {
            throw unknown.failure
        }
        do {
            return try await asyncParseAsRoot(arguments)
        } catch {
            guard exitCode(for: error) == .validationFailure else { throw error }
            if let unknown = UnknownCommand(in: arguments, of: Self.self) { throw unknown.failure }
            throw UnknownOption.failure(in: arguments, of: Self.self) ?? error
        }
    }

    /// The text to print for an error: messages begin with the tool's name, requested texts such as help do not.
    static func text(for error: any Error) -> String {
        let text = fullMessage(for: error)
        // The parser's prefix is replaced by the tool's name.
        let label = "Error: "
        return text.hasPrefix(label) ? "bellhop: \(text.dropFirst(label.count))" : text
    }

    /// Prints the error's text and ends the process.
    private static func end(_ error: any Error) -> Never {
        let text = text(for: error)
        let failure = error as? CommandFailure
        if let output = failure?.output { Output.line(output) }
        var code = failure?.exitCode ?? exitCode(for: error)
        if !text.isEmpty {
            if code.isSuccess { Output.line(text) } else { Output.remark(text) }
        }
        if let loss = Output.loss {
            Output.remark(self.text(for: loss))
            if code.isSuccess { code = loss.exitCode }
        }
        BellhopFoundation.exit(code.rawValue)
    }
}
