public import BellhopModel

/// APNs' answer to a request that it does not take: a status, a word for the reason, and what goes with them.
///
/// Source: Apple, "Handling notification responses from APNs".
public struct APNsRefusal: Sendable, Hashable {
    /// The HTTP status, 400 to 599.
    public var status: Int
    /// One word of ASCII letters, such as `BadDeviceToken`.
    public var reason: String
    /// With status 410 alone: when APNs knew that the token was no longer valid for the topic.
    public var timestamp: Timestamp?
    /// Written as `Retry-After` in whole seconds.
    public var retryAfter: Duration?

    public init(_ status: Int, _ reason: String, timestamp: Timestamp? = nil, retryAfter: Duration? = nil) {
        precondition(
            reason.utf8.allSatisfy { (0x61...0x7A).contains($0 | 0x20) }, "a reason is one word of ASCII letters")
        self.status = status
        self.reason = reason
        self.timestamp = timestamp
        self.retryAfter = retryAfter
    }

    /// `{"reason":"…"}`, and with 410 the timestamp in milliseconds.
    var body: String {
        guard let timestamp else { return #"{"reason":"\#(reason)"}"# }
        return #"{"reason":"\#(reason)","timestamp":\#(timestamp.milliseconds)}"#
    }

    /// Whether the answer slows the connection down: every 4xx but 410 ("410 isn't considered an error condition").
    var isErrorCondition: Bool { (400..<500).contains(status) && status != 410 }
}
