public import ArgumentParser
import BellhopModel
import Foundation

/// The command line tool.
public struct BellhopCommand: AsyncParsableCommand {
    public static let configuration = CommandConfiguration(
        commandName: "bellhop",
        abstract: "Notifications that come back with an answer.",
        discussion: "Start with `bellhop demo`. Then `bellhop serve --simulate` and `bellhop phone` in two terminals.",
        version: BellhopVersion.current,
        subcommands: [
            ServeCommand.self, DemoCommand.self, HookCommand.self, MCPCommand.self, ACPCommand.self, AskCommand.self,
            NotifyCommand.self, SendCommand.self, CampaignsCommand.self, TopicsCommand.self, ItemsCommand.self,
            MessagesCommand.self,
            ScheduleCommand.self, HistoryCommand.self, ExplainCommand.self, PhoneCommand.self, PairCommand.self,
            DevicesCommand.self, UsersCommand.self, PreferencesCommand.self, KeysCommand.self, SimulateCommand.self,
            SessionsCommand.self, ChannelsCommand.self, PayloadCommand.self, DoctorCommand.self,
        ])

    public init() {}
}

extension BellhopCommand {
    /// Does what the process's arguments say, and ends the process when that went wrong.
    ///
    /// A hook always ends well, also one that was set up wrongly: agents take an exit code for an answer.
    public static func launch() async {
        // Writing to a reader that has gone fails, and does not end the process.
        signal(SIGPIPE, SIG_IGN)
        if let misuse = HookCommand.misuse(Array(CommandLine.arguments.dropFirst())) {
            if isatty(STDIN_FILENO) == 0 { _ = StandardInput.read(limit: 0) }
            return Output.remark("bellhop: \(misuse)")
        }
        await main()
    }
}
