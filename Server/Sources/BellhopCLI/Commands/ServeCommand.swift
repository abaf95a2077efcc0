import ArgumentParser
import BellhopAPNs
import BellhopClient
import BellhopCore
import BellhopFCM
import BellhopFoundation
import BellhopModel
import BellhopServer
import BellhopStore
import BellhopTerminal
import BellhopWebPush
import Logging
import ServiceLifecycle
import UnixSignals

struct ServeCommand: AsyncParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "serve",
        abstract: "Run the server.",
        discussion: """
            The first start creates the data folder, the database and the first keys, and prints where they are. Stop the \
            server with Control-C; accepted notifications are stored and delivered after the next start.

            Each option may also be set by an environment variable such as BELLHOP_PORT, else by a line such as \
            "port = 8787" of a server file. `bellhop config sample` prints such a file. SIGHUP reloads the credentials for \
            APNs and FCM, and the certificate.
            """)

    @Option(
        help: ArgumentHelp(
            """
            The server file (default: $BELLHOP_SERVER_CONFIG, then server.conf in the data folder, then \
            /etc/bellhop/server.conf).
            """, valueName: "file"))
    var config: String?

    @Option(help: "The address to listen on.")
    var host = "127.0.0.1"

    @Option(help: "The port; 0 lets the system choose one.")
    var port: UInt16 = 8787

    @Option(
        help: ArgumentHelp(
            "The data folder (default: $BELLHOP_DATA, then the system's standard place).", valueName: "folder"))
    var data: String?

    @OptionGroup var encryption: TLSOptions

    @OptionGroup var storage: DatabaseOptions

    @Flag(
        help: "Push to an APNs, an FCM and a push service simulated in this process, to which `bellhop phone` connects."
    )
    var simulate = false

    @Option(
        name: .customLong("allow-host"),
        help: ArgumentHelp("An additional accepted host name; repeat it for more.", valueName: "name"))
    var allowedHosts: [String] = []

    @Option(
        help: ArgumentHelp(
            """
            The maximum burst of POST requests for one key, 1 or more. A fifteenth of this number is the \
            sustained rate per second, and the maximum burst of invalid keys from one address.
            """, valueName: "count"))
    var rateLimit = 300

    @Option(
        help: ArgumentHelp(
            """
            The number of unread notifications of one thread and category that are shown individually, 0 to 1000; more \
            are folded into a summary. 0 disables summaries.
            """, valueName: "count"))
    var burstLimit = 3

    @Option(help: ArgumentHelp("The time window of --burst-limit in seconds, 1 to 86400.", valueName: "seconds"))
    var burstWindow = 60

    @Option(
        help: ArgumentHelp(
            "The time for which notifications, messages and campaigns are kept, such as 90d or 12w; 0 keeps them forever.",
            valueName: "duration"))
    var keepHistory = "90d"

    @Option(help: "The minimum log level: trace, debug, info, notice, warning, error or critical.")
    var logLevel = "notice"

    @Option(help: "The format of log lines on standard error: text or json.")
    var logFormat = LogFormat.text.rawValue

    @Flag(help: "Print one line of JSON when the server accepts connections.")
    var json = false

    @OptionGroup(title: "APNs") var apns: APNsOptions

    @OptionGroup(title: "FCM") var fcm: FCMOptions

    @OptionGroup(title: "Web Push") var webPush: WebPushOptions

    func validate() throws {
        if simulate, let other = apns.firstGiven ?? fcm.firstGiven ?? webPush.firstGiven {
            throw ValidationError("--simulate replaces the real gateways: remove either --simulate or \(other).")
        }
        guard rateLimit >= 1 else { throw ValidationError("--rate-limit takes 1 or more.") }
        try ArgumentRange.check(burstLimit, in: 0...1000, "--burst-limit")
        try ArgumentRange.check(seconds: burstWindow, in: 1...86_400, "--burst-window")
        guard DurationArgument.parse(keepHistory) != nil else {
            throw ValidationError("--keep-history takes a duration such as 90d or 12w, or 0 for no limit.")
        }
        do {
            _ = try makeLogger()
        } catch let error as CommandFailure {
            throw ValidationError(error.description)
        }
    }

    func run() async throws {
        let logger = try makeLogger()
        let folder = DataFolder(option: data, environment: ProcessInfo.processInfo.environment)
        try folder.prepare()
        let lock = try DataFolderLock(folder)
        defer { withExtendedLifetime(lock) {} }
        DescriptorLimit.raise(logger: logger)
        let local = SystemTime()
        let store = try await StoreUnavailable.waitingForStore(to: "opening the database", time: local, logger: logger)
        {
            let store = try storage.openStore(in: folder, burst: burstLimits)
            try await store.recover()
            return store
        }
        let time: any TimeSource =
            store.isShared
            ? try await StoreUnavailable.waitingForStore(to: "reading the time", time: local, logger: logger) {
                try await SharedTime(store, logger: logger)
            } : local
        let assembly = ServerAssembly(store: store, time: time, logger: logger)
        let record = ServerRecord(folder: folder, settings: .usual)
        // Before anything else can fail, because the keys are created only once.
        try await StoreUnavailable.waitingForStore(to: "making the first keys", time: time, logger: logger) {
            _ = try await FirstKeys.make(with: assembly.keys, keeping: record.store)
        }
        let tls = try encryption.certificate().map { ServerTLS($0) }
        let webPushKey = try VAPIDKey(
            pem: try await StoreUnavailable.waitingForStore(
                to: "reading the key pair for Web Push", time: time, logger: logger
            ) { try await store.webPushKey { VAPIDKey().pem } })
        let (gateways, phonePort) = try await gateways(assembly, webPushKey, logger)
        let log = ServerLog(logger: logger)
        log.warnAboutTimeZones()
        if let tls {
            log.warnAboutExpiry(of: tls.certificate, at: time.now)
        } else {
            log.warnAboutUnencryptedTraffic(on: host)
        }
        let services = assembly.services(
            configuration: ServerConfiguration(
                host: host, port: Int(port), tls: tls, allowedHosts: allowedHosts, burst: Double(rateLimit),
                requestsPerSecond: Double(rateLimit) / 15, acceptsFileKeys: simulate),
            gateways: gateways, applicationServerKey: webPushKey.applicationServerKey,
            history: DurationArgument.parse(keepHistory).flatMap { $0 == .zero ? nil : $0 },
            onListening: { port in
                let address = url(port: port, tls?.certificate)
                await announce(
                    url: address, database: store.address, record: record, phonePort: phonePort,
                    platforms: Set(gateways.byPlatform.keys), console: assembly.useCases.console)
                log.started(
                    address: address, data: folder.url.path, platforms: gateways.byPlatform.keys,
                    isSimulated: simulate)
            })
        var running = (services + [log]).map { ServiceGroupConfiguration.ServiceConfiguration(service: $0) }
        if !simulate || tls != nil {
            running.append(
                .init(
                    service: reload(of: gateways, tls, time, log),
                    // It ends when the terminal is closed.
                    successTerminationBehavior: .gracefullyShutdownGroup))
        }
        try await log.reportEnd {
            try await ServiceGroup(
                configuration: .init(services: running, gracefulShutdownSignals: [.sigterm, .sigint], logger: logger)
            ).run()
        }
    }

    /// The limits of bursts; `nil` when nothing is folded.
    var burstLimits: BurstLimits? {
        burstLimit == 0 ? nil : BurstLimits(limit: burstLimit, window: .seconds(burstWindow))
    }

    private func makeLogger() throws -> Logger {
        let level: Logger.Level = try Choice.read(logLevel, for: "--log-level")
        let format: LogFormat = try Choice.read(logFormat, for: "--log-format")
        var logger = Logger(label: "bellhop") { format.handler(label: $0) }
        logger.logLevel = level
        return logger
    }

    private func reload(
        of gateways: Gateways, _ tls: ServerTLS?, _ time: any TimeSource, _ log: ServerLog
    ) -> CredentialReload {
        CredentialReload(
            apns: gateways.byPlatform[.ios] as? APNsGateway, fcm: gateways.byPlatform[.android] as? FCMGateway,
            tls: tls,
            time: time, log: log
        ) {
            let settings = try Self.settings()
            do {
                let command = try Self.parse(try settings.arguments())
                return (command.apns, command.fcm, command.encryption)
            } catch {
                throw CommandFailure(Self.message(for: settings.naming(error, of: Self.self)))
            }
        }
    }

    private func gateways(
        _ assembly: ServerAssembly, _ webPushKey: VAPIDKey, _ logger: Logger
    ) async throws -> (Gateways, phonePort: Int?) {
        if simulate {
            let time = assembly.time
            let simulated = try await SimulatedGateways.start(
                webPushKey: webPushKey, time: { time.now }, metrics: assembly.metrics, logger: logger)
            return (simulated.gateways, simulated.phonePort)
        }
        let (time, metrics) = (assembly.time, assembly.metrics)
        var gateways = Gateways()
        if let gateway = try apns.gateway(clock: { time.now }, logger: logger, metrics: metrics) {
            gateways.add(gateway, for: .ios, .macos)
        }
        // Last, because these gateways must be shut down once they exist.
        let browsers = try webPush.gateway(key: webPushKey, clock: { time.now }, metrics: metrics)
        gateways.add(browsers, for: .web)
        do {
            if let gateway = try fcm.gateway(clock: { time.now }, logger: logger, metrics: metrics) {
                gateways.add(gateway, for: .android)
            }
        } catch {
            await browsers.shutDown()
            throw error
        }
        return (gateways, nil)
    }

    private func url(port: Int, _ certificate: ServerCertificate?) -> String {
        let name = certificate?.name(for: host) ?? host
        return "\(certificate == nil ? "http" : "https")://\(name.contains(":") ? "[\(name)]" : name):\(port)"
    }

    /// A link that logs in. It is only for the person at the terminal: logs are kept, and others read them.
    private func consoleHint(_ console: ConsoleService, _ url: String) async -> String {
        guard isatty(STDOUT_FILENO) == 1, let link = try? await console.createLink(for: FirstKeys.owner) else {
            return "run `bellhop console` for a link that logs in"
        }
        return "\(ConsoleAddress.login(link, at: url))  (once, within ten minutes)"
    }

    /// Prints the server's address, and writes it to the configuration file for the other commands.
    private func announce(
        url: String, database: String?, record: ServerRecord, phonePort: Int?, platforms: Set<Platform>,
        console: ConsoleService
    ) async {
        let note = record.recordAddress(url: url, phonePort: phonePort)
        let folder = record.folder
        if json {
            struct Ready: Encodable { var url: String; var data: String }
            try? Output.json(Ready(url: url, data: folder.url.path))
            return
        }
        Output.line("Bellhop is listening on \(url)")
        Output.line("  console   \(await consoleHint(console, url))")
        Output.line("  data      \(folder.url.path)")
        if let database { Output.line("  database  PostgreSQL: \(database)") }
        if let note = record.adminKeyHint { Output.line("  admin key \(note)") }
        Output.line("  settings  \(note)")
        Output.line(
            "  caution   agents under this account can read the server's files: use another account in production")
        if simulate { Output.line("  APNs and FCM are simulated: start a phone with `bellhop phone`") }
        if platforms == [.web] {
            Output.line(
                "  no push gateway for phones: they receive asks only while they are connected "
                    + "(see --simulate, --apns-key, --fcm-service-account)")
        }
    }
}

extension ServeCommand {
    /// Reads the settings of this process.
    static func settings() throws -> ServerSettings {
        ServerSettings(
            keys: try SettingKey.all(of: Self.self), commandLine: Array(CommandLine.arguments.dropFirst(2)),
            environment: ProcessInfo.processInfo.environment)
    }
}
