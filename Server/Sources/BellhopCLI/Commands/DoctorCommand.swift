import ArgumentParser
import BellhopClient
import BellhopModel
import BellhopTerminal
import Foundation

struct DoctorCommand: AsyncParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "doctor",
        abstract: "Finds out what is wrong, and says what to do about it.",
        discussion: """
            Looks at the files on this machine, the agents that are set up here, the server, its clock, its devices and \
            its gateways. When nothing is wrong with the server, or none is named, it also runs one ask through a \
            server, a push service and a phone that it simulates in this process. Gateways are asked with a \
            push to a token that no device has: nobody's phone rings. Exits 1 when something has failed.
            """)

    @Option(
        help: "Ask the gateway about this app too, by bundle identifier or package name, before a device is paired.")
    var app: String?

    @Option(help: "The platform of --app: ios, macos or android.")
    var platform: String?

    @Option(help: "The server's data folder, if it is not the usual one.")
    var data: String?

    @Flag(inversion: .prefixedNo, help: "Run an ask through a simulated phone.")
    var roundTrip = true

    @Flag(help: "Print JSON.")
    var json = false

    @OptionGroup var colors: ColorOptions

    @OptionGroup var server: ServerOptions

    /// The platforms with a gateway.
    static let platforms = Platform.allCases.filter { $0 != .web }

    func validate() throws {
        guard platform == nil || app != nil else { throw ValidationError("--platform needs --app.") }
    }

    func run() async throws {
        let platform = try platform.map { name in
            try Choice.read(name, for: "--platform", among: Self.platforms.map { ($0.rawValue, $0) })
        }
        let environment = ProcessInfo.processInfo.environment
        let settings = SettingsFile.usual
        let folder = DataFolder(option: data, environment: environment)
        let display = colors.display
        var findings: [Finding] = []
        func tell(_ new: [Finding]) {
            findings += new
            if !json { for line in new.flatMap(\.lines) { Output.line(line, inColor: display.hasColor) } }
        }
        tell(
            LocalChecks(settings: settings, folder: folder, project: Self.project)
                .findings())
        tell(AgentChecks(environment: environment, folder: .currentDirectory()).findings())
        tell(
            await ServerChecks(
                url: server.url, key: server.key.map(Secret.init), settings: settings, folder: folder,
                request: DiagnosisRequest(app: app, platform: platform), environment: environment
            ).findings())
        if roundTrip { tell([await LoopCheck(isServerDown: findings.isServerDown).finding()]) }
        let failures = findings.count { $0.verdict == .failure }
        if json {
            try Output.json(Report(healthy: failures == 0, findings: findings))
        } else {
            Output.line()
            Output.line(Self.summary(of: findings))
        }
        if failures > 0 { throw ExitCode.failure }
    }

    /// The folder that this runs in, where it is the root of a repository.
    private static var project: String? {
        let folder = FileManager.default.currentDirectoryPath
        return FileManager.default.fileExists(atPath: folder + "/.git") ? folder : nil
    }

    private struct Report: Encodable {
        var healthy: Bool
        var findings: [Finding]
    }

    static func summary(of findings: [Finding]) -> String {
        let failures = findings.count { $0.verdict == .failure }
        let warnings = findings.count { $0.verdict == .warning }
        let skipped = findings.count { $0.verdict == .skipped }
        if failures + warnings == 0 {
            return skipped == 0 ? "All is well." : "All is well, as far as it could be checked: \(skipped) skipped."
        }
        return [(failures, "failure"), (warnings, "warning")].filter { $0.0 > 0 }
            .map { "\($0) \($1)\($0 == 1 ? "" : "s")" }.joined(separator: ", ") + "."
    }
}
