import BellhopDelivery
import BellhopModel
import BellhopPush
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

    var keys: KeyDesk { KeyDesk(store: store, time: time) }

    /// The services in the order they start; they stop in reverse: first nothing new is accepted, then what runs ends.
    ///
    /// - Parameters:
    ///   - gateways: by platform, with the services that keep them alive.
    ///   - onListening: called with the port once connections are accepted.
    func services(
        configuration: ServerConfiguration, gateways: Gateways,
        onListening: @escaping @Sendable (Int) async -> Void
    ) -> [any Service] {
        let dispatcher = Dispatcher(
            store: store, gateways: gateways.byPlatform, hub: hub, wake: wake, time: time, metrics: metrics,
            logger: logger)
        let expiry = AskExpiry(store: store, hub: hub, wake: wake, time: time, logger: logger)
        let housekeeping = Housekeeping(store: store, time: time, logger: logger)
        let server = BellhopServer(
            configuration: configuration, store: store, useCases: useCases,
            diagnoses: Diagnoses(store: store, gateways: gateways.byPlatform, time: time),
            channels: Channels(gateway: gateways.broadcasts, time: time), hub: hub, time: time,
            metrics: metrics, logger: logger, onListening: onListening)
        return gateways.services + [dispatcher, expiry, housekeeping, server]
    }
}

/// The gateways of a server and what they need to live.
struct Gateways: Sendable {
    var byPlatform: [Platform: any Gateway] = [:]
    var services: [any Service] = []
}
