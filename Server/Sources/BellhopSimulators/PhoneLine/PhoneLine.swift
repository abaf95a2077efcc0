import BellhopModel

/// How a phone in another process gets its pushes from a simulator: over a TCP connection on which it names its token
/// in one line and is sent one line of JSON for each push.
///
/// Apple's own connection to its devices is not public, so there is nothing to be faithful to. It is for loopback: it
/// knows no keys, and whoever has a token gets its pushes.
enum PhoneLine {
    /// In bytes. A payload is at most 5 KiB, a third more in Base64.
    static let longestLine = 16_384

    /// A push as it goes over the line.
    struct Message: Codable {
        var id: String?
        var pushType: String?
        var topic: String?
        var priority: String?
        var expiration: String?
        var collapseID: String?
        /// In Base64.
        var payload: String
        var receivedAt: Timestamp

        init(_ push: DeliveredPush) {
            id = push.headers.id
            pushType = push.headers.pushType
            topic = push.headers.topic
            priority = push.headers.priority
            expiration = push.headers.expiration
            collapseID = push.headers.collapseID
            payload = Base64.encode(push.payload)
            receivedAt = push.receivedAt
        }

        /// `nil` when the payload is not Base64.
        func push(for token: DeviceToken) -> DeliveredPush? {
            guard let payload = Base64.decode(payload) else { return nil }
            let headers = PushHeaders(
                id: id, pushType: pushType, topic: topic, priority: priority, expiration: expiration,
                collapseID: collapseID)
            return DeliveredPush(token: token, headers: headers, payload: payload, receivedAt: receivedAt)
        }
    }
}
