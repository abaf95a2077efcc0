import BellhopModel
import BellhopPush
import BellhopStore

/// The reaction to a gateway's response to one attempt. Pure: equal responses give equal decisions.
enum DeliveryDecision: Hashable, Sendable {
    /// Ends the attempt with this result.
    case record(DeliveryResult)
    /// Sends to the other environment before the token counts as wrong.
    case tryOther(PushEnvironment)
}

extension DeliveryDecision {
    /// - Parameters:
    ///   - environment: the environment of this attempt: the device's own, or the other one in the second attempt.
    ///   - delay: the backoff after this attempt.
    ///   - credentialPause: the delay before the next send to a gateway that has refused our credential, in which an
    ///     operator can replace it.
    init(
        _ outcome: Outcome, to delivery: ClaimedDelivery, in environment: PushEnvironment, at now: Timestamp,
        delay: Duration, credentialPause: Duration
    ) {
        switch outcome {
        case .accepted(let acceptance):
            // Only an accepted push proves the environment of a token.
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
            // A key can be valid for one environment only. The device's own environment has rejected the token, and the
            // other one cannot be asked.
            self = .record(DeliveryResult(delivery, failed, device: .suspect))
        case .credentialInvalid:
            self = .record(.later(delivery, at: now + pause, rejection.reason))
        }
    }
}

extension DeliveryResult {
    /// Sends again at `moment`, unless the delivery has expired by then.
    static func later(_ delivery: ClaimedDelivery, at moment: Timestamp, _ reason: Reason) -> DeliveryResult {
        guard moment < delivery.endOfLife else {
            return DeliveryResult(delivery, .failed(reason: DeliveryReason.expired(after: reason)))
        }
        return DeliveryResult(delivery, .deferred(until: moment, reason: reason.rawValue))
    }
}

extension Device {
    /// The other APNs environment in which the token may be valid; `nil` on platforms with only one.
    var otherEnvironment: PushEnvironment? {
        switch platform {
        case .ios, .macos: environment == .sandbox ? .production : .sandbox
        case .android, .web: nil
        }
    }
}

/// Bellhop's own reasons in a timeline, beside those of the gateways.
enum DeliveryReason {
    static let expired = "expired"
    static let tokensSuspected = Reason(rawValue: "TokensSuspected")

    static func expired(after reason: Reason) -> String { "\(expired) (\(reason))" }
    static func noGateway(for platform: Platform) -> String { "no gateway for \(platform.rawValue) is configured" }
    static func noPayload(_ error: any Error) -> String { "the payload could not be built: \(error)" }
}

extension Outcome {
    /// The outcome of a gateway that throws instead of responding.
    ///
    /// A response without a row in the gateway's table is classified by its status class (RFC 9110 §15): with 4xx the
    /// push is at fault, and a retry would not help; anything else may be temporary.
    init(unexpected error: any Error) {
        guard let unknown = error as? UnknownResponse else {
            self = .deferred(Deferral(reason: Reason(rawValue: "GatewayFault")))
            return
        }
        let reason = Reason(rawValue: "UnknownResponse\(unknown.status)")
        if (400..<500).contains(unknown.status), ![408, 425, 429].contains(unknown.status) {
            self = .rejected(Rejection(reason: reason, cause: .pushInvalid))
        } else {
            self = .deferred(Deferral(reason: reason))
        }
    }
}
