import BellhopModel
public import BellhopStore
public import Logging

/// Whether the store answers: says so in the log once per change, and how long to leave a failing store alone.
struct StoreHealth {
    /// What is attempted, such as "claiming deliveries".
    let purpose: String
    let logger: Logger
    private(set) var failures = 0

    init(purpose: String, logger: Logger) {
        self.purpose = purpose
        self.logger = logger
    }

    mutating func succeeded() {
        guard failures > 0 else { return }
        logger.notice("The store answers again", metadata: ["purpose": "\(purpose)", "failures": "\(failures)"])
        failures = 0
    }

    /// - Returns: how long to wait before the next try: 100 ms, doubling up to 5 s.
    mutating func failed(_ error: any Error) -> Duration {
        if failures == 0 {
            logger.error("The store fails; trying again", metadata: ["purpose": "\(purpose)", "error": "\(error)"])
        }
        failures += 1
        return min(.seconds(5), .milliseconds(100 << min(failures - 1, 6)))
    }
}

extension StoreUnavailable {
    /// Does `work`, again and again while the store is locked or its disk is full.
    ///
    /// - Parameter purpose: what is attempted, such as "opening the database".
    /// - Throws: any other error of `work`.
    public static func waitingForStore<Value>(
        to purpose: String, time: any TimeSource, logger: Logger, _ work: () async throws -> Value
    ) async throws -> Value {
        var health = StoreHealth(purpose: purpose, logger: logger)
        while true {
            do {
                let value = try await work()
                health.succeeded()
                return value
            } catch let error as StoreUnavailable where error.isPassing {
                try await time.sleep(until: time.now + health.failed(error))
            }
        }
    }
}
