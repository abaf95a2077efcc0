public import ArgumentParser

/// The command line tool.
public struct BellhopCommand: AsyncParsableCommand {
    public static let configuration = CommandConfiguration(
        commandName: "bellhop",
        abstract: "Notifications that come back with an answer.",
        discussion: "Start with `bellhop demo`. Then `bellhop serve --simulate` and `bellhop phone` in two terminals.",
        version: "0.1.0",
        subcommands: [
            ServeCommand.self, HookCommand.self, AskCommand.self, NotifyCommand.self,
            PairCommand.self, DevicesCommand.self, KeysCommand.self, SimulateCommand.self,
        ])

    public init() {}
}
