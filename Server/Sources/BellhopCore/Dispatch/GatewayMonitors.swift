import BellhopModel
import BellhopPush
import BellhopStore
import Logging
import Synchronization

/// Logs when a gateway begins to refuse the server's credential, and when it accepts the credential again.
final class CredentialMonitor: Sendable {
    private let refusal = Mutex<Reason?>(nil)
    private let logger: Logger

    init(logger: Logger) { self.logger = logger }

    func record(_ outcome: Outcome) {
        switch outcome {
        case .accepted:
            guard let reason = exchange(for: nil) else { return }
            logger.notice("The gateway accepts the credential again", metadata: ["after": "\(reason)"])
        case .rejected(let rejection) where rejection.cause == .credentialInvalid:
            guard exchange(for: rejection.reason) != rejection.reason else { return }
            logger.error(
                "The gateway refuses the credential: pushes wait until it is replaced",
                metadata: ["reason": "\(rejection.reason)"])
        case .rejected, .deferred:
            break
        }
    }

    private func exchange(for reason: Reason?) -> Reason? {
        refusal.withLock { current in
            defer { current = reason }
            return current
        }
    }
}

/// Forwards results to the recorder. While the ``TokenCircuitBreaker`` is open, a token that the gateway rejects as dead
/// stays active, and its push is deferred.
///
/// A gateway that rejects every token deactivates at most 24 devices, and only until the 25th rejection: the result that
/// opens the breaker reactivates them. Results are forwarded under the lock of the breaker, so that this result is stored
/// after those it corrects.
final class TokenMonitor: Sendable {
    /// The age of the deactivations that an opening breaker undoes. A device that is really gone is rejected again.
    static let reactivationWindow: Duration = .seconds(24 * 3600)

    private let breaker = Mutex(TokenCircuitBreaker())
    private let logger: Logger

    init(logger: Logger) { self.logger = logger }

    /// Passes the result to record for `result` to `forward`.
    ///
    /// - Parameters:
    ///   - again: the time of the next attempt for a push that is deferred because the breaker is open.
    ///   - forward: called under the lock of the breaker.
    /// - Returns: the forwarded result.
    func forward(
        _ result: DeliveryResult, of delivery: ClaimedDelivery, at now: Timestamp, again: Timestamp,
        _ forward: (DeliveryResult) -> Void
    ) -> DeliveryResult {
        guard let isDead = result.reportsDeadToken else {
            forward(result)
            return result
        }
        let (before, after, forwarded) = breaker.withLock { breaker in
            let before = breaker.isOpen
            breaker.record(result.deviceID, isDead: isDead)
            var forwarded = result
            if isDead, breaker.isOpen {
                forwarded = .later(delivery, at: again, DeliveryReason.tokensSuspected)
                if !before { forwarded.device = .tokensSuspected(since: now - Self.reactivationWindow, again: again) }
            }
            forward(forwarded)
            return (before, breaker.isOpen, forwarded)
        }
        if after != before { log(isOpen: after) }
        return forwarded
    }

    /// Records that the gateway accepted the token of `device`.
    func accepted(_ device: DeviceID) {
        let hasClosed = breaker.withLock { breaker in
            let wasOpen = breaker.isOpen
            breaker.record(device, isDead: false)
            return wasOpen && !breaker.isOpen
        }
        if hasClosed { log(isOpen: false) }
    }

    private func log(isOpen: Bool) {
        guard isOpen else { return logger.notice("The gateway accepts tokens again") }
        logger.error(
            """
            The gateway rejects nearly every token as dead: every device that it had deactivated is active again, and \
            pushes wait. Check the app's bundle id, team and environment
            """)
    }
}

extension DeliveryResult {
    /// Indicates whether it reports the device's token as dead; `nil` when it says nothing about the token.
    fileprivate var reportsDeadToken: Bool? {
        switch (device, ending) {
        case (.gone, _), (.suspect, _): true
        case (_, .sent): false
        default: nil
        }
    }
}

/// Distinguishes dead tokens from a wrong configuration: when nearly every token is rejected, the configuration is wrong.
///
/// A wrong topic, team or environment makes a gateway reject one device after the other, which would deactivate all of
/// them. The breaker keeps the latest response for each of 50 devices. It opens when at least 25 responses and 80 % of
/// them are rejections, and closes below 50 %. A pure state machine.
struct TokenCircuitBreaker {
    private static let window = 50
    private static let minimum = 25

    private var responses: [(device: DeviceID, isDead: Bool)] = []
    /// Indicates whether rejections are ignored.
    private(set) var isOpen = false

    mutating func record(_ device: DeviceID, isDead: Bool) {
        responses.removeAll { $0.device == device }
        responses.append((device, isDead))
        if responses.count > Self.window { responses.removeFirst() }
        let dead = responses.count { $0.isDead }
        isOpen = isOpen ? dead * 2 >= responses.count : dead >= Self.minimum && dead * 5 >= responses.count * 4
    }
}
