public import BellhopModel
public import BellhopPush
public import BellhopStore
public import Logging
public import Metrics
public import ServiceLifecycle
import Synchronization

/// Claims due deliveries, sends them through their gateways and records the results.
///
/// All durable state is in the store. The leases of a process that dies end, and its deliveries are claimed and sent
/// again under the same push id, so that a duplicate replaces the first push.
///
/// On graceful shutdown it stops claiming, returns jobs that have not begun, lets running sends finish within their
/// gateway's request deadline, and records them. Gateways must therefore outlive the dispatcher.
public final class Dispatcher: Service {
    let store: Store
    let hub: EventHub
    let workSignal: WorkSignal
    let time: any TimeSource
    let metrics: DeliveryMetrics
    let logger: Logger
    let configuration: Configuration
    let payloads: any PayloadRendering
    private let gateways: [Platform: any Gateway]

    /// - Parameters:
    ///   - gateways: each platform gets its own queue, even when two share one gateway. Deliveries to devices of other
    ///     platforms fail.
    ///   - hub: the source of the subscriber count in the metrics.
    ///   - workSignal: notified when deliveries are created.
    public convenience init(
        store: Store, gateways: [Platform: any Gateway], hub: EventHub, workSignal: WorkSignal,
        time: any TimeSource,
        metrics: any MetricsFactory, logger: Logger, configuration: Configuration = Configuration()
    ) {
        self.init(
            store: store, gateways: gateways, hub: hub, workSignal: workSignal, time: time, metrics: metrics,
            logger: logger,
            configuration: configuration, payloads: PayloadRenderer())
    }

    init(
        store: Store, gateways: [Platform: any Gateway], hub: EventHub, workSignal: WorkSignal,
        time: any TimeSource,
        metrics: any MetricsFactory, logger: Logger, configuration: Configuration, payloads: any PayloadRendering
    ) {
        self.store = store
        self.gateways = gateways
        self.hub = hub
        self.workSignal = workSignal
        self.time = time
        self.metrics = DeliveryMetrics(metrics)
        self.logger = logger
        self.configuration = configuration
        self.payloads = payloads
    }

    public func run() async throws {
        let results = BatchQueue<DeliveryResult>()
        let queues = gateways.keys.map {
            PlatformQueue(
                $0, capacity: configuration.laneCapacity, batch: configuration.claimLimit,
                concurrency: configuration.concurrency)
        }
        let direct = directClaims(for: queues)
        await withTaskGroup(of: Void.self) { recording in
            recording.addTask { [recorder] in await recorder.run(results) }
            await withTaskGroup(of: Void.self) { sending in
                for queue in queues {
                    guard let gateway = gateways[queue.platform] else { continue }
                    sending.addTask { await self.send(through: gateway, from: queue, results) }
                }
                sending.addTask { await self.receive(from: direct, into: queues, results) }
                workSignal.directClaims.withLock { $0 = direct }
                await claim(into: queues, direct, results)
                workSignal.directClaims.withLock { if $0 === direct { $0 = nil } }
                direct.close()
                for queue in queues { release(queue.close(), to: results) }
            }
            results.close()
        }
    }

    private var recorder: ResultRecorder {
        ResultRecorder(
            store: store, time: time, workSignal: workSignal, metrics: metrics, logger: logger,
            limit: configuration.recordBatch)
    }

    private func send(through gateway: any Gateway, from queue: PlatformQueue, _ results: BatchQueue<DeliveryResult>)
        async
    {
        var logger = logger
        logger[metadataKey: "platform"] = "\(queue.platform.rawValue)"
        let sender = DeliverySender(
            gateway: gateway, time: time, configuration: configuration, credential: CredentialMonitor(logger: logger),
            tokens: TokenMonitor(logger: logger), results: results, metrics: metrics, logger: logger)
        await queue.run { job in
            await sender.send(job)
        } onTake: {
            if queue.hasNewRoom() { workSignal.wake(.room) }
        }
    }

    /// The claims of new deliveries, with room in `queues`. Deliveries to platforms without a gateway fail at once, and
    /// need no room but have the same limit.
    private func directClaims(for queues: [PlatformQueue]) -> DirectClaims {
        var lanes: [Platform: DirectClaims.Lane] = [:]
        for platform in Platform.allCases {
            let queue =
                queues.first { $0.platform == platform }
                ?? PlatformQueue(
                    platform, capacity: configuration.laneCapacity, batch: configuration.claimLimit, concurrency: 1)
            lanes[platform] = DirectClaims.Lane(reserve: { queue.reserve($0) }) { [workSignal] count in
                guard count > 0 else { return }
                queue.release(count)
                if queue.hasNewRoom() { workSignal.wake(.room) }
            }
        }
        return DirectClaims(lanes, lease: configuration.lease)
    }

