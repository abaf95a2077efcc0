public import BellhopModel

/// One request to send as a simulator saw it, and what became of it.
public struct ReceivedMessage: Sendable, Hashable {
    public enum Result: Sendable, Hashable {
        /// Status 200.
        case accepted
        /// Refused by the rules.
        case refused(FCMRefusal)
        /// In order, but faulted by a scripted fault.
        case faulted(FCMFault)
    }

    /// Counts the simulator's connections, from 1.
    public var connection: Int
    /// As the message names it; empty when it names none.
    public var token: String
    /// The body's bytes.
    public var body: [UInt8]
    public var receivedAt: Timestamp
    public var result: Result

    /// The `message` of the body; `nil` when it is not JSON, or has none.
    public var message: JSONValue? { (try? CanonicalJSON.decode(JSONValue.self, from: body))?["message"] }
}
