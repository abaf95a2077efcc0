import BellhopPush

extension Outcome {
    /// What to make of a gateway that throws instead of answering.
    ///
    /// An answer that no table explains is taken by its class (RFC 9110 §15): with 4xx the fault is in the push, and
    /// sending it again would not mend it; anything else may pass.
    init(surprise error: any Error) {
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
