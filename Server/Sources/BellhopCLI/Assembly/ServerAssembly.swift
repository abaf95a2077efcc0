import BellhopCore
import BellhopServer
import BellhopStore
import BellhopStoreSQLite
import Logging
import ServiceLifecycle

/// Everything a running server consists of, put together in one place.
struct ServerAssembly: Sendable {
    let store: any Store
    let hub = EventHub()
    let wake = Wake()
    let time: any TimeSource
    let metrics = PrometheusMetrics()
    let useCases: UseCases
    let logger: Logger

    init(store: any Store, time: any TimeSource = SystemTime(), logger: Logger) {
        self.store = store
        self.time = time
        self.logger = logger
        useCases = UseCases(store: store, hub: hub, wake: wake, time: time, metrics: metrics)
    }

    func pairings(acceptingFileKeys: Bool) -> PairingService {
        PairingService(
            store: store, trust: useCases.trust, time: time, acceptsFileKeys: acceptingFileKeys, logger: logger)
    }

    var keys: KeyService { KeyService(store: store, time: time) }

    /// The services in the order they start; they stop in reverse: first nothing new is accepted, then what runs ends.
    ///
    /// - Parameters:
    ///   - gateways: by platform, with the services that keep them alive.
    ///   - history: how old notifications grow; `nil` keeps them for ever.
    ///   - onListening: called with the port once connections are accepted.
    func services(
        configuration: ServerConfiguration, gateways: Gateways,
        history: Duration? = Housekeeping.usualHistory,
        onListening: @escaping @Sendable (Int) async -> Void
    ) -> [any Service] {
        let dispatcher = Dispatcher(
            store: store, gateways: gateways.byPlatform, hub: hub, wake: wake, time: time, metrics: metrics,
            logger: logger)
        let fanout = CampaignFanout(
            store: store, hub: hub, wake: wake, time: time, metrics: metrics, logger: logger)
        let activities = LiveActivityUpdater(
            store: store, gateways: gateways.byPlatform, wake: useCases.sessionSignal, work: wake, time: time,
            metrics: metrics, logger: logger)
        let expiry = AskExpiry(store: store, hub: hub, wake: wake, time: time, logger: logger)
        let sessions = SessionExpiry(
            store: store, hub: hub, wake: useCases.sessionSignal, time: time, logger: logger)
        let scheduler = Scheduler(store: store, hub: hub, wake: wake, time: time, logger: logger, metrics: metrics)
        let housekeeping = Housekeeping(store: store, time: time, logger: logger, history: history)
        let server = BellhopServer(
            configuration: configuration, store: store, useCases: useCases,
            diagnoses: Diagnoses(store: store, gateways: gateways.byPlatform, time: time),
            channels: Channels(gateway: gateways.broadcasts, time: time), hub: hub, time: time,
            metrics: metrics, logger: logger, onListening: onListening)
        return gateways.services + [
            dispatcher, activities, fanout, expiry, sessions, scheduler, housekeeping, useCases.presence, server,
        ]
    }
}
