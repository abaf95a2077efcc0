import BellhopModel
import BellhopPush
import BellhopStore
import Logging

/// Attempts deliveries through one gateway.
struct Attempt: Sendable {
    let gateway: any Gateway
    let time: any TimeSource
    let configuration: Dispatcher.Configuration
    let credential: CredentialWatch
    let tokens: TokenWatch
    /// Where results go.
    let results: Mailbox<DeliveryResult>
    let metrics: DeliveryMetrics
    let logger: Logger

    /// Sends `job` once, or once to each environment when the token is doubted in the first, and hands on the result.
    ///
    /// There is none when nothing can be said about it: its lease is about to end, or we were cancelled. It will be
    /// claimed again.
    func callAsFunction(_ job: Job) async {
        let delivery = job.delivery
        var push = job.push
        while true {
            let start = time.now
            guard !Task.isCancelled, start + configuration.sendAllowance <= job.lease else { return }
            if let objection = delivery.objection(at: start) {
                results.put([DeliveryResult(delivery, .failed(reason: objection))])
                return
            }
            guard let outcome = await send(push) else { return }
            // What the other environment thinks of the credential says nothing about this one.
            if push.environment == delivery.device.environment { credential.saw(outcome) }
            let now = time.now
            let verdict = Verdict(
                outcome, to: delivery, in: push.environment, at: now,
                delay: configuration.backoff.delay(after: delivery.failures + 1),
                credentialPause: configuration.credentialPause)
            switch verdict {
            case .tryOther(let environment):
                push.environment = environment
            case .record(let verdict):
                let result = tokens.hand(
                    verdict, of: delivery, at: now, again: now + configuration.credentialPause, to: results)
                metrics.attempted(delivery, result.ending, at: now)
                log(result, of: delivery)
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
                "The gateway did something unexpected", metadata: ["delivery": "\(push.id)", "error": "\(error)"])
            return Outcome(surprise: error)
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
