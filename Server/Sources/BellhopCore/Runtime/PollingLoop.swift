import BellhopModel
public import BellhopStore
public import Logging
import ServiceLifecycle

/// The loop of a service that works on the store: does one pass, waits until there may be more work, and repeats.
///
/// A store failure does not end the loop: the pass is retried after a backoff.
struct PollingLoop {
    /// A description of one pass, for the log.
    let purpose: String
    let workSignal: WorkSignal
    /// The notifications after which it does a pass at once.
    var work = Work.all
    let time: any TimeSource
    let logger: Logger
    /// The longest wait between two passes.
    let longestWait: Duration

    /// Runs until the task is cancelled or graceful shutdown begins. A pass that has begun is finished.
    ///
    /// - Parameter pass: one pass. It returns the time of the next one unless a notification comes first; `nil` waits
    ///   for `longestWait`.
    func run(_ pass: () async throws -> Timestamp?) async {
        await withTaskCancellationOrGracefulShutdownHandler {
            var retry = StoreRetry(purpose: purpose, logger: logger)
            while true {
                let number = workSignal.latest(of: work)
                if Task.isStopping { return }
                do {
                    let next = try await pass()
                    retry.succeeded()
                    let latest = time.now + longestWait
                    try await workSignal.wait(
                        for: work, since: number, until: min(next ?? latest, latest), time: time)
                } catch {
                    if Task.isStopping { return }
                    await pause(until: time.now + retry.failed(error))
                }
            }
        } onCancelOrGracefulShutdown: {
            workSignal.wake()
        }
    }

    /// Waits until `moment` regardless of notifications; returns early only when the loop is to stop.
    private func pause(until moment: Timestamp) async {
        while time.now < moment {
            let number = workSignal.latest(of: work)
            if Task.isStopping { return }
            try? await workSignal.wait(for: work, since: number, until: moment, time: time)
        }
    }
}

extension Store {
    /// The longest wait for a notification of a change: those of other nodes can get lost.
    var longestWait: Duration { isShared ? .seconds(5) : .seconds(30) }
}

extension Task where Success == Never, Failure == Never {
    /// Indicates whether the current task is cancelled or shutting down gracefully.
    static var isStopping: Bool { isCancelled || isShuttingDownGracefully }
}

/// Counts consecutive store failures, logs the first failure and the recovery, and gives the retry delay.
struct StoreRetry {
    private static let backoff = ExponentialBackoff(base: .milliseconds(100), cap: .seconds(5), fraction: { 1 })

    /// A description of the attempted work, such as "claiming deliveries".
    let purpose: String
    let logger: Logger
    private(set) var failures = 0

    init(purpose: String, logger: Logger) {
        self.purpose = purpose
        self.logger = logger
    }

    mutating func succeeded() {
        guard failures > 0 else { return }
        logger.notice("The store responds again", metadata: ["purpose": "\(purpose)", "failures": "\(failures)"])
        failures = 0
    }

    /// - Returns: the wait before the next attempt: 100 ms, doubled after each failure up to 5 s.
    mutating func failed(_ error: any Error) -> Duration {
        if failures == 0 {
            logger.error("The store failed; trying again", metadata: ["purpose": "\(purpose)", "error": "\(error)"])
        }
        failures += 1
        return Self.backoff.delay(after: failures)
    }
}

extension StoreUnavailable {
    /// Runs `work`, and retries it while the store is locked or its disk is full.
    ///
    /// - Parameter purpose: a description of the work, such as "opening the database".
    /// - Throws: any other error of `work`.
    public static func waitingForStore<Value>(
        to purpose: String, time: any TimeSource, logger: Logger, _ work: () async throws -> Value
    ) async throws -> Value {
        var retry = StoreRetry(purpose: purpose, logger: logger)
        while true {
            do {
                let value = try await work()
                retry.succeeded()
                return value
            } catch let error as StoreUnavailable where error.isPassing {
                try await time.sleep(until: time.now + retry.failed(error))
            }
        }
    }
}

/// The delay before a retry: exponential, with full jitter by default.
///
/// Full jitter spreads retries of simultaneous failures best (Brooker, "Exponential Backoff And Jitter", AWS
/// Architecture Blog, 2015).
public struct ExponentialBackoff: Sendable {
    /// The upper bound of the delay after the first attempt.
    public var base: Duration
    /// The upper bound of every delay.
    public var cap: Duration
    private let fraction: @Sendable () -> Double

    /// - Parameter fraction: the position of a delay between 0 and its upper bound, 0 ... 1; random by default.
    public init(
        base: Duration = .seconds(1), cap: Duration = .seconds(900),
        fraction: @escaping @Sendable () -> Double = { Double.random(in: 0..<1) }
    ) {
        self.base = base
        self.cap = cap
        self.fraction = fraction
    }

    /// - Parameter attempt: the number of the failed attempt, starting at 1.
    public func delay(after attempt: Int) -> Duration {
        // 2^20 s are twelve days: longer than any reasonable cap, and far from overflow.
        let range = min(cap, base * (1 << min(max(attempt, 1) - 1, 20)))
        return range * fraction()
    }
}
