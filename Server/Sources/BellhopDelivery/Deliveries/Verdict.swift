import BellhopModel
import BellhopPush
import BellhopStore

/// What Bellhop does about a gateway's answer to one attempt. Pure: the same answer gives the same verdict.
enum Verdict: Hashable, Sendable {
    /// The attempt is over, with this result.
    case record(DeliveryResult)
    /// Ask the other environment before the token is called wrong.
    case tryOther(PushEnvironment)
}

extension Verdict {
    /// - Parameters:
    ///   - environment: where the push was sent: the device's own, or the other one at the second try.
    ///   - delay: the backoff after this attempt.
    ///   - credentialPause: how long to leave a gateway alone that refuses our credential, so that an operator can
    ///     mend it.
    init(
        _ outcome: Outcome, to delivery: ClaimedDelivery, in environment: PushEnvironment, at now: Timestamp,
        delay: Duration, credentialPause: Duration
    ) {
        switch outcome {
        case .accepted(let acceptance):
            // Only a push that was taken proves where the token belongs.
            let learned =
                environment == delivery.device.environment
                ? nil : DeliveryResult.DeviceEffect.environment(environment)
            self = .record(DeliveryResult(delivery, .sent(gatewayID: acceptance.gatewayID), device: learned))
        case .deferred(let deferral):
            let again = max(deferral.until ?? now, now + delay)
            self = .record(.later(delivery, at: again, deferral.reason))
        case .rejected(let rejection):
            self.init(rejection, of: delivery, in: environment, at: now, pause: max(credentialPause, delay))
        }
    }

    private init(
        _ rejection: Rejection, of delivery: ClaimedDelivery, in environment: PushEnvironment, at now: Timestamp,
        pause: Duration
    ) {
        let failed = DeliveryResult.Ending.failed(reason: rejection.reason.rawValue)
        switch rejection.cause {
        case .pushInvalid:
            self = .record(DeliveryResult(delivery, failed))
        case .deviceGone(let since):
            self = .record(DeliveryResult(delivery, failed, device: .gone(since: since)))
        case .deviceSuspect:
            if let other = delivery.device.otherEnvironment, environment == delivery.device.environment {
                self = .tryOther(other)
            } else {
                self = .record(DeliveryResult(delivery, failed, device: .suspect))
            }
        case .credentialInvalid where environment != delivery.device.environment:
            // A key can be good for one environment only. The device's own has called the token wrong, and the other
            // cannot be asked.
            self = .record(DeliveryResult(delivery, failed, device: .suspect))
        case .credentialInvalid:
            self = .record(.later(delivery, at: now + pause, rejection.reason))
        }
    }
}

extension DeliveryResult {
    /// Again at `moment`, if the delivery is worth anything by then.
    static func later(_ delivery: ClaimedDelivery, at moment: Timestamp, _ reason: Reason) -> DeliveryResult {
        guard moment < delivery.endOfLife else {
            return DeliveryResult(delivery, .failed(reason: DeliveryReason.expired(after: reason)))
        }
        return DeliveryResult(delivery, .deferred(until: moment, reason: reason.rawValue))
    }
}

extension Device {
    /// The other of the two worlds in which an APNs token may live; `nil` on platforms that have one only.
    var otherEnvironment: PushEnvironment? {
        switch platform {
        case .ios, .macos: environment == .sandbox ? .production : .sandbox
        case .android, .web: nil
        }
    }
}
