import BellhopModel
import Logging
import ServiceLifecycle

/// The life of a service that works on the store: do a round, wait until there may be more to do, do the next.
///
/// A store that fails does not end it: it is left alone for a while, and asked again.
struct Rounds {
    /// What a round does, for the log.
    let purpose: String
    let wake: Wake
    let time: any TimeSource
    let logger: Logger
    /// The longest wait between two rounds: signals from other nodes can get lost.
    var longestWait: Duration = .seconds(30)

    /// Does rounds until the task is cancelled or asked to shut down gracefully. A round that has begun is finished.
    ///
    /// - Parameter round: one round; returns when the next is due if nobody signals before, `nil` for not at all.
    func run(_ round: () async throws -> Timestamp?) async {
        await withTaskCancellationOrGracefulShutdownHandler {
            var health = StoreHealth(purpose: purpose, logger: logger)
            while true {
                let mark = wake.mark
                if Task.isStopping { return }
                do {
                    let next = try await round()
                    health.succeeded()
                    let latest = time.now + longestWait
                    try await wake.wait(since: mark, until: min(next ?? latest, latest), time: time)
                } catch {
                    if Task.isStopping { return }
                    await pause(until: time.now + health.failed(error))
                }
            }
        } onCancelOrGracefulShutdown: {
            wake.signal()
        }
    }

    /// Waits whatever is signalled meanwhile, except for the end.
    private func pause(until moment: Timestamp) async {
        while time.now < moment {
            let mark = wake.mark
            if Task.isStopping { return }
            try? await wake.wait(since: mark, until: moment, time: time)
        }
    }
}

extension Task where Success == Never, Failure == Never {
    /// Whether the current task is to come to its end, in one way or the other.
    static var isStopping: Bool { isCancelled || isShuttingDownGracefully }
}
