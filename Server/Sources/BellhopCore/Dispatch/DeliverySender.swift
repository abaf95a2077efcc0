import BellhopModel
import BellhopPush
import BellhopStore
import Logging

/// Sends deliveries through one gateway and hands the results to the recorder.
struct DeliverySender: Sendable {
    let gateway: any Gateway
    let time: any TimeSource
    let configuration: Dispatcher.Configuration
    let credential: CredentialMonitor
    let tokens: TokenMonitor
    let results: BatchQueue<DeliveryResult>
    let metrics: DeliveryMetrics
    let logger: Logger

    /// Sends `job`, and once more to the other environment when the first one rejects the token.
    ///
    /// There is no result when the lease is about to end or the task was cancelled: the delivery is claimed again
    /// later.
    func send(_ job: DeliveryJob) async {
        let delivery = job.delivery
        var push = job.push
        while true {
            let start = time.now
            guard !Task.isCancelled, start + configuration.sendAllowance <= job.lease else { return }
            if let reason = delivery.skipReason(at: start) {
                results.append([DeliveryResult(delivery, .failed(reason: reason))])
                return
            }
            guard let outcome = await send(push) else { return }
            // The other environment's opinion of the credential is irrelevant here.
            if push.environment == delivery.device.environment { credential.record(outcome) }
            let now = time.now
            let decision = DeliveryDecision(
                outcome, to: delivery, in: push.environment, at: now,
                delay: configuration.backoff.delay(after: delivery.failures + 1),
                credentialPause: configuration.credentialPause)
            switch decision {
            case .tryOther(let environment):
                push.environment = environment
            case .record(let result):
                let recorded = tokens.forward(
                    result, of: delivery, at: now, again: now + configuration.credentialPause
                ) { results.append([$0]) }
                metrics.attempted(delivery, recorded.ending, at: now)
                log(recorded, of: delivery)
                return
            }
        }
    }

    private func send(_ push: Push) async -> Outcome? {
        do {
            return try await gateway.send(push)
        } catch is CancellationError {
            return nil
        } catch {
            logger.warning(
                "The gateway threw an unexpected error", metadata: ["delivery": "\(push.id)", "error": "\(error)"])
            return Outcome(unexpected: error)
        }
    }

    private func log(_ result: DeliveryResult, of delivery: ClaimedDelivery) {
        var logger = logger
        logger[metadataKey: "delivery"] = "\(delivery.id)"
        logger[metadataKey: "device"] = "\(delivery.device.id)"
        logger[metadataKey: "attempt"] = "\(delivery.failures + 1)"
        switch result.ending {
        case .sent: logger.debug("Sent")
        case .deferred(let moment, let reason):
            logger.debug("Deferred", metadata: ["until": "\(moment)", "reason": "\(reason)"])
        case .returned: break
        case .failed(let reason): logger.info("Failed", metadata: ["reason": "\(reason)"])
        }
    }
}

/// A claimed delivery and its push.
struct DeliveryJob: Sendable {
    let delivery: ClaimedDelivery
    let push: Push
    /// The end of the claim; no other dispatcher works on the delivery before.
    let lease: Timestamp

    /// Indicates whether it belongs only to campaigns, which are not urgent.
    var isBulk: Bool { delivery.isBulk }
}
