import BellhopModel
import BellhopStore
import Logging

/// Stores what came of attempts, in batches: while one is written, the next gathers.
struct Recorder: Sendable {
    let store: any Store
    let time: any TimeSource
    let wake: Wake
    let metrics: DeliveryMetrics
    let logger: Logger
    /// The most results of one transaction.
    let limit: Int
    /// How often a failing store is asked when the server is stopping. What it does not take is sent again, under the
    /// same id, once its lease has ended.
    let lastTries = 3

    /// Works until `results` is closed and everything in it is stored.
    func run(_ results: Mailbox<DeliveryResult>) async {
        var health = StoreHealth(purpose: "recording deliveries", logger: logger)
        while true {
            // Sends that end in the same turn of the executor get into the same transaction.
            await Task.yield()
            let batch = await results.take(atMost: limit)
            if batch.isEmpty { return }
            await record(batch, &health)
        }
    }

    private func record(_ results: [DeliveryResult], _ health: inout StoreHealth) async {
        var lastTry = 0
        while true {
            do {
                let isCleared = try await store.record(results, at: time.now)
                health.succeeded()
                metrics.recorded(results)
                // A retry, or taking off a screen what was shown in vain, is due earlier than what the dispatcher is
                // waiting for.
                if isCleared || results.contains(where: \.isDeferred) { wake.signal() }
                return
            } catch {
                let pause = health.failed(error)
                if Task.isStopping { lastTry += 1 }
                guard lastTry < lastTries, !Task.isCancelled else {
                    logger.error("Results could not be stored", metadata: ["count": "\(results.count)"])
                    return
                }
                try? await time.sleep(until: time.now + pause)
            }
        }
    }
}

extension DeliveryResult {
    fileprivate var isDeferred: Bool {
        switch ending {
        case .deferred, .returned: true
        case .sent, .failed: false
        }
    }
}
