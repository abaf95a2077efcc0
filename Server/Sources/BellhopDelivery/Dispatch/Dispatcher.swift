public import BellhopModel
public import BellhopPush
public import BellhopStore
public import Logging
public import Metrics
public import ServiceLifecycle

/// Brings deliveries to their gateways: claims what is due, sends it, and records what came of it.
///
/// Everything that must not be lost is in the store. A process that dies at any point leaves leases behind; when they
/// end, their deliveries are claimed and sent again under the same push id, so that a duplicate replaces the first.
///
/// On graceful shutdown it claims no more, gives back what it has not begun, lets running sends end, which they do
/// within their gateway's request deadline, and records them. So gateways have to outlive it.
public final class Dispatcher: Service {
    let store: any Store
    let hub: EventHub
    let wake: Wake
    let time: any TimeSource
    let metrics: DeliveryMetrics
    let logger: Logger
    let configuration: Configuration
    let payloads: any PayloadRendering
    /// Rung by ``wake``, and when a lane for which nothing was claimed has room again.
    let work = Wake()
    private let gateways: [Platform: any Gateway]

    /// - Parameters:
    ///   - gateways: each platform gets a lane of its own, also when two share one gateway. Deliveries to devices of
    ///     other platforms fail.
    ///   - hub: only counted, for the metrics.
    ///   - wake: the one that new deliveries ring.
    public convenience init(
        store: any Store, gateways: [Platform: any Gateway], hub: EventHub, wake: Wake, time: any TimeSource,
        metrics: any MetricsFactory, logger: Logger, configuration: Configuration = Configuration()
    ) {
        self.init(
            store: store, gateways: gateways, hub: hub, wake: wake, time: time, metrics: metrics, logger: logger,
            configuration: configuration, payloads: PayloadRenderer())
    }

    init(
        store: any Store, gateways: [Platform: any Gateway], hub: EventHub, wake: Wake, time: any TimeSource,
        metrics: any MetricsFactory, logger: Logger, configuration: Configuration, payloads: any PayloadRendering
    ) {
        self.store = store
        self.gateways = gateways
        self.hub = hub
        self.wake = wake
        self.time = time
        self.metrics = DeliveryMetrics(metrics)
        self.logger = logger
        self.configuration = configuration
        self.payloads = payloads
    }

    public func run() async throws {
        let results = Mailbox<DeliveryResult>()
        let lanes = gateways.keys.map {
            Lane(
                $0, capacity: configuration.laneCapacity, batch: configuration.claimLimit,
                concurrency: configuration.concurrency)
        }
        await withTaskGroup(of: Void.self) { recording in
            recording.addTask { [recorder] in await recorder.run(results) }
            await withTaskGroup(of: Void.self) { sending in
                for lane in lanes {
                    guard let gateway = gateways[lane.platform] else { continue }
                    sending.addTask { await self.send(through: gateway, on: lane, results) }
                }
                await claim(into: lanes, results)
                for lane in lanes { giveBack(lane.close(), to: results) }
            }
            results.close()
        }
    }

    private var recorder: Recorder {
        Recorder(
            store: store, time: time, wake: wake, metrics: metrics, logger: logger, limit: configuration.recordBatch)
    }

    private func send(through gateway: any Gateway, on lane: Lane, _ results: Mailbox<DeliveryResult>) async {
        var logger = logger
        logger[metadataKey: "platform"] = "\(lane.platform.rawValue)"
        let attempt = Attempt(
            gateway: gateway, time: time, configuration: configuration, credential: CredentialWatch(logger: logger),
            tokens: TokenWatch(logger: logger), results: results, metrics: metrics, logger: logger)
        await lane.run { job in
            await attempt(job)
        } onTake: {
            if lane.hasRoomAgain() { work.signal() }
        }
    }

    /// Due again at once, for whoever claims next.
    private func giveBack(_ jobs: [Job], to results: Mailbox<DeliveryResult>) {
        let now = time.now
        results.put(jobs.map { DeliveryResult($0.delivery, .returned(until: now)) })
    }
}
