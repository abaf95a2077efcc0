import BellhopModel
import BellhopPush
import BellhopStore
import Logging
import ServiceLifecycle

extension Dispatcher {
    /// Claims what is due and hands it to the lanes, until the task is cancelled or asked to shut down gracefully.
    func claim(into lanes: [Lane], _ results: Mailbox<DeliveryResult>) async {
        var slow: Set<Platform> = []
        var nextGauges = time.now
        let rounds = Rounds(purpose: "claiming deliveries", wake: wake, time: time, logger: logger)
        await rounds.run {
            await waitForRoom(in: lanes, slow: &slow)
            if Task.isStopping { return nil }
            let now = time.now
            let lease = now + configuration.lease
            let claimed = try await store.claimDeliveries(at: now, lease: lease, limit: configuration.claimLimit)
            distribute(claimed, among: lanes, lease: lease, results)
            if now >= nextGauges {
                metrics.set(queueDepth: try await store.queueDepth(), subscriberCount: hub.subscriberCount)
                nextGauges = now + .seconds(10)
            }
            if claimed.count == configuration.claimLimit { return now }
            guard let due = try await store.nextDeliveryDue() else { return nil }
            // Something is due and yet nothing was to be had: another node is at it. No reason to spin.
            return claimed.isEmpty ? max(due, now + .milliseconds(50)) : due
        }
    }

    /// Waits until every lane can take a whole batch, but not for lanes that have proved slow, unless all are full.
    ///
    /// A claim takes what is due for whatever gateway. So what is claimed for a lane without room has to go back to
    /// the queue, which costs a write each: worth it only when another lane would stand idle.
    private func waitForRoom(in lanes: [Lane], slow: inout Set<Platform>) async {
        let end = time.now + configuration.patience
        let batch = min(configuration.claimLimit, configuration.laneCapacity)
        await withTaskCancellationOrGracefulShutdownHandler {
            while !Task.isStopping {
                let mark = room.mark
                let full = Set(lanes.filter { !$0.hasRoom(for: batch) }.map(\.platform))
                slow.formIntersection(full)
                if full.isEmpty { return }
                if full.count < lanes.count {
                    if full == slow { return }
                    if time.now >= end {
                        let names = full.map(\.rawValue).sorted().joined(separator: ", ")
                        logger.warning("Gateways do not keep up", metadata: ["platforms": "\(names)"])
                        slow = full
                        return
                    }
                }
                try? await room.wait(since: mark, until: full.count < lanes.count ? end : nil, time: time)
            }
        } onCancelOrGracefulShutdown: { [room] in
            room.signal()
        }
    }

    private func distribute(
        _ claimed: [ClaimedDelivery], among lanes: [Lane], lease: Timestamp, _ results: Mailbox<DeliveryResult>
    ) {
        let now = time.now
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
        for lane in lanes {
            for job in lane.add(jobs[lane.platform] ?? []) {
                // Seconds at most, however often it came to this: the lane may be free again in a moment.
                let again = now + configuration.backoff.delay(after: min(job.delivery.attempt, 5))
                ended.append(.later(job.delivery, at: again, DeliveryReason.laneFull))
            }
        }
        if !ended.isEmpty { results.put(ended) }
    }
}
