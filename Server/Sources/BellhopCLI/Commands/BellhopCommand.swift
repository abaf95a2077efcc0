public import ArgumentParser

/// The command line tool.
public struct BellhopCommand: AsyncParsableCommand {
    public static let configuration = CommandConfiguration(
        commandName: "bellhop",
        abstract: "Notifications that come back with an answer.",
        discussion: "Start with `bellhop demo`. Then `bellhop serve --simulate` and `bellhop phone` in two terminals.",
        version: "0.1.0",
        subcommands: [
            ServeCommand.self, DemoCommand.self, HookCommand.self, AskCommand.self, NotifyCommand.self,
            PhoneCommand.self,
            PairCommand.self, DevicesCommand.self, KeysCommand.self, SimulateCommand.self, PayloadCommand.self,
        ])

    public init() {}
}

extension BellhopCommand {
    /// Does what the process's arguments say, and ends the process when that went wrong.
    public static func launch() async { await main() }
}