    /// Moves deliveries that are claimed directly to the queues.
    private func receive(
        from direct: DirectClaims, into queues: [PlatformQueue], _ results: BatchQueue<DeliveryResult>
    ) async {
        while true {
            let claimed = await direct.take(atMost: configuration.claimLimit)
            if claimed.isEmpty { return }
            distribute(claimed, among: queues, results)
            direct.release(claimed)
        }
    }

    /// Makes the deliveries due again at once.
    private func release(_ jobs: [DeliveryJob], to results: BatchQueue<DeliveryResult>) {
        guard !jobs.isEmpty else { return }
        let now = time.now
        results.append(jobs.map { DeliveryResult($0.delivery, .returned(until: now)) })
    }
}

extension Dispatcher {
    /// The limits and intervals of the dispatcher. The defaults suit one server with the usual gateways.
    public struct Configuration: Sendable {
        /// The maximum number of deliveries in one claim.
        public var claimLimit = 256
        /// The duration of a claim. Claims of a process that died can be claimed again afterwards.
        public var lease: Duration = .seconds(60)
        /// The lease time that must be left when a send begins. Longer than any gateway's request deadline.
        public var sendAllowance: Duration = .seconds(20)
        /// The maximum number of concurrent sends through one gateway.
        public var concurrency = 512
        /// The maximum number of deliveries that wait for one gateway; half of it for campaigns.
        public var laneCapacity = 2048
        /// The maximum number of results in one transaction. It bounds the wait of other writers.
        public var recordBatch = 64
        /// The delay before the next send to a gateway that has refused our credential.
        public var credentialPause: Duration = .seconds(300)
        /// The delay before a push is sent again.
        public var backoff = ExponentialBackoff()

        public init() {}
    }
}

extension Dispatcher {
    /// Claims due deliveries and distributes them to the queues, until the task is cancelled or graceful shutdown
    /// begins.
    ///
    /// Nothing is claimed for a queue without room for a whole batch: deliveries for a slow gateway stay in the store,
    /// where they cost nothing, and other gateways go on.
    func claim(
        into queues: [PlatformQueue], _ direct: DirectClaims, _ results: BatchQueue<DeliveryResult>
    ) async {
        var nextGauges = time.now
        let loop = PollingLoop(
            purpose: "claiming deliveries", workSignal: workSignal, work: [.deliveries, .room], time: time,
            logger: logger,
            longestWait: store.longestWait)
        await loop.run {
            let scope = scope(of: queues)
            let now = time.now
            let lease = now + configuration.lease
            let claimed = try await store.claimDeliveries(
                at: now, lease: lease, limit: configuration.claimLimit, scope: scope)
            distribute(claimed, among: queues, results)
            if now >= nextGauges {
                metrics.set(subscriberCount: hub.subscriberCount)
                nextGauges = now + .seconds(10)
            }
            // Bulk deliveries are claimed when no others are due.
            let isBulk = claimed.last?.isBulk == true
            guard claimed.count < configuration.claimLimit else {
                direct.setDrained(isBulk ? scope.single : [])
                return now
            }
            let next = try await store.nextDeliveryDue(in: self.scope(of: queues))
            direct.setDrained(isBulk || next.map { $0 > now } ?? true ? scope.single : [])
            guard let due = next else { return nil }
            // A delivery is due and none could be claimed: another node is claiming. The pause avoids a busy loop.
            return claimed.isEmpty ? max(due, now + .milliseconds(50)) : due
        }
    }

    /// The deliveries that the queues have room for, and those to platforms without a gateway, which fail at once.
    private func scope(of queues: [PlatformQueue]) -> ClaimScope {
        var scope = ClaimScope.everything
        for queue in queues {
            let room = queue.room
            if !room.single { scope.single.remove(queue.platform) }
            if !room.bulk { scope.bulk.remove(queue.platform) }
        }
        return scope
    }

    private func distribute(
        _ claimed: [ClaimedDelivery], among queues: [PlatformQueue], _ results: BatchQueue<DeliveryResult>
    ) {
        var builder = PushBuilder(payloads)
        var ended: [DeliveryResult] = []
        var jobs: [Platform: [DeliveryJob]] = [:]
        for delivery in claimed {
            let platform = delivery.device.platform
            guard queues.contains(where: { $0.platform == platform }) else {
                ended.append(DeliveryResult(delivery, .failed(reason: DeliveryReason.noGateway(for: platform))))
                continue
            }
            do {
                let push = try builder.push(for: delivery)
                let lease = delivery.claimedAt + configuration.lease
                jobs[platform, default: []].append(DeliveryJob(delivery: delivery, push: push, lease: lease))
            } catch {
                logger.error("No payload", metadata: ["delivery": "\(delivery.id)", "error": "\(error)"])
                ended.append(DeliveryResult(delivery, .failed(reason: DeliveryReason.noPayload(error))))
            }
        }
        for queue in queues { release(queue.add(jobs[queue.platform] ?? []), to: results) }
        if !ended.isEmpty { results.append(ended) }
    }
}
