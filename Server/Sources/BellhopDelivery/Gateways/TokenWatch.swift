import BellhopModel
import BellhopStore
import Logging
import Synchronization

/// Holds the ``TokenBreaker`` of one gateway, and tells the operator when it opens and closes.
final class TokenWatch: Sendable {
    private let breaker = Mutex(TokenBreaker())
    private let logger: Logger

    init(logger: Logger) { self.logger = logger }

    /// - Returns: whether what `result` says about its device may be believed.
    func believes(_ result: DeliveryResult) -> Bool {
        let isDead: Bool
        switch (result.device, result.ending) {
        case (.gone, _), (.suspect, _): isDead = true
        case (_, .sent): isDead = false
        default: return true
        }
        let (before, after) = breaker.withLock { breaker in
            let before = breaker.isOpen
            breaker.saw(result.deviceID, isDead: isDead)
            return (before, breaker.isOpen)
        }
        if after, !before {
            logger.error(
                """
                The gateway calls nearly every token dead: no device is deactivated, and pushes wait. Check the app's \
                bundle id, team and environment
                """)
        } else if before, !after {
            logger.notice("The gateway takes tokens again")
        }
        return !isDead || !after
    }
}
