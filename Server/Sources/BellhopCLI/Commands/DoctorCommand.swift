import ArgumentParser
import BellhopClient
import BellhopFoundation
import BellhopModel
import BellhopTerminal

struct DoctorCommand: AsyncParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "doctor",
        abstract: "Find problems and show how to fix them.",
        discussion: """
            Checks the files on this machine, the agents that are set up here, the server, its clock, its devices and \
            its gateways. If the server works, or none is configured, it also runs one ask through a simulated server, \
            push service and phone in this process. Gateways are tested with a push to an unused token, which no \
            phone receives. Exits with 1 when a check has failed.
            """)

    @Option(help: "Test the gateway for this app too, by bundle identifier or package name, before a device is paired.")
    var app: String?

    @Option(help: "The platform of --app: ios, macos, android or web.")
    var platform: String?

    @Option(help: "The server's data folder (default: the system's standard place).")
    var data: String?

    @Flag(inversion: .prefixedNo, help: "Run an ask through a simulated phone.")
    var roundTrip = true

    @Flag(help: "Print JSON.")
    var json = false

    @OptionGroup var colors: ColorOptions

    @OptionGroup var server: ServerOptions

    func validate() throws {
        guard platform == nil || app != nil else { throw ValidationError("--platform needs --app.") }
    }

    func run() async throws {
        let platform = try platform.map { name in
            try Choice.read(name, for: "--platform", among: Platform.allCases.map { ($0.rawValue, $0) })
        }
        let environment = ProcessInfo.processInfo.environment
        let settings = SettingsFile.usual
        let folder = DataFolder(option: data, environment: environment)
        let display = colors.display
        var findings: [Finding] = []
        func report(_ new: [Finding]) {
            findings += new
            if !json { for line in new.flatMap(\.lines) { Output.line(line, inColor: display.hasColor) } }
        }
        report(LocalChecks(settings: settings, folder: folder, project: Self.project).findings())
        report(AgentChecks(environment: environment, folder: .currentDirectory()).findings())
        report(
            await ServerChecks(
                url: server.url, key: server.key.map(Secret.init), settings: settings, folder: folder,
                request: DiagnosisRequest(app: app, platform: platform), environment: environment
            ).findings())
        if roundTrip { report([await RoundTripCheck(isServerUnreachable: findings.isServerUnreachable).finding()]) }
        let failures = findings.count { $0.status == .failure }
        if json {
            try Output.json(Report(healthy: failures == 0, findings: findings))
        } else {
            Output.line()
            Output.line(Self.summary(of: findings))
        }
        if failures > 0 { throw ExitCode.failure }
    }

    /// The working directory, if it is the root of a repository.
    private static var project: String? {
        let folder = FileManager.default.currentDirectoryPath
        return FileManager.default.fileExists(atPath: folder + "/.git") ? folder : nil
    }

    private struct Report: Encodable {
        var healthy: Bool
        var findings: [Finding]
    }

    static func summary(of findings: [Finding]) -> String {
        let failures = findings.count { $0.status == .failure }
        let warnings = findings.count { $0.status == .warning }
        let skipped = findings.count { $0.status == .skipped }
        if failures + warnings == 0 {
            return skipped == 0 ? "No problems found." : "No problems found; \(skipped) skipped."
        }
        return [(failures, "failure"), (warnings, "warning")].filter { $0.0 > 0 }
            .map { "\($0) \($1)\($0 == 1 ? "" : "s")" }.joined(separator: ", ") + "."
    }
}
