import ArgumentParser

struct SimulateCommand: AsyncParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "simulate", abstract: "Simulates a push service, for tests of your own.",
        subcommands: [APNs.self, FCM.self])
}
