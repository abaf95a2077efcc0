public import ArgumentParser
import BellhopModel

/// `bellhop-hook`: the hook alone, without a server and everything else that the whole tool brings, so that it starts in
/// a fraction of the tool's time.
public struct HookProgram: AsyncParsableCommand {
    public static let configuration = CommandConfiguration(
        commandName: "bellhop-hook", abstract: HookCommand.configuration.abstract,
        discussion: HookCommand.configuration.discussion, version: BellhopVersion.current)

    @OptionGroup var hook: HookCommand

    public init() {}

    /// Does what the process's arguments say.
    public static func launch() async {
        let arguments = Array(CommandLine.arguments.dropFirst())
        if arguments != ["--version"], await HookCommand.launch(arguments) { return }
        await main()
    }
}
