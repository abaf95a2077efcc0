/// One row of a gateway's error table: what an answer means, and what Bellhop does about it.
public struct GatewayErrorRow: Sendable, Hashable {
    public var status: Int
    public var reason: Reason
    /// In plain words, for `explain`, `doctor` and the docs.
    public var meaning: String
    public var reaction: Reaction

    public init(_ status: Int, _ reason: Reason, _ reaction: Reaction, _ meaning: String) {
        self.status = status
        self.reason = reason
        self.meaning = meaning
        self.reaction = reaction
    }

    /// The whole vocabulary of reactions; each gateway's table picks from it.
    public enum Reaction: String, Sendable, Hashable, CaseIterable {
        /// Give up this push; the fault is in it.
        case dropPush
        /// Deactivate the device, unless it registered after the gateway's timestamp.
        case removeDevice
        /// Set the device aside and try the other environment once.
        case suspectDevice
        /// Stop using the credential and tell the operator.
        case pauseCredential
        /// Send again soon, after renewing what the reason names (token or connection).
        case renewAndRetry
        /// Send again with exponential backoff.
        case backOff
        /// Send again much later: at first after a minute.
        case slowDown
    }
}
