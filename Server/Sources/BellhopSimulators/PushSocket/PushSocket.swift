import BellhopModel
import NIOCore

/// The protocol by which a phone in another process receives pushes from a simulator: on a TCP connection, the phone
/// sends its token in one line and receives one line of JSON for each push.
///
/// Apple's protocol for devices is not public. This one is for loopback only: it has no authentication, and anyone who
/// has a token receives its pushes.
enum PushSocket {
    /// The maximum payload size, in bytes.
    static let longestLine = 16_384

    /// The JSON of a push.
    struct Message: Codable {
        var id: String?
        var pushType: String?
        var topic: String?
        var priority: String?
        var expiration: String?
        var collapseID: String?
        /// The payload in Base64.
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

        /// Returns `nil` when the payload is not Base64.
        func push(for token: DeviceToken) -> DeliveredPush? {
            guard let payload = Base64.decode(payload) else { return nil }
            let headers = PushHeaders(
                id: id, pushType: pushType, topic: topic, priority: priority, expiration: expiration,
                collapseID: collapseID)
            return DeliveredPush(token: token, headers: headers, payload: payload, receivedAt: receivedAt)
        }
    }
}

/// Splits the input into lines that end with a line feed, which is removed.
struct LineDecoder: NIOSingleStepByteToMessageDecoder {
    typealias InboundOut = String

    mutating func decode(buffer: inout ByteBuffer) throws -> String? {
        guard let end = buffer.readableBytesView.firstIndex(of: UInt8(ascii: "\n")) else { return nil }
        let line = buffer.readString(length: end - buffer.readerIndex)
        buffer.moveReaderIndex(forwardBy: 1)
        return line
    }

    mutating func decodeLast(buffer: inout ByteBuffer, seenEOF: Bool) throws -> String? { try decode(buffer: &buffer) }
}
