import ArgumentParser
import BellhopAPNs
import BellhopClient
import BellhopDelivery
import BellhopModel
import BellhopServer
import BellhopStoreSQLite
import Foundation
import Logging
import ServiceLifecycle
import UnixSignals

struct ServeCommand: AsyncParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "serve",
        abstract: "Runs the server.",
        discussion: """
            The first start needs nothing: it makes the data folder, the database and the first keys, and says where \
            they are. Stop it with Control-C; what it accepted is kept and delivered after the next start.
            """)

    @Option(help: "The address to listen on.")
    var host = "127.0.0.1"

    @Option(help: "The port; 0 lets the system choose.")
    var port = 8787

    @Option(help: "The data folder. Else $BELLHOP_DATA, else the system's usual place.")
    var data: String?

    @Flag(help: "Push to a simulated APNs inside this process. `bellhop phone` attaches to it.")
    var simulate = false

    @Option(
        name: .customLong("allow-host"),
        help: ArgumentHelp("Answer also to this host name; repeat it for more.", valueName: "name"))
    var allowedHosts: [String] = []

    @Option(help: "POSTs that one key may send at once; a fifteenth of it each second after that.")
    var burst = 300

    @Option(help: "What to log: trace, debug, info, notice, warning, error or critical.")
    var logLevel = "notice"

    @Flag(help: "Print one line of JSON when the server accepts connections.")
    var json = false

    @OptionGroup(title: "APNs") var apns: APNsOptions

    func run() async throws {
        let logger = try makeLogger()
        let folder = DataFolder(option: data, environment: ProcessInfo.processInfo.environment)
        try folder.prepare()
        let lock = try FolderLock(folder)
        defer { withExtendedLifetime(lock) {} }
        let store = try SQLiteStore.open(folder: folder.url.path)
        try await store.recover()
        let assembly = ServerAssembly(store: store, logger: logger)
        let firstKeys = try await writeFirstKeys(of: assembly, to: folder)
        let (gateways, phonePort) = try await gateways(assembly, logger)
        let services = assembly.services(
            configuration: ServerConfiguration(
                host: host, port: port, allowedHosts: allowedHosts, burst: Double(burst),
                requestsPerSecond: Double(burst) / 15),
            gateways: gateways,
            onListening: { port in
                announce(port: port, folder: folder, firstKeys: firstKeys, phonePort: phonePort, logger: logger)
            })
        try await ServiceGroup(
            configuration: .init(
                services: services.map { .init(service: $0) }, gracefulShutdownSignals: [.sigterm, .sigint],
                logger: logger)
        ).run()
    }

    private func makeLogger() throws -> Logger {
        guard let level = Logger.Level(rawValue: logLevel) else {
            throw CommandFailure(
                "--log-level takes one of \(Logger.Level.allCases.map(\.rawValue).joined(separator: ", ")).")
        }
        var logger = Logger(label: "bellhop") { StreamLogHandler.standardError(label: $0) }
        logger.logLevel = level
        return logger
    }

    private func writeFirstKeys(of assembly: ServerAssembly, to folder: DataFolder) async throws -> FirstKeys? {
        guard let keys = try await FirstKeys.make(with: assembly.keys) else { return nil }
        try folder.write(keys.admin.reveal() + "\n", to: folder.adminKey)
        return keys
    }

    private func gateways(_ assembly: ServerAssembly, _ logger: Logger) async throws -> (Gateways, phonePort: Int?) {
        if simulate {
            let time = assembly.time
            let simulated = try await SimulatedGateways.start(
                time: { time.now }, metrics: assembly.metrics, logger: logger)
            return (simulated.gateways, simulated.phonePort)
        }
        guard let credential = try apns.credential() else { return (Gateways(), nil) }
        let time = assembly.time
        let gateway = try APNsGateway(
            credentials: [credential], configuration: apns.gatewayConfiguration(), clock: { time.now },
            logger: logger, metrics: assembly.metrics)
        return (Gateways(byPlatform: [.ios: gateway, .macos: gateway], services: [gateway]), nil)
    }

    /// Says where the server is, and writes it down for the other commands.
    private func announce(port: Int, folder: DataFolder, firstKeys: FirstKeys?, phonePort: Int?, logger: Logger) {
        let url = "http://\(host.contains(":") ? "[\(host)]" : host):\(port)"
        let note = remember(url: url, folder: folder, firstKeys: firstKeys, phonePort: phonePort)
        if json {
            struct Ready: Encodable { var url: String; var data: String }
            try? Output.json(Ready(url: url, data: folder.url.path))
            return
        }
        Output.line("Bellhop listens on \(url)")
        Output.line("  data      \(folder.url.path)")
        if firstKeys != nil {
            Output.line("  admin key \(folder.adminKey.path)  (keep it elsewhere and delete the file)")
        }
        Output.line("  settings  \(note)")
        if simulate { Output.line("  APNs is simulated: start a phone with `bellhop phone`") }
        if !simulate, apns.keyFile == nil {
            Output.line(
                "  no push gateway: devices see asks only while they are connected (see --simulate, --apns-key)")
        }
    }

    /// - Returns: what to say about the configuration file.
    private func remember(url: String, folder: DataFolder, firstKeys: FirstKeys?, phonePort: Int?) -> String {
        let file = SettingsFile.usual
        do {
            var settings = try file.load()
            if let firstKeys {
                guard settings.key == nil else {
                    return
                        "\(file.path) names another server and stays as it is; the new agent key is in \(try writeAgentKey(firstKeys, folder))"
                }
                settings.key = firstKeys.agent
                settings.dataFolder = folder.url.path
            }
            guard settings.dataFolder == folder.url.path else {
                return "\(file.path) belongs to another server and stays as it is"
            }
            settings.url = url
            settings.simulator = phonePort.map { .init(phonePort: $0) }
            try file.save(settings)
            return file.path
        } catch {
            return "not written: \(error)"
        }
    }

    private func writeAgentKey(_ keys: FirstKeys, _ folder: DataFolder) throws -> String {
        let file = folder.url.appending(path: "agent.key")
        try folder.write(keys.agent.reveal() + "\n", to: file)
        return file.path
    }
}
