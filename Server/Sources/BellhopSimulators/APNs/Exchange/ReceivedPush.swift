public import BellhopModel

/// One request as a simulator saw it, and what became of it.
public struct ReceivedPush: Sendable, Hashable {
    public enum Result: Sendable, Hashable {
        /// Status 200.
        case accepted
        /// Refused by the rules.
        case refused(APNsRefusal)
        /// In order, but faulted by a scripted fault.
        case faulted(APNsFault)
    }

    /// Counts the simulator's connections, from 1.
    public var connection: Int
    /// The HTTP/2 stream within the connection.
    public var stream: Int
    /// What the path named as device token, in lower case; empty when it named none.
    public var token: String
    /// The `apns-id` of the answer: the provider's own, or the one made for it.
    public var apnsID: String
    /// As the provider sent them.
    public var headers: PushHeaders
    public var payload: [UInt8]
    public var receivedAt: Timestamp
    public var result: Result
}
