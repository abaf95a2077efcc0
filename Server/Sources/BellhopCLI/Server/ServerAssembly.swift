import BellhopCore
import BellhopModel
import BellhopPush
import BellhopServer
import BellhopStore
import Logging
import ServiceLifecycle

/// The composition root of a server.
struct ServerAssembly: Sendable {
    let store: Store
    let hub = EventHub()
    let workSignal = WorkSignal()
    let time: any TimeSource
    let metrics = PrometheusMetrics()
    let useCases: UseCases
    let logger: Logger

    init(store: Store, time: any TimeSource = SystemTime(), logger: Logger) {
        self.store = store
        self.time = time
        self.logger = logger
        useCases = UseCases(store: store, hub: hub, workSignal: workSignal, time: time, metrics: metrics)
    }

    func pairings(acceptingFileKeys: Bool) -> PairingService {
        PairingService(
            store: store, trust: useCases.trust, time: time, acceptsFileKeys: acceptingFileKeys, logger: logger)
    }

    var keys: KeyService { useCases.keys }

    /// The services in starting order. They stop in reverse order: the server first stops accepting requests, then running
    /// work ends.
    ///
    /// - Parameters:
    ///   - gateways: the gateways by platform, with the services that run them.
    ///   - applicationServerKey: the public key of the gateway for Web Push; `nil` without one.
    ///   - history: the maximum age of notifications; `nil` keeps them forever.
    ///   - onListening: called with the port once connections are accepted.
    func services(
        configuration: ServerConfiguration, gateways: Gateways, applicationServerKey: String? = nil,
        history: Duration? = Housekeeping.usualHistory,
        onListening: @escaping @Sendable (Int) async -> Void
    ) -> [any Service] {
        let dispatcher = Dispatcher(
            store: store, gateways: gateways.byPlatform, hub: hub, workSignal: workSignal, time: time, metrics: metrics,
            logger: logger)
        let fanout = CampaignFanout(
            store: store, hub: hub, workSignal: workSignal, time: time, metrics: metrics, logger: logger)
        let broadcasts = BroadcastSender(
            store: store, gateways: gateways.byPlatform, workSignal: workSignal, time: time, metrics: metrics,
            logger: logger)
        let activities = LiveActivityUpdater(
            store: store, gateways: gateways.byPlatform, workSignal: workSignal,
            time: time,
            metrics: metrics, logger: logger)
        let expiry = AskExpiry(store: store, hub: hub, workSignal: workSignal, time: time, logger: logger)
        let sessions = SessionExpiry(
            store: store, hub: hub, workSignal: workSignal, time: time, logger: logger)
        let scheduler = Scheduler(
            store: store, hub: hub, workSignal: workSignal, time: time, logger: logger, metrics: metrics)
        let housekeeping = Housekeeping(store: store, time: time, logger: logger, history: history)
        let server = BellhopServer(
            configuration: configuration, store: store, useCases: useCases,
            diagnoses: DiagnosisService(store: store, gateways: gateways.byPlatform, time: time),
            channels: ChannelService(gateway: gateways.broadcasts, time: time), hub: hub, time: time,
            metrics: metrics, logger: logger, applicationServerKey: applicationServerKey, onListening: onListening)
        let relay = NodeRelay(
            store: store, hub: hub, workSignal: workSignal, time: time, logger: logger)
        return [time as? SharedTime].compactMap { $0 } + gateways.services + [
            relay, dispatcher, activities, fanout, broadcasts, expiry, sessions, scheduler, housekeeping,
            useCases.presence, server,
        ]
    }
}

/// The gateways of a server, and the services that run them.
struct Gateways: Sendable {
    var byPlatform: [Platform: any Gateway] = [:]
    var services: [any Service] = []
}

extension Gateways {
    mutating func add(_ gateway: some Gateway & Service, for platforms: Platform...) {
        for platform in platforms { byPlatform[platform] = gateway }
        services.append(gateway)
    }
}

extension Gateways {
    /// The gateway with broadcast channels, which only APNs has.
    var broadcasts: (any BroadcastGateway)? { byPlatform[.ios] as? any BroadcastGateway }
}
