import BellhopModel
import BellhopStore
import Logging

extension Dispatcher {
    /// Claims what is due and hands it to the lanes, until the task is cancelled or asked to shut down gracefully.
    ///
    /// Nothing is claimed for a lane that could not take a whole batch: what waits for a slow gateway waits in the queue,
    /// where it costs nothing, and the other gateways go on.
    func claim(into lanes: [Lane], _ results: Mailbox<DeliveryResult>) async {
        let mark = wake.mark
        await withTaskGroup(of: Void.self) { group in
            group.addTask { await self.wake.relay(to: self.work, since: mark) }
            await claimInRounds(into: lanes, results)
            group.cancelAll()
        }
    }

    private func claimInRounds(into lanes: [Lane], _ results: Mailbox<DeliveryResult>) async {
        var nextGauges = time.now
        let rounds = Rounds(purpose: "claiming deliveries", wake: work, time: time, logger: logger)
        await rounds.run {
            let scope = scope(of: lanes)
            let now = time.now
            let lease = now + configuration.lease
            let claimed = try await store.claimDeliveries(
                at: now, lease: lease, limit: configuration.claimLimit, scope: scope)
            distribute(claimed, among: lanes, lease: lease, results)
            if now >= nextGauges {
                metrics.set(queueDepth: try await store.queueDepth(), subscriberCount: hub.subscriberCount)
                nextGauges = now + .seconds(10)
            }
            if claimed.count == configuration.claimLimit { return now }
            guard let due = try await store.nextDeliveryDue(in: self.scope(of: lanes)) else { return nil }
            // Something is due and yet nothing was to be had: another node is at it. No reason to spin.
            return claimed.isEmpty ? max(due, now + .milliseconds(50)) : due
        }
    }

    /// The deliveries that the lanes have room for. Those to platforms without a gateway fail at once.
    private func scope(of lanes: [Lane]) -> ClaimScope {
        var scope = ClaimScope.everything
        for lane in lanes {
            let room = lane.room
            if !room.single { scope.single.remove(lane.platform) }
            if !room.bulk { scope.bulk.remove(lane.platform) }
        }
        return scope
    }

    private func distribute(
        _ claimed: [ClaimedDelivery], among lanes: [Lane], lease: Timestamp, _ results: Mailbox<DeliveryResult>
    ) {
        var writer = PushWriter(payloads)
        var ended: [DeliveryResult] = []
        var jobs: [Platform: [Job]] = [:]
        for delivery in claimed {
            let platform = delivery.device.platform
            guard lanes.contains(where: { $0.platform == platform }) else {
                ended.append(DeliveryResult(delivery, .failed(reason: DeliveryReason.noGateway(for: platform))))
                continue
            }
            do {
                let push = try writer.push(for: delivery)
                jobs[platform, default: []].append(Job(delivery: delivery, push: push, lease: lease))
            } catch {
                logger.error("No payload", metadata: ["delivery": "\(delivery.id)", "error": "\(error)"])
                ended.append(DeliveryResult(delivery, .failed(reason: DeliveryReason.noPayload(error))))
            }
        }
        for lane in lanes { lane.add(jobs[lane.platform] ?? []) }
        if !ended.isEmpty { results.put(ended) }
    }
}
