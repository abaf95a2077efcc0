import ArgumentParser
import BellhopCore
import BellhopFCM
import BellhopFoundation
import BellhopModel
import BellhopTerminal
import Logging
import Metrics

struct ConfigCommand: AsyncParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "config", abstract: "Check the configuration of `bellhop serve`.",
        subcommands: [Check.self, Sample.self])

    struct Check: AsyncParsableCommand {
        static let configuration = CommandConfiguration(
            commandName: "check", abstract: "Print the effective configuration and every problem.",
            discussion: """
                Reads the server file, the environment and the files that they name, without starting a server. Exits with \
                1 when there is a problem.
                """)

        @Option(help: ArgumentHelp("The server file, as for `bellhop serve`.", valueName: "file"))
        var config: String?

        @Flag(help: "Print JSON.")
        var json = false

        func run() async throws {
            let report = try await ConfigCommand.report(
                commandLine: config.map { ["--\(SettingKey.file)=\($0)"] } ?? [],
                environment: ProcessInfo.processInfo.environment)
            if json { try Output.json(report) } else { report.lines.forEach { Output.line($0) } }
            if !report.problems.isEmpty { throw ExitCode.failure }
        }
    }

    struct Sample: ParsableCommand {
        static let configuration = CommandConfiguration(
            commandName: "sample", abstract: "Print a server file with every setting, its meaning and its default.")

        func run() throws {
            let text = ServerSample.text(of: try SettingKey.all(of: ServeCommand.self))
            Output.write(Array(text.utf8))
        }
    }
}

extension ConfigCommand {
    /// Checks the settings that `bellhop serve` would use with these arguments.
    static func report(
        commandLine: [String], environment: [String: String], systemFile: String = ServerFile.system
    ) async throws -> ConfigurationReport {
        let keys = try SettingKey.all(of: ServeCommand.self)
        let settings = ServerSettings(
            keys: keys, commandLine: commandLine, environment: environment, systemFile: systemFile)
        var problems = settings.problems
        let arguments = settings.settings.map { $0.key.arguments(for: $0.values) }
        func sentence(_ error: any Error) -> String {
            ServeCommand.message(for: settings.naming(error, of: ServeCommand.self))
        }
        func attempt<Value>(_ work: () async throws -> Value?) async -> Value? {
            do {
                return try await work()
            } catch {
                problems.append(sentence(error))
                return nil
            }
        }
        // The parser reports one error at a time: each setting is parsed by itself first.
        var isValid = true
        for setting in arguments {
            let parsed = await attempt { try ServeCommand.parse(setting) }
            if parsed == nil { isValid = false }
        }
        var folder = DataFolder(option: nil, environment: environment)
        if isValid, let command = await attempt({ try ServeCommand.parse(arguments.flatMap(\.self)) }) {
            folder = DataFolder(option: command.data, environment: environment)
            let logger = Logger(label: "bellhop") { _ in SwiftLogNoOpLogHandler() }
            let (clock, metrics) = (SystemTime(), NOOPMetricsHandler.instance)
            _ = await attempt { try command.encryption.certificate() }
            _ = await attempt { try command.apns.gateway(clock: { clock.now }, logger: logger, metrics: metrics) }
            await attempt { try command.fcm.gateway(clock: { clock.now }, logger: logger, metrics: metrics) }?
                .shutDown()
        }
        return ConfigurationReport(settings, keys: keys, folder: folder, problems: problems)
    }
}
