import ArgumentParser
import BellhopClient
import BellhopCore
import BellhopModel
import BellhopServer
import BellhopStore
import BellhopStoreSQLite
import BellhopTerminal
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
    var port: UInt16 = 8787

    @Option(help: "The data folder. Else $BELLHOP_DATA, else the system's usual place.")
    var data: String?

    @Flag(help: "Push to an APNs and an FCM simulated inside this process. `bellhop phone` attaches to them.")
    var simulate = false

    @Option(
        name: .customLong("allow-host"),
        help: ArgumentHelp("Answer also to this host name; repeat it for more.", valueName: "name"))
    var allowedHosts: [String] = []

    @Option(
        help: ArgumentHelp(
            """
            POSTs that one key may send at once, 1 or more; a fifteenth of it each second after that. A fifteenth of it is \
            the number of wrong keys that one address may send at once.
            """, valueName: "count"))
    var rateLimit = 300

    @Option(
        help: ArgumentHelp(
            """
            Unread notifications of one thread and category that are shown one by one; what comes on top is folded \
            into a summary. 0 to 1000; 0 folds nothing.
            """, valueName: "count"))
    var burstLimit = 3

    @Option(help: ArgumentHelp("Within how many seconds they have to come, 1 to 86400.", valueName: "seconds"))
    var burstWindow = 60

    @Option(help: "How long notifications, messages and campaigns are kept, such as 90d or 12w; 0 keeps them for ever.")
    var keepHistory = "90d"

    @Option(help: "What to log: trace, debug, info, notice, warning, error or critical.")
    var logLevel = "notice"

    @Flag(help: "Print one line of JSON when the server accepts connections.")
    var json = false

    @OptionGroup(title: "APNs") var apns: APNsOptions

    @OptionGroup(title: "FCM") var fcm: FCMOptions

    func validate() throws {
        guard !simulate || apns.isEmpty && fcm.isEmpty else {
            throw ValidationError(
                "--simulate pushes to nobody real: leave it out, or the options that begin with --apns- and --fcm-.")
        }
    }

    func run() async throws {
        guard rateLimit >= 1 else { throw CommandFailure.usage("--rate-limit takes 1 or more.") }
        let bursts = try burstLimits()
        guard let history = Span.read(keepHistory) else {
            throw CommandFailure.usage("--keep-history takes a span such as 90d or 12w, or 0 for ever.")
        }
        let logger = try makeLogger()
        let folder = DataFolder(option: data, environment: ProcessInfo.processInfo.environment)
        try folder.prepare()
        let lock = try FolderLock(folder)
        defer { withExtendedLifetime(lock) {} }
        DescriptorLimit.raise(logger: logger)
        let time = SystemTime()
        let store = try await StoreUnavailable.waitingForStore(to: "opening the database", time: time, logger: logger) {
            let store = try SQLiteStore.open(folder: folder.url.path, options: SQLiteOptions(burst: bursts))
            try await store.recover()
            return store
        }
        let assembly = ServerAssembly(store: store, time: time, logger: logger)
        let record = ServerRecord(folder: folder, settings: .usual)
        // Before anything else can fail: they are made this once.
        try await StoreUnavailable.waitingForStore(to: "making the first keys", time: time, logger: logger) {
            _ = try await FirstKeys.make(with: assembly.keys, keeping: record.keep)
        }
        let (gateways, phonePort) = try await gateways(assembly, logger)
        let services = assembly.services(
            configuration: ServerConfiguration(
                host: host, port: Int(port), allowedHosts: allowedHosts, burst: Double(rateLimit),
                requestsPerSecond: Double(rateLimit) / 15, acceptsFileKeys: simulate),
            gateways: gateways, history: history == .zero ? nil : history,
            onListening: { port in
                announce(
                    port: port, record: record, phonePort: phonePort, platforms: Set(gateways.byPlatform.keys))
            })
        try await ServiceGroup(
            configuration: .init(
                services: services.map { .init(service: $0) }, gracefulShutdownSignals: [.sigterm, .sigint],
                logger: logger)
        ).run()
    }

    /// - Returns: `nil` when nothing is to be folded.
    func burstLimits() throws -> BurstLimits? {
        guard (0...1000).contains(burstLimit) else { throw CommandFailure.usage("--burst-limit takes 0 to 1000.") }
        guard (1...86_400).contains(burstWindow) else {
            throw CommandFailure.usage("--burst-window takes 1 to 86400 seconds.")
        }
        return burstLimit == 0 ? nil : BurstLimits(limit: burstLimit, window: .seconds(burstWindow))
    }

    private func makeLogger() throws -> Logger {
        let level: Logger.Level = try Choice.read(logLevel, for: "--log-level")
        var logger = Logger(label: "bellhop") { StreamLogHandler.standardError(label: $0) }
        logger.logLevel = level
        return logger
    }

    private func gateways(_ assembly: ServerAssembly, _ logger: Logger) async throws -> (Gateways, phonePort: Int?) {
        if simulate {
            let time = assembly.time
            let simulated = try await SimulatedGateways.start(
                time: { time.now }, metrics: assembly.metrics, logger: logger)
            return (simulated.gateways, simulated.phonePort)
        }
        return (try Gateways(apns: apns, fcm: fcm, assembly: assembly, logger: logger), nil)
    }

    /// Says where the server is, and writes it down for the other commands.
    private func announce(
        port: Int, record: ServerRecord, phonePort: Int?, platforms: Set<Platform>
    ) {
        let url = "http://\(host.contains(":") ? "[\(host)]" : host):\(port)"
        let note = record.note(url: url, phonePort: phonePort)
        let folder = record.folder
        if json {
            struct Ready: Encodable { var url: String; var data: String }
            try? Output.json(Ready(url: url, data: folder.url.path))
            return
        }
        Output.line("Bellhop listens on \(url)")
        Output.line("  data      \(folder.url.path)")
        if let note = record.adminKeyNote { Output.line("  admin key \(note)") }
        Output.line("  settings  \(note)")
        Output.line("  caution   an agent under this account can read the server's files: keep them apart for real use")
        if simulate { Output.line("  APNs and FCM are simulated: start a phone with `bellhop phone`") }
        if platforms.isEmpty {
            Output.line(
                "  no push gateway: devices see asks only while they are connected "
                    + "(see --simulate, --apns-key, --fcm-service-account)")
        }
    }
}
