import BellhopModel
import BellhopStore
import Logging
import Synchronization

/// Holds the ``TokenBreaker`` of one lane, and hands on results as far as it lets them be believed.
///
/// A gateway that calls every token dead so costs at most 24 devices, and those only until the 25th is called dead: the
/// result that opens the breaker takes back what came before it. It is handed on under the same lock that judged the
/// others, so that it is stored after them.
final class TokenWatch: Sendable {
    /// How far back an opening breaker takes back what was believed. A device that really is gone is called dead again.
    static let reach: Duration = .seconds(24 * 3600)

    private let breaker = Mutex(TokenBreaker())
    private let logger: Logger

    init(logger: Logger) { self.logger = logger }

    /// Puts into `results` what is to be recorded.
    ///
    /// - Parameter again: when a push whose token is not believed to be dead is sent again.
    /// - Returns: what was put there.
    func hand(
        _ result: DeliveryResult, of delivery: ClaimedDelivery, at now: Timestamp, again: Timestamp,
        to results: Mailbox<DeliveryResult>
    ) -> DeliveryResult {
        guard let isDead = result.callsDeviceDead else {
            results.put([result])
            return result
        }
        let (before, after, handed) = breaker.withLock { breaker in
            let before = breaker.isOpen
            breaker.saw(result.deviceID, isDead: isDead)
            var handed = result
            if isDead, breaker.isOpen {
                handed = .later(delivery, at: again, DeliveryReason.tokensDoubted)
                if !before { handed.device = .tokensDoubted(since: now - Self.reach, again: again) }
            }
            results.put([handed])
            return (before, breaker.isOpen, handed)
        }
        if after != before { tell(isOpen: after) }
        return handed
    }

    private func tell(isOpen: Bool) {
        guard isOpen else { return logger.notice("The gateway takes tokens again") }
        logger.error(
            """
            The gateway calls nearly every token dead: every device that it had deactivated is active again, and \
            pushes wait. Check the app's bundle id, team and environment
            """)
    }
}

extension DeliveryResult {
    /// `nil` when it says nothing about the device's token.
    fileprivate var callsDeviceDead: Bool? {
        switch (device, ending) {
        case (.gone, _), (.suspect, _): true
        case (_, .sent): false
        default: nil
        }
    }
}
